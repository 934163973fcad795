import { describe, expect, it } from '@jest/globals';
import { analyzeThermal } from '../../../src/catalog/gpu-runtime-monitor/analyze-thermal.js';
import { parseAmdSmiJsonTool } from '../../../src/catalog/gpu-runtime-monitor/parse-amd-smi-json.js';
import { parseRocmSmiJsonTool } from '../../../src/catalog/gpu-runtime-monitor/parse-rocm-smi-json.js';
import type { GpuSample } from '../../../src/schemas/gpu-sample.js';
import { callTool } from '../../../src/tool/call-tool.js';
import { findGpuSamples, readSample } from '../../support/shared-samples.js';

const SAMPLES = findGpuSamples();
const suite = SAMPLES === null ? describe.skip : describe;
type Expected = Readonly<Record<string, unknown>>;

/** What `expected.json` calls a field, as our samples have it. */
function readingsOf(sample: GpuSample): Expected {
  const inUnit = (bytes: number | null, unit: number): number | null => (bytes === null ? null : bytes / unit);
  const vramFrac = (sample.vram_used_bytes ?? Number.NaN) / (sample.vram_total_bytes ?? Number.NaN);
  const gib = (bytes: number | null): number | null => (bytes === null ? null : Number((bytes / 2 ** 30).toFixed(1)));
  return {
    gpu: sample.gpu_id,
    xcp: sample.partition,
    timestamp: sample.timestamp_s,
    power_w: sample.power_w,
    power_cap_w: sample.power_limit_w,
    max_power_w: sample.power_limit_w,
    edge_c: sample.temp_sensor === 'edge' ? sample.temp_c : null,
    hotspot_c: sample.junction_temp_c,
    junction_c: sample.junction_temp_c,
    mem_temp_c: sample.mem_temp_c,
    gfx_mhz: sample.sclk_mhz,
    gfx_mhz_mean: sample.sclk_mhz,
    gfx_mhz_min: sample.sclk_min_mhz,
    gfx_mhz_max: sample.sclk_max_mhz,
    gfx_max_mhz: sample.sclk_limit_mhz,
    mem_mhz: sample.mclk_mhz,
    gfx_percent: sample.gfx_busy_pct,
    mem_percent: sample.mem_busy_pct,
    busy_by_partition: sample.busy_by_partition,
    vram_used_mb: inUnit(sample.vram_used_bytes, 2 ** 20),
    vram_total_mb: inUnit(sample.vram_total_bytes, 2 ** 20),
    vram_used_gb: gib(sample.vram_used_bytes),
    vram_total_gb: gib(sample.vram_total_bytes),
    vram_used_bytes: sample.vram_used_bytes,
    vram_total_bytes: sample.vram_total_bytes,
    vram_percent: Number((100 * vramFrac).toFixed(1)),
    fan_percent: sample.fan_pct,
    throttled: sample.throttled,
    throttle_reasons: sample.throttle_reasons,
  };
}

async function samplesOf(name: string): Promise<readonly GpuSample[]> {
  const tool = name.startsWith('rocm') ? parseRocmSmiJsonTool : parseAmdSmiJsonTool;
  const context = { readText: (path: string) => Promise.resolve(readSample(SAMPLES ?? '', path)) };
  const log = await callTool<typeof tool.inputSchema, typeof tool.outputSchema>(tool, { path: name }, context);
  expect([log.has_data, log.unparsed_records, log.truncated]).toEqual([true, 0, false]);
  expect(log.total_count).toBe(log.samples.length);
  return log.samples;
}

// What the tables of expected.json say beside the state of a GPU: for the discovery of GPUs, or for readers of notes.
const NOT_STATE = new Set(['gfx', 'node_id', 'note']);

suite('samples of GPU tools', () => {
  const expected =
    SAMPLES === null ? {} : (JSON.parse(readSample(SAMPLES, 'expected.json')) as Readonly<Record<string, unknown>>);
  const rows = Object.entries(expected).filter(
    ([name, value]) => /^(amd-smi-(metric|monitor)|rocm-smi)/.test(name) && Array.isArray(value),
  );

  it.each(rows)('%s', async (name, value) => {
    const samples = await samplesOf(name);
    const wanted = value as readonly Expected[]; // the file is a table of records
    expect(samples).toHaveLength(wanted.length);
    for (const [index, row] of wanted.entries()) {
      const readings = samples[index] === undefined ? {} : readingsOf(samples[index]);
      for (const [field, reading] of Object.entries(row))
        if (!NOT_STATE.has(field)) expect([name, index, field, readings[field]]).toEqual([name, index, field, reading]);
    }
  });

  it('amd-smi-monitor-watch-7.1.csv', async () => {
    const samples = await samplesOf('amd-smi-monitor-watch-7.1.csv');
    expect(samples).toHaveLength(4);
    expect(samples[1]).toMatchObject({ gpu_id: 1, power_w: null, gfx_busy_pct: null, mem_temp_c: 36 });
    // 64.2 of 192.0 GB, printed without a unit
    expect(samples[0]).toMatchObject({ timestamp_s: 1_764_547_200, vram_total_bytes: 192 * 2 ** 30 });
  });

  it('a GPU at its power and temperature limits throttles; one that says THROTTLED does; an idle one is healthy', async () => {
    const hot = analyzeThermal({ metrics: { samples: await samplesOf('amd-smi-metric-7.1-mi300x-throttle.json') } });
    expect(hot).toMatchObject({ verdict: 'throttling', max_temp_c: 97, throttle_events: 0, power_limited: true });
    const pair = analyzeThermal({ metrics: { samples: await samplesOf('amd-smi-metric-7.x-gpu_data-2gpu.json') } });
    expect(pair.per_gpu.map(({ verdict, reported_throttle_events: events }) => [verdict, events])).toEqual([
      ['throttling', 1],
      ['healthy', 0],
    ]);
    const idle = analyzeThermal({ metrics: { samples: await samplesOf('rocm-smi-6.x-radeon.json') } });
    expect(idle).toMatchObject({ verdict: 'healthy', max_temp_c: 49, thermal_headroom_c: 56 });
  });

  it.each(['amd-smi-list-7.1.json', 'amd-smi-static-7.1-mi300a.json', 'rocminfo-mi300x-2gpu.txt'])(
    '%s holds no readings',
    async (name) => {
      const context = { readText: () => Promise.resolve(readSample(SAMPLES ?? '', name)) };
      const log = await callTool(parseAmdSmiJsonTool, { path: name }, context);
      expect(log).toMatchObject({ has_data: false, samples: [], gpu_count: 0 });
    },
  );
});
