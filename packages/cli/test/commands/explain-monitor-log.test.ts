import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildTrace } from '@perfxpert/rocpd/testing';
import { main } from '../../src/main.js';
import { memoryIo } from '../fixtures/memory-io.js';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'perfxpert-monitor-log-'));
const trace = path.join(folder, 'trace.db');
const log = path.join(folder, 'amd-smi.json');
/** A reading as `amd-smi metric --json` writes it. */
const reading = (gpu: number, celsius: number) => ({
  gpu,
  temperature: {
    edge: 'N/A',
    hotspot: { value: celsius, unit: 'C' },
    mem: { value: 60, unit: 'C' },
  },
  power: { socket_power: { value: 640, unit: 'W' } },
});

beforeAll(async () => {
  buildTrace({ kernels: [{ name: 'stencil', startNs: 0, endNs: 5_000_000 }] }, { path: trace });
  fs.writeFileSync(log, JSON.stringify([reading(0, 99), reading(0, 101), reading(0, 98), reading(1, 60)]));
  // What the command loads on demand takes its time on a busy machine.
  await import('@perfxpert/agents/toolkit');
}, 60_000);
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

async function run(env: Readonly<Record<string, string>>, ...argv: string[]) {
  const io = { ...memoryIo(), env };
  const code = await main(argv, io);
  return { code, stdout: io.stdout.text, stderr: io.stderr.text };
}

describe('perfxpert explain of a finding that a monitor log gives', () => {
  const env = { PERFXPERT_GPU_MONITOR_LOG: log };

  it('shows its figures, what they rest on, and that nothing bounds it', async () => {
    const { code, stdout, stderr } = await run(env, 'explain', 'ROCPD-THERMAL-001', '-i', trace);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('1 of 2 GPUs');
    expect(stdout).toMatch(/max_temp_c +101 degrees Celsius +101 degrees Celsius +yes/);
    expect(stdout).toMatch(/throttling_gpus +1 +1 +yes/);
    // Only 101 is within 5 degrees of the usual limit of 105.
    expect(stdout).toMatch(/ throttle_events +1 +1 +yes/);
    expect(stdout.split('\n').filter((line) => line.length > 92 && !line.includes(log))).toEqual([]);
    expect(stdout).toContain('gpu_runtime_monitor.analyze_thermal');
    expect(stdout).toContain('Nothing bounds it.');
    expect(stdout).toContain('on another file');
  });

  it('shows it as JSON, with the source of each figure', async () => {
    const { code, stdout } = await run(env, 'explain', 'ROCPD-THERMAL-001', '-i', trace, '--format', 'json');
    expect(code).toBe(0);
    const { finding, figures } = JSON.parse(stdout) as {
      finding: { id: string; recoverable_ns: number | null };
      figures: Record<'metric' | 'value' | 'source' | 'tool_call' | 'recomputed' | 'agrees', unknown>[];
    };
    expect(finding).toMatchObject({ id: 'ROCPD-THERMAL-001', recoverable_ns: null });
    expect(figures).toContainEqual(expect.objectContaining({ metric: 'max_temp_c', value: 101, recomputed: 101 }));
    for (const figure of figures)
      expect(figure).toMatchObject({
        agrees: true,
        recomputed: figure.value,
        tool_call: {
          tool: 'gpu_runtime_monitor.analyze_thermal',
          arguments: {
            metrics: { answer_of: 'gpu_runtime_monitor.parse_amd_smi_json', arguments: { path: log } },
          },
        },
      });
    expect(new Set(figures.map(({ source }) => source))).toEqual(new Set(['gpu_runtime_monitor.analyze_thermal']));
  });

  it('computes the figures of a log of rocm-smi again as well', async () => {
    const other = path.join(folder, 'rocm-smi.json');
    fs.writeFileSync(
      other,
      JSON.stringify({
        card0: {
          'Temperature (Sensor junction) (C)': '103.0',
          'Current Socket Graphics Package Power (W)': '650.0',
        },
      }),
    );
    const own = { PERFXPERT_GPU_MONITOR_LOG: other };
    const { code, stdout } = await run(own, 'explain', 'ROCPD-THERMAL-001', '-i', trace, '--format', 'json');
    expect(code).toBe(0);
    const { figures } = JSON.parse(stdout) as {
      figures: { metric: string; recomputed: unknown; tool_call: unknown }[];
    };
    expect(figures.find(({ metric }) => metric === 'max_temp_c')).toMatchObject({
      recomputed: 103,
      agrees: true,
      tool_call: { arguments: { metrics: { answer_of: 'gpu_runtime_monitor.parse_rocm_smi_json' } } },
    });
  });

  it('has no such finding without the log, and says so in one line', async () => {
    const { code, stdout, stderr } = await run({}, 'explain', 'ROCPD-THERMAL-001', '-i', trace);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^perfxpert: No finding ROCPD-THERMAL-001;[^\n]*\n$/);
  });
});
