import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseAmdSmiJson, parseAmdSmiJsonTool } from '../../../src/catalog/gpu-runtime-monitor/parse-amd-smi-json.js';
import type { AmdSmiLog } from '../../../src/catalog/gpu-runtime-monitor/parse-amd-smi-json.js';
import { callTool } from '../../../src/tool/call-tool.js';
import { ToolError } from '../../../src/tool/tool-errors.js';
import { METRIC_6_0, METRIC_7, MONITOR_7, SNAPSHOT, WATCHED } from './__fixtures__/logs.js';

const logOf = (text: string): Promise<AmdSmiLog> =>
  callTool(parseAmdSmiJsonTool, { path: 'log' }, { readText: () => Promise.resolve(text) });
const json = (value: unknown): Promise<AmdSmiLog> => logOf(JSON.stringify(value));

describe('gpuRuntimeMonitor.parseAmdSmiJson', () => {
  it('GM-1: a snapshot of two GPUs', async () => {
    const log = await json(SNAPSHOT);
    expect(log).toMatchObject({ source: 'amd-smi', has_data: true, gpu_count: 2, total_count: 2, unparsed_records: 0 });
    expect(log.samples[0]).toMatchObject({
      gpu_id: 0,
      temp_c: 72.5,
      temp_sensor: 'edge',
      power_w: 410,
      sclk_mhz: 1950,
      mclk_mhz: 1600,
      gfx_busy_pct: 96,
    });
    expect((await json([SNAPSHOT, { timestamp: 7, ...SNAPSHOT }])).samples.map((sample) => sample.timestamp_s)).toEqual(
      [null, null, 7, 7],
    );
  });

  it('GM-3: a missing file and a text that is no JSON', async () => {
    const none = { source: 'amd-smi', has_data: false, samples: [], gpu_count: 0 };
    expect(await parseAmdSmiJson({ path: '/nowhere/gpu.log' })).toMatchObject({
      ...none,
      reason: 'There is no such file.',
      how_to_collect: expect.stringContaining('amd-smi monitor'),
    });
    expect(await parseAmdSmiJson({ path: '/' })).toMatchObject({ ...none, reason: expect.stringContaining('folder') });
    expect(await logOf('not json')).toMatchObject({ ...none, reason: expect.stringContaining('no readings') });
    expect(await logOf('')).toMatchObject(none);
    expect(await logOf('7')).toMatchObject(none);
  });

  it('reads gpu_data with values and units, dies apart, unknown as null', async () => {
    expect((await json(METRIC_7)).samples).toEqual([
      {
        gpu_id: 3,
        partition: null,
        timestamp_s: null,
        temp_c: 66,
        temp_sensor: 'junction',
        junction_temp_c: 66,
        mem_temp_c: null,
        power_w: 505,
        power_limit_w: null,
        sclk_mhz: 1850,
        sclk_min_mhz: 1700,
        sclk_max_mhz: 2000,
        sclk_limit_mhz: 2100,
        mclk_mhz: 1300,
        gfx_busy_pct: 88,
        mem_busy_pct: 41,
        busy_by_partition: null,
        vram_used_bytes: 1024 * 2 ** 20,
        vram_total_bytes: 192 * 2 ** 30,
        fan_pct: null,
        throttled: false,
        throttle_reasons: [],
      },
    ]);
  });

  it('reads lists of plain numbers under their older names', async () => {
    expect((await json(METRIC_6_0)).samples[0]).toMatchObject({
      temp_c: 40,
      junction_temp_c: 45,
      power_w: 90,
      power_limit_w: 300,
      sclk_mhz: 800,
      sclk_limit_mhz: 1700,
      mclk_mhz: 1600,
      gfx_busy_pct: 12,
      vram_total_bytes: 65_520 * 2 ** 20,
      throttled: null,
    });
  });

  it('reads monitor rows: GB from 7.0, limits that were reached', async () => {
    expect((await json(MONITOR_7)).samples[0]).toMatchObject({
      timestamp_s: 1_700_000_000,
      partition: 0,
      temp_c: 70,
      sclk_mhz: 1900,
      gfx_busy_pct: 99,
      vram_used_bytes: 1.5 * 2 ** 30,
      throttled: true,
      throttle_reasons: ['ppt'],
    });
    // -v adds the share of memory, and then prints MB
    const verbose = await json([{ ...MONITOR_7[0], vram_used: 2048, vram_percent: 1 }]);
    expect(verbose.samples[0]?.vram_used_bytes).toBe(2 ** 31);
  });

  it.each([
    ['watched', WATCHED],
    [
      'one document a line',
      `${JSON.stringify(MONITOR_7[0])}\n${JSON.stringify({ ...MONITOR_7[0], power_usage: 'N/A' })}`,
    ],
    ['documents without a space between', JSON.stringify(MONITOR_7) + JSON.stringify([{ gpu: 0, power_usage: 'N/A' }])],
    ['colours, carriage returns and a byte order mark', `\uFEFF\u001B[32m${WATCHED.replaceAll('\n', '\r\n')}\u001B[0m`],
    ['a warning in brackets before it', `[WARNING] slow driver\n${WATCHED}`],
  ])('%s: two samples, power of the second unknown', async (_form, text) => {
    const { samples } = await logOf(text);
    expect(samples.map((sample) => sample.power_w)).toEqual([600, null]);
  });

  it('keeps what is complete of a log that is cut off', async () => {
    const cut = WATCHED.slice(0, WATCHED.lastIndexOf('"power_usage"'));
    expect(await logOf(cut)).toMatchObject({ total_count: 1, unparsed_records: 2 });
  });

  it('reads CSV of metric and monitor, told apart by their columns', async () => {
    const metric =
      'gpu,gfx_activity,socket_power,gfx_0_clk,edge,hotspot,mem,used_vram\n0,91,296,2774,54,63,70,20450\n1,N/A';
    expect(await logOf(metric)).toMatchObject({
      samples: [{ gfx_busy_pct: 91, power_w: 296, sclk_mhz: 2774, temp_c: 54, junction_temp_c: 63, mem_temp_c: 70 }],
      unparsed_records: 1,
    });
    const monitor = "'CTRL' + 'C'\ntimestamp,gpu,power_usage,gfx_clk,gfx,mem,vram_used\n17,2,\"190\",1710,10,5,64.0\n";
    expect((await logOf(monitor)).samples).toMatchObject([
      { timestamp_s: 17, gpu_id: 2, power_w: 190, mem_busy_pct: 5, mem_temp_c: null, vram_used_bytes: 2 ** 36 },
    ]);
  });

  it('takes values that cannot be for unknown', async () => {
    // 65535 is what firmware writes for a value that it does not have
    const { samples } = await json([
      { gpu: 0, power_usage: 65_535, hotspot_temperature: 65_535, gfx: 120, gfx_clk: -5, vram_used: 'lots' },
    ]);
    expect(samples[0]).toMatchObject({
      power_w: null,
      temp_c: null,
      gfx_busy_pct: null,
      sclk_mhz: null,
      vram_used_bytes: null,
    });
  });

  it('counts what it cannot read', async () => {
    expect(await json([SNAPSHOT, 7, null, 'x', [], { gpu: 1, bdf: '0000:05:00.0' }])).toMatchObject({
      total_count: 2,
      unparsed_records: 5,
    });
    expect(await json({ card0: { 'GPU use (%)': '7' } })).toMatchObject({ has_data: false, unparsed_records: 1 });
  });

  it('answers any text', async () => {
    const line = fc.oneof(
      fc.json(),
      fc.string(),
      fc.constantFrom('[', '{', '[[[[', '{"gpu_data":[', '{"gpu":0,"power":{"socket_power":', 'gpu,gfx', '"'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 8 }), async (lines) => {
        const log = await logOf(lines.join('\n'));
        expect(log.total_count).toBe(log.samples.length);
        expect(JSON.parse(JSON.stringify(log))).toEqual(log);
      }),
    );
  });

  it.each([
    ['a million open brackets', '[\n'.repeat(1_000_000)],
    ['arrays in each other', '['.repeat(200_000) + ']'.repeat(200_000)],
    ['a million quotes', '{"\n'.repeat(500_000)],
    [
      'a record with many clocks',
      `[{"gpu":0,"clock":{${Array.from({ length: 200_000 }, (_, n) => `"gfx_${String(n)}":{"clk":1}`).join()}}}]`,
    ],
  ])('survives %s', async (_what, text) => {
    const log = await logOf(text);
    expect(log.samples.length).toBeLessThanOrEqual(1);
  });

  it('reads only the beginning of a log of hundreds of megabytes, and says so', async () => {
    const row = `${JSON.stringify({ gpu: 0, power_usage: 1, note: 'x'.repeat(1_000_000) })}\n`;
    expect(await logOf(row.repeat(68))).toMatchObject({ truncated: true, total_count: 67, unparsed_records: 1 });
  });

  it('passes on that a path lies outside the allowed folders, and refuses an empty one', async () => {
    const outside = new ToolError('OUTSIDE_ROOT', 'outside');
    await expect(
      callTool(parseAmdSmiJsonTool, { path: '/etc/passwd' }, { readText: () => Promise.reject(outside) }),
    ).rejects.toBe(outside);
    await expect(callTool(parseAmdSmiJsonTool, { path: '' })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });
});
