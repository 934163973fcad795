import { describe, expect, it } from '@jest/globals';
import {
  discoverRuntimeGpuSpecs,
  discoverRuntimeGpuSpecsTool,
} from '../../../src/catalog/gpu-discovery/discover-runtime-gpu-specs.js';
import type { RuntimeGpuSpecs } from '../../../src/catalog/gpu-discovery/discover-runtime-gpu-specs.js';
import { lookupPeaks } from '../../../src/catalog/arch/lookup-peaks.js';
import { callTool } from '../../../src/tool/call-tool.js';
import { inputJsonSchema } from '../../../src/tool/json-schema.js';
import type { ToolSettings } from '../../../src/tool/tool-context.js';
import { ROCMINFO_GFX1200, kfdFiles, machineOf } from './__fixtures__/machine.js';
import type { MachineSpec } from './__fixtures__/machine.js';

const discover = (machine: MachineSpec, gfxId?: string, settings: ToolSettings = {}): Promise<RuntimeGpuSpecs> =>
  callTool(discoverRuntimeGpuSpecsTool, gfxId === undefined ? {} : { gfx_id: gfxId }, {
    ...machineOf(machine),
    settings,
  });

const GFX942_NODE = { simd_count: 1216, simd_per_cu: 4, gfx_target_version: 90_402, mem_banks_count: 1 };

