import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  parseRocmSmiJson,
  parseRocmSmiJsonTool,
} from '../../../src/catalog/gpu-runtime-monitor/parse-rocm-smi-json.js';
import type { RocmSmiLog } from '../../../src/catalog/gpu-runtime-monitor/parse-rocm-smi-json.js';
import { callTool } from '../../../src/tool/call-tool.js';
import { ROCM_SMI } from './__fixtures__/logs.js';

const logOf = (text: string): Promise<RocmSmiLog> =>
  callTool(parseRocmSmiJsonTool, { path: 'log' }, { readText: () => Promise.resolve(text) });
const json = (value: unknown): Promise<RocmSmiLog> => logOf(JSON.stringify(value));

describe('gpuRuntimeMonitor.parseRocmSmiJson', () => {
  it('GM-2: one card', async () => {
    expect(await json(ROCM_SMI)).toMatchObject({
      source: 'rocm-smi',
      has_data: true,
      gpu_count: 1,
      samples: [{ gpu_id: 0, temp_c: 65, power_w: 300, sclk_mhz: 1800, mclk_mhz: 1600, gfx_busy_pct: 88 }],
    });
  });

  it('GM-3: a missing file and a text that is no JSON', async () => {
    const none = { source: 'rocm-smi', has_data: false, samples: [], gpu_count: 0 };
    expect(await parseRocmSmiJson({ path: '/nowhere/gpu.log' })).toMatchObject(none);
    expect(await logOf('not json')).toMatchObject(none);
    // without a --show option there are no cards
    expect(await json({ system: { 'Driver version': '6.10' } })).toMatchObject({ ...none, unparsed_records: 0 });
  });

  it('matches keys in any case, with or without a colon, and clocks in parentheses', async () => {
    const { samples } = await json({
      card12: {
        'TEMPERATURE (Sensor junction) (C)': '60.0',
        'Temperature (Sensor HBM 0) (c)': '48.0',
        'Current Socket Graphics Package Power (W)': '266.0',
        'Average Graphics Package Power (W)': '1.0',
        'Max Graphics Package Power (W)': '0.0',
        'sclk clock speed:': '(173Mhz)',
        'sclk clock level:': 'S',
        'mclk clock level:': '3',
        'GPU use (%)': 'N/A',
        'VRAM Total Memory (B)': '308902100992',
      },
    });
    expect(samples).toMatchObject([
      {
        gpu_id: 12,
        temp_c: 60,
        temp_sensor: 'junction',
        mem_temp_c: 48,
        power_w: 266,
        power_limit_w: null,
        sclk_mhz: 173,
        mclk_mhz: null,
        gfx_busy_pct: null,
        vram_total_bytes: 308_902_100_992,
      },
    ]);
  });

  it('reads several documents, and text around them', async () => {
    const text = `WARNING: slow\n${JSON.stringify(ROCM_SMI, null, 2)}\n${JSON.stringify(ROCM_SMI)}\nbye`;
    expect(await logOf(text)).toMatchObject({ total_count: 2, gpu_count: 1 });
    expect(await json([ROCM_SMI])).toMatchObject({ has_data: false, unparsed_records: 1 });
  });

  it('answers any text', async () => {
    const card = fc.dictionary(
      fc.constantFrom(...Object.keys(ROCM_SMI.card0), 'x'),
      fc.oneof(fc.string(), fc.double()),
    );
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.constantFrom('card0', 'card', 'cardX', 'system'), card), async (document) => {
        const log = await json(document);
        expect(JSON.parse(JSON.stringify(log))).toEqual(log);
      }),
    );
  });

  it('survives a key of a megabyte', async () => {
    expect((await json({ card0: { ['temperature '.repeat(100_000)]: '7' } })).total_count).toBe(1);
  });
});
