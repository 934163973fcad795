import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { discoverRuntimeGpuSpecsTool } from '../../../src/catalog/gpu-discovery/discover-runtime-gpu-specs.js';
import type { RuntimeGpuSpecs } from '../../../src/catalog/gpu-discovery/discover-runtime-gpu-specs.js';
import type { DiscoveredGpu } from '../../../src/schemas/discovered-gpu.js';
import { callTool } from '../../../src/tool/call-tool.js';
import { findGpuSamples, readSample } from '../../support/shared-samples.js';
import { machineOf } from './__fixtures__/machine.js';
import type { MachineSpec } from './__fixtures__/machine.js';

const SAMPLES = findGpuSamples();
const suite = SAMPLES === null ? describe.skip : describe;
const NODES = '/sys/class/kfd/kfd/topology/nodes';

const discover = (machine: MachineSpec): Promise<RuntimeGpuSpecs> =>
  callTool(discoverRuntimeGpuSpecsTool, {}, machineOf(machine));
const readExpected = <T>(name: string): T =>
  (JSON.parse(readSample(SAMPLES ?? '', 'expected.json')) as Record<string, T>)[name] as T;

/** Fields of expected.json by what we call them. */
function factsOf(gpu: DiscoveredGpu | undefined): Readonly<Record<string, unknown>> {
  if (gpu === undefined) return {};
  const inUnit = (bytes: number | null, unit: number): number | null => (bytes === null ? null : bytes / unit);
  const gbps = gpu.memory_bandwidth_tbs === null ? null : gpu.memory_bandwidth_tbs * 1000;
  return {
    node: gpu.node_id,
    gfx: gpu.gfx_id,
    name: gpu.name,
    compute_units: gpu.cu_count,
    simds_per_cu: gpu.simds_per_cu,
    shader_engines: gpu.shader_engines,
    num_xcc: gpu.num_xcc,
    wave_size: gpu.wave_size,
    max_waves_per_cu: gpu.max_waves_per_cu,
    clock_mhz: gpu.max_sclk_mhz,
    gfx_max_mhz: gpu.max_sclk_mhz,
    mem_clk_mhz: gpu.max_mclk_mhz,
    mem_max_mhz: gpu.max_mclk_mhz,
    device_id: gpu.device_id,
    bdf: gpu.bdf,
    lds_kb: gpu.lds_kb,
    l1_kb: gpu.l1_kb,
    l2_kb: gpu.l2_kb,
    l3_kb: gpu.l3_kb,
    vram_kb: inUnit(gpu.vram_total_bytes, 1024),
    vram_mb: inUnit(gpu.vram_total_bytes, 2 ** 20),
    vram_total_bytes: gpu.vram_total_bytes,
    vram_used_bytes: gpu.vram_used_bytes,
    mem_bytes: gpu.vram_total_bytes,
    mem_bus_bits: gpu.vram_bit_width,
    bus_bits: gpu.vram_bit_width,
    vram_type: gpu.vram_type,
    render: gpu.render_node,
    features: gpu.target_features,
    power_cap_w: gpu.tdp_w,
    bandwidth_gbs: gpu.spec_sources['memory_bandwidth_tbs'] === 'amd-smi' ? gbps : null,
    // three digits of TB/s
    bandwidth_gbs_estimate_x4: gbps,
    accelerator_partition: gpu.compute_partition,
    memory_partition: gpu.memory_partition,
    hotspot_slowdown_c: gpu.slowdown_junction_c,
  };
}

function expectFacts(gpus: readonly DiscoveredGpu[], rows: readonly Readonly<Record<string, unknown>>[]): void {
  expect(gpus).toHaveLength(rows.length);
  for (const [index, row] of rows.entries()) {
    const facts = factsOf(gpus[index]);
    for (const [field, value] of Object.entries(row)) {
      if (field === 'agent' || field === 'gpu') continue;
      const found = facts[field];
      if (field === 'bandwidth_gbs_estimate_x4') expect(Math.abs(Number(found) - Number(value))).toBeLessThan(0.51);
      else if (field === 'bdf') expect(String(found)).toContain(String(value));
      else expect([index, field, found]).toEqual([index, field, value]);
    }
  }
}

