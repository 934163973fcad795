import { describe, expect, it } from '@jest/globals';
import { collectThermal } from '../../../src/lib/gpu-monitor/collect-thermal.js';
import { ToolError } from '../../../src/tool/tool-errors.js';

const record = (gpu: number, hotspot: number) => ({ gpu, temperature: { hotspot: { value: hotspot, unit: 'C' } } });
const read = (text: string, gpuMonitorLog: string | undefined = 'gpu.log') =>
  collectThermal({
    readText: () => Promise.resolve(text),
    settings: gpuMonitorLog === undefined ? {} : { gpuMonitorLog },
  });
const failing = (error: unknown) =>
  collectThermal({ readText: () => Promise.reject(error), settings: { gpuMonitorLog: 'gpu.log' } });

describe('collectThermal', () => {
  it('is silent without a log', async () => {
    expect(await collectThermal({ readText: () => Promise.reject(new Error('no')), settings: {} })).toEqual({
      thermal: null,
      diagnostics: [],
    });
  });

  it('is the section of a log, by GPU', async () => {
    const { thermal, diagnostics } = await read(JSON.stringify([record(0, 60), record(1, 102)]));
    // 102 is within 5 degrees of 105
    expect(thermal).toMatchObject({ source: 'amd-smi', gpu_count: 2, verdict: 'throttling', max_temp_c: 102 });
    expect(thermal?.per_gpu.map(({ verdict }) => verdict)).toEqual(['healthy', 'throttling']);
    expect(diagnostics).toEqual([]);
  });

  it.each([
    ['empty', ''],
    ['text', 'no such command: amd-smi'],
    ['cut off', '[{"gpu": 0, "temper'],
    ['other JSON', '{"a": [1, 2, {"b": null}]}'],
    ['binary', '\u0000\u0001\ufffd'.repeat(100)],
  ])('warns of a broken log: %s', async (_, text) => {
    const { thermal, diagnostics } = await read(text);
    expect(thermal).toBeNull();
    expect(diagnostics).toEqual([expect.objectContaining({ code: 'MONITOR_LOG_UNUSABLE', severity: 'warning' })]);
  });

  it.each([
    ['missing', Object.assign(new Error('ENOENT: /home/me/x'), { code: 'ENOENT' })],
    ['outside of what may be read', new ToolError('OUTSIDE_ROOT', 'outside')],
    ['unreadable in a new way', new RangeError('strange')],
  ])('warns of a log that is %s, without its path', async (_, error) => {
    const { thermal, diagnostics } = await failing(error);
    expect(thermal).toBeNull();
    expect(diagnostics.map(({ code }) => code)).toEqual(['MONITOR_LOG_UNUSABLE']);
    expect(diagnostics[0]?.message).not.toMatch(/home|strange/);
  });

  it('does not swallow a cancellation', async () => {
    await expect(failing(new ToolError('CANCELLED', 'stop'))).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  it('warns of a log that is readable in part', async () => {
    const { thermal, diagnostics } = await read(`${JSON.stringify([record(0, 60)])}\n{"unrelated": 1}`);
    expect(thermal).toMatchObject({ sample_count: 1, unparsed_records: 1 });
    expect(diagnostics).toEqual([
      expect.objectContaining({
        code: 'MONITOR_LOG_PARTIAL',
        message: expect.stringContaining('1 records could not be'),
      }),
    ]);
  });
});