describe('gpuDiscovery.discoverRuntimeGpuSpecs', () => {
  it('GD-1: one GPU as three programs tell it', async () => {
    const {
      source,
      gpus,
      package_count: packages,
    } = await discover({
      outputs: {
        rocminfo: ROCMINFO_GFX1200,
        'rocm-smi --showproductname': JSON.stringify({
          card0: { 'Node ID': '1', 'VRAM Total Memory (B)': '8539602944', 'Card Series': 'Radeon' },
        }),
        'amd-smi list': JSON.stringify([{ gpu: 0, node_id: 1, bdf: '0000:03:00.0', uuid: 'a-serial-number' }]),
        'amd-smi metric': JSON.stringify({
          gpu_data: [{ gpu: 0, clock: { gfx_0: { clk: { value: 38, unit: 'MHz' } } } }],
        }),
      },
    });
    expect(source).toEqual(['rocminfo', 'rocm-smi', 'amd-smi']);
    expect([gpus.length, packages]).toEqual([1, 1]);
    expect(gpus[0]).toMatchObject({
      gfx_id: 'gfx1200',
      name: 'Radeon',
      node_id: 1,
      gpu_id: 0,
      bdf: '0000:03:00.0',
      bdf_id: 768,
      uuid: 'redacted',
      cu_count: 32,
      lds_kb: 64,
      // 32 / 2
      max_waves_per_simd: 16,
      vram_total_bytes: 8_539_602_944,
      current_sclk_mhz: 38,
      // 32 * 256 * 3500 / 1e6
      peak_fp32_tflops: 28.672,
      memory_bandwidth_tbs: null,
      spec_sources: {
        cu_count: 'rocminfo',
        gfx_id: 'rocminfo',
        name: 'rocm-smi',
        vram_total_bytes: 'rocm-smi',
        current_sclk_mhz: 'amd-smi',
        peak_fp32_tflops: 'derived-from-runtime-topology',
        vgprs_per_simd: 'architecture-default',
      },
    });
    expect(JSON.stringify(gpus)).not.toContain('serial');
  });

  it('GD-2: a GPU of the KFD topology; GDDR6 moves 16 bits per listed clock and pin', async () => {
    const { source, gpus } = await discover({
      files: kfdFiles([
        { properties: { simd_count: 0 } },
        {
          properties: {
            simd_count: 64,
            simd_per_cu: 2,
            max_waves_per_simd: 16,
            lds_size_in_kb: 64,
            wave_front_size: 32,
            max_engine_clk_fcompute: 3500,
            gfx_target_version: 120_000,
            mem_banks_count: 1,
          },
          bank: { heap_type: 1, size_in_bytes: 8_539_602_944, width: 128, mem_clk_max: 1258 },
          gpuId: 4711,
        },
      ]),
    });
    expect(source).toEqual(['kfd-topology']);
    expect(gpus).toMatchObject([
      {
        gfx_id: 'gfx1200',
        node_id: 1,
        kfd_id: 4711,
        cu_count: 32,
        max_waves_per_simd: 16,
        // 128 / 8 * 1258 * 16 / 1e6 = 0.322; 2 bits per clock, as HBM2 has them, would give 0.040
        memory_bandwidth_tbs: 0.322,
        peak_fp32_tflops: 28.672,
        spec_sources: { memory_bandwidth_tbs: 'derived-from-kfd-topology', cu_count: 'kfd-topology' },
      },
    ]);
  });

  it('GD-3: two equal GPUs stay two', async () => {
    const bank = { heap_type: 2, size_in_bytes: 1, width: 8192, mem_clk_max: 1300 };
    const node = (location: number) => ({ properties: { ...GFX942_NODE, location_id: location }, bank });
    const { gpus, package_count: packages } = await discover({
      files: kfdFiles([{ properties: { simd_count: 0 } }, node(768), node(9728)]),
    });
    expect(gpus.map((gpu) => [gpu.node_id, gpu.bdf, gpu.memory_bandwidth_tbs])).toEqual([
      // 8192 / 8 * 1300 * 4 / 1e6 = 5.3248
      [1, '0000:03:00.0', 5.325],
      [2, '0000:26:00.0', 5.325],
    ]);
    expect(packages).toBe(2);
  });

  it('GD-4: off by a setting, no program is started', async () => {
    const machine = machineOf({ outputs: { rocminfo: ROCMINFO_GFX1200 } });
    const answer = await callTool(
      discoverRuntimeGpuSpecsTool,
      {},
      { ...machine, settings: { gpuDiscoveryDisabled: true } },
    );
    expect(answer).toMatchObject({ has_data: false, source: [], gpus: [] });
    expect(answer.errors[0]).toContain('disabled');
    expect(machine.requests).toEqual([]);
  });

  it('GD-5: only GPUs of the architecture asked for', async () => {
    const outputs = { rocminfo: ROCMINFO_GFX1200 };
    expect(await discover({ outputs }, 'gfx9999')).toMatchObject({ has_data: false, gpus: [], total_count: 1 });
    expect((await discover({ outputs }, ' GFX1200:xnack- ')).gpus).toHaveLength(1);
  });

  it('says what could not be asked', async () => {
    const { has_data: hasData, errors } = await discover({
      outputs: { 'amd-smi list': 'ROCk module is NOT loaded' },
      results: {
        rocminfo: { exit_code: 1, stderr: 'hsa_init failed' },
        'amd-smi static': { timed_out: true, exit_code: null, signal: 'SIGKILL' },
      },
    });
    expect(hasData).toBe(false);
    expect(errors).toEqual([
      'rocminfo: ended with 1',
      'rocm-smi --showproductname --showmeminfo vram --json: not installed',
      'rocm-smi --showclocks --showclkfrq --json: not installed',
      'amd-smi static --json: no answer within 5000 ms',
      'amd-smi metric --json: not installed',
      'kfd-topology: this machine has none',
    ]);
  });

  it('reads what a program printed before it failed, on whatever stream', async () => {
    const results = { rocminfo: { exit_code: 1, stderr: `\u001B[31m${ROCMINFO_GFX1200}\u001B[0m` } };
    expect((await discover({ results })).gpus).toHaveLength(1);
  });

  it('starts programs with fixed arguments, a clean environment and the time limit of the settings', async () => {
    const machine = machineOf({});
    await callTool(
      discoverRuntimeGpuSpecsTool,
      { gfx_id: '$(touch /tmp/x)' },
      {
        ...machine,
        settings: { gpuDiscoveryTimeoutMs: 1 },
        processEnvironment: {
          PATH: '/usr/bin:/nowhere',
          LD_PRELOAD: '/x.so',
          OPENAI_API_KEY: 'k',
          ROCM_PATH: '/opt/rocm',
        },
      },
    );
    expect(machine.requests.map(({ command, args }) => [command, ...args].join(' '))).toEqual([
      'rocminfo',
      'rocm-smi --showproductname --showmeminfo vram --json',
      'rocm-smi --showclocks --showclkfrq --json',
      'amd-smi list --json',
      'amd-smi static --json',
      'amd-smi metric --json',
    ]);
    for (const { environment, timeoutMs } of machine.requests) {
      expect(Object.keys(environment).sort()).toEqual(['LC_ALL', 'PATH', 'ROCM_PATH']);
      expect(environment['PATH']).not.toContain('nowhere');
      expect(timeoutMs).toBe(100);
    }
  });

  it('brings partitions of one package together under their nodes', async () => {
    const partition = (number: number) => ({
      properties: { ...GFX942_NODE, simd_count: 152, num_xcc: 1, location_id: number * 2 ** 28 + 768 },
    });
    const { gpus, package_count: packages } = await discover({
      outputs: {
        'amd-smi list': JSON.stringify([
          { gpu: 0, node_id: 1, bdf: '0000:03:00.0', partition_id: 0 },
          { gpu: 1, node_id: 2, bdf: '0000:03:00.1', partition_id: 1 },
        ]),
        'amd-smi static': JSON.stringify({ gpu_data: [{ gpu: 1, vram: { type: 'HBM3' } }] }),
      },
      files: kfdFiles([{ properties: { simd_count: 0 } }, partition(0), partition(1)]),
    });
    expect(gpus.map((gpu) => [gpu.node_id, gpu.gpu_id, gpu.partition_id, gpu.cu_count, gpu.vram_type])).toEqual([
      [1, 0, 0, 38, null],
      [2, 1, 1, 38, 'HBM3'],
    ]);
    expect(packages).toBe(1);
  });

  it('gives a card without node to the GPU of its place if there are as many, else leaves it apart', async () => {
    const card = (used: string) => ({ 'VRAM Total Used Memory (B)': used });
    const files = kfdFiles([{ properties: GFX942_NODE }, { properties: GFX942_NODE }]);
    const of = (cards: object) => discover({ files, outputs: { 'rocm-smi --showproductname': JSON.stringify(cards) } });
    expect((await of({ card0: card('5'), card1: card('7') })).gpus.map((gpu) => gpu.vram_used_bytes)).toEqual([5, 7]);
    expect((await of({ card0: card('5') })).gpus.map((gpu) => gpu.vram_used_bytes)).toEqual([null, null, 5]);
  });

  it('keeps a node that may not be read out, and says so', async () => {
    const denied = Object.assign(new Error('no'), { code: 'EACCES' });
    const files = {
      ...kfdFiles([{ properties: { simd_count: 0 } }, { properties: GFX942_NODE }, { properties: GFX942_NODE }]),
      '/sys/class/kfd/kfd/topology/nodes/1/properties': denied,
    };
    const { gpus, errors } = await discover({ files });
    expect(gpus.map((gpu) => gpu.node_id)).toEqual([2]);
    expect(errors).toContain('kfd-topology: node 1 may not be read');
  });

  it('takes the bandwidth that a tool tells over the one of clock and width', async () => {
    const { gpus } = await discover({
      outputs: {
        'amd-smi list': '[{"gpu":0,"node_id":0}]',
        'amd-smi static': JSON.stringify([{ gpu: 0, vram: { max_bandwidth: { value: 5200, unit: 'GB/s' } } }]),
      },
      files: kfdFiles([{ properties: GFX942_NODE, bank: { heap_type: 1, width: 8192, mem_clk_max: 1300 } }]),
    });
    expect(gpus[0]).toMatchObject({ memory_bandwidth_tbs: 5.2, spec_sources: { memory_bandwidth_tbs: 'amd-smi' } });
  });

  it('survives texts that are no output of these programs', async () => {
    const odd = [
      '{"gpu":0,"node_id":-1,"vram":{"size":-5,"bit_width":"x"}}'.repeat(3),
      '['.repeat(100_000),
      'Agent 1\n:',
    ];
    for (const text of odd) {
      const commands = ['rocminfo', 'rocm-smi --showproductname', 'amd-smi list', 'amd-smi static', 'amd-smi metric'];
      const answer = await discover({
        outputs: Object.fromEntries(commands.map((command) => [command, text])),
        files: { '/sys/class/kfd/kfd/topology/nodes/0/properties': text },
      });
      expect(JSON.parse(JSON.stringify(answer))).toEqual(answer);
    }
  });

  it('keeps control characters of a name out of the answer', async () => {
    const staticOutput = JSON.stringify([{ gpu: 0, asic: { market_name: 'MI\u001B[2J\u202E300X\n' } }]);
    const { gpus } = await discover({ outputs: { 'amd-smi static': staticOutput } });
    expect(gpus[0]?.name).toBe('MI [2J 300X');
  });

  it('feeds the look-up of peaks', async () => {
    const { gpus } = await discover({ outputs: { rocminfo: ROCMINFO_GFX1200 } });
    const runtimeGpuSpecs = gpus.flatMap((gpu) => (gpu.gfx_id === null ? [] : [{ ...gpu, gfx_id: gpu.gfx_id }]));
    const peaks = lookupPeaks({ gfx_id: 'gfx1200', prefer_runtime: true }, { settings: { runtimeGpuSpecs } });
    expect(peaks).toMatchObject({ runtime_discovered: true, clock_mhz: 3500 });
  });

  it('answers on any machine', async () => {
    const answer = await discoverRuntimeGpuSpecs({ gfx_id: 'gfx9999' });
    expect(answer.gpus).toEqual([]);
    await expect(discoverRuntimeGpuSpecs({ gfx_id: 'x'.repeat(65) })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
    expect(inputJsonSchema(discoverRuntimeGpuSpecsTool)).toMatchObject({ additionalProperties: false });
  });
});