/** Files of a sample tree under the path where the kernel has them. */
function kfdTree(name: string): Record<string, string> {
  const root = path.join(SAMPLES ?? '', 'kfd', name, 'nodes');
  const files = fs.readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      return [`${NODES}/${path.relative(root, file)}`, fs.readFileSync(file, 'utf8')];
    }),
  );
}

type Rows = readonly Readonly<Record<string, unknown>>[];

suite('samples of GPU tools', () => {
  it('rocminfo-mi300x-2gpu.txt', async () => {
    const { gpus } = await discover({ outputs: { rocminfo: readSample(SAMPLES ?? '', 'rocminfo-mi300x-2gpu.txt') } });
    expectFacts(gpus, readExpected<Rows>('rocminfo-mi300x-2gpu.txt'));
    // 304 * 256 * 2100 / 1e6
    expect(gpus[0]?.peak_fp32_tflops).toBe(163.43);
  });

  it.each(['mi300x-spx', 'mi350x-and-gfx1201'])('kfd/%s', async (name) => {
    const { gpus, errors } = await discover({ files: kfdTree(name) });
    expectFacts(gpus, readExpected<Rows>(`kfd/${name}`));
    expect(errors.filter((error) => error.startsWith('kfd'))).toEqual([]);
  });

  it('kfd/mi300x-cpx: eight partitions of one package', async () => {
    const expected = readExpected<{ gpu_nodes: number; physical_gpus: number; each: Rows[number] }>('kfd/mi300x-cpx');
    const { gpus, package_count: packages } = await discover({ files: kfdTree('mi300x-cpx') });
    expect([gpus.length, packages]).toEqual([expected.gpu_nodes, expected.physical_gpus]);
    expectFacts(
      gpus,
      gpus.map(() => expected.each),
    );
    expect(gpus.map((gpu) => gpu.partition_id)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it.each(
    [
      'amd-smi-static-7.1-mi300a.json',
      'amd-smi-static-6.2-list.json',
      'amd-smi-static-7.2-ppt.json',
      'amd-smi-static-7.2-mixed.json',
    ].map((name) => [name]),
  )('%s', async (name) => {
    const { gpus } = await discover({ outputs: { 'amd-smi static': readSample(SAMPLES ?? '', name) } });
    expectFacts(gpus, readExpected<Rows>(name));
  });

  it('amd-smi-list-7.1.json: partitions share a package', async () => {
    const { total_count: total, package_count: packages } = await discover({
      outputs: { 'amd-smi list': readSample(SAMPLES ?? '', 'amd-smi-list-7.1.json') },
    });
    const expected = readExpected<{ logical_gpus: number; physical_gpus: number }>('amd-smi-list-7.1.json');
    expect([total, packages]).toEqual([expected.logical_gpus, expected.physical_gpus]);
  });

  it.each([
    'rocm-smi-6.2-mi250.json',
    'rocm-smi-6.x-gfx950.json',
    'rocm-smi-6.x-radeon.json',
    'rocm-smi-5.x-mi250.json',
  ])('%s', async (name) => {
    const { gpus } = await discover({
      outputs: { 'rocm-smi --showproductname': readSample(SAMPLES ?? '', name) },
    });
    const rows = readExpected<Rows>(name);
    expect(gpus.map((gpu) => gpu.gfx_id)).toEqual(rows.map((row) => row['gfx'] ?? null));
    for (const [index, row] of rows.entries())
      if ('vram_total_bytes' in row) expect(gpus[index]?.vram_total_bytes).toBe(row['vram_total_bytes']);
  });

  it('no id of the machine is in any answer', async () => {
    const answer = await discover({
      outputs: {
        rocminfo: readSample(SAMPLES ?? '', 'rocminfo-mi300x-2gpu.txt'),
        'amd-smi list': readSample(SAMPLES ?? '', 'amd-smi-list-7.1.json'),
        'amd-smi static': readSample(SAMPLES ?? '', 'amd-smi-static-7.1-mi300a.json'),
      },
    });
    expect(JSON.stringify(answer)).not.toMatch(/00000000-0000-1000|0x0000000000000001|GPU-0/);
  });
});
