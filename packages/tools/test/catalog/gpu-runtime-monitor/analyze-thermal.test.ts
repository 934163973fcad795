import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { analyzeThermal, analyzeThermalTool } from '../../../src/catalog/gpu-runtime-monitor/analyze-thermal.js';
import type { AnalyzeThermalInput } from '../../../src/catalog/gpu-runtime-monitor/analyze-thermal.js';
import { errorOf, expectOverTheWire } from '../../support/expect-tool.js';

type Samples = AnalyzeThermalInput['metrics']['samples'];
const analyze = (samples: Samples, more: Partial<AnalyzeThermalInput> = {}) =>
  analyzeThermal({ metrics: { samples }, ...more });
const temperatures = (...values: readonly number[]): Samples => values.map((value) => ({ gpu_id: 0, temp_c: value }));

describe('gpuRuntimeMonitor.analyzeThermal', () => {
  it('GM-4: two cool samples', () => {
    expect(analyze(temperatures(60, 62))).toEqual({
      has_data: true,
      max_temp_c: 62,
      avg_temp_c: 61,
      // rank round(0.95) = 1
      p95_temp_c: 62,
      max_mem_temp_c: null,
      max_power_w: null,
      thermal_headroom_c: 43,
      throttle_events: 0,
      reported_throttle_events: 0,
      throttle_reasons: [],
      power_limited: false,
      power_throttle_suspected: false,
      verdict: 'healthy',
      sample_count: 2,
      gpu_count: 1,
      per_gpu: [
        {
          gpu_id: 0,
          max_temp_c: 62,
          avg_temp_c: 61,
          p95_temp_c: 62,
          max_mem_temp_c: null,
          max_power_w: null,
          thermal_headroom_c: 43,
          throttle_events: 0,
          reported_throttle_events: 0,
          throttle_reasons: [],
          power_limited: false,
          power_throttle_suspected: false,
          verdict: 'healthy',
          clock_spread_frac: null,
          sample_count: 2,
        },
      ],
      remarks: [],
    });
  });

  it('GM-5: five degrees below the limit', () => {
    expect(analyze(temperatures(100))).toMatchObject({ verdict: 'throttling', throttle_events: 1 });
    expect(analyze(temperatures(99.9))).toMatchObject({ verdict: 'hot', throttle_events: 0 });
    expect(analyze(temperatures(94.9)).verdict).toBe('healthy');
    expect(analyze(temperatures(120)).thermal_headroom_c).toBe(0);
  });

  it('GM-6: a power cap that is reached is no throttling', () => {
    // 712.5 = 0.95 * 750
    const sample = { gpu_id: 0, temp_c: 60, power_w: 712.5 };
    expect(analyze([sample], { tdp_w: 750 })).toMatchObject({
      power_limited: true,
      power_throttle_suspected: false,
      verdict: 'healthy',
      max_power_w: 712.5,
    });
    // the cap that the sample tells
    expect(analyze([{ ...sample, power_limit_w: 750 }]).power_limited).toBe(true);
    expect(analyze([sample]).power_limited).toBe(false);
  });

  it('suspects the power cap where busy clocks fall under it', () => {
    const sample = (clockMhz: number, busyPct: number) => ({
      gpu_id: 0,
      temp_c: 60,
      power_w: 740,
      sclk_mhz: clockMhz,
      gfx_busy_pct: busyPct,
    });
    const usual = Array.from({ length: 9 }, () => sample(2000, 99));
    // 1700 < 0.9 * 2000
    expect(analyze([...usual, sample(1700, 99)], { tdp_w: 750 })).toMatchObject({
      power_throttle_suspected: true,
      verdict: 'throttling',
    });
    expect(analyze([...usual, sample(1700, 80)], { tdp_w: 750 }).power_throttle_suspected).toBe(false);
    expect(analyze([...usual, sample(1800, 99)], { tdp_w: 750 }).power_throttle_suspected).toBe(false);
    expect(analyze([...usual, sample(1700, 99)], { tdp_w: 1000 }).power_throttle_suspected).toBe(false);
  });

  it('judges each GPU by itself and all by the worst', () => {
    const { per_gpu: gpus, verdict } = analyze([
      { gpu_id: 1, temp_c: 101 },
      { gpu_id: 0, temp_c: 50 },
      { gpu_id: 2, temp_c: null },
    ]);
    expect(gpus.map((gpu) => [gpu.gpu_id, gpu.verdict])).toEqual([
      [0, 'healthy'],
      [1, 'throttling'],
      [2, 'unknown'],
    ]);
    expect(verdict).toBe('throttling');
  });

  it('judges the junction before the edge, and the edge by its own limit', () => {
    const both = { gpu_id: 0, temp_c: 70, temp_sensor: 'edge', junction_temp_c: 101 };
    expect(analyze([both])).toMatchObject({ verdict: 'throttling', max_temp_c: 101 });
    const edge = { gpu_id: 0, temp_c: 88, temp_sensor: 'edge' };
    expect(analyze([edge]).verdict).toBe('healthy');
    expect(analyze([edge], { edge_limit_c: 95 })).toMatchObject({ verdict: 'hot', thermal_headroom_c: 7 });
  });

  it('believes what the GPU says: thermal limits, or no reason at all, but not the power cap', () => {
    const says = (reasons: string[]) =>
      analyze([{ gpu_id: 0, temp_c: 60, throttled: true, throttle_reasons: reasons }]);
    expect(says(['hbm_thermal'])).toMatchObject({ verdict: 'throttling', reported_throttle_events: 1 });
    expect(says([]).verdict).toBe('throttling');
    expect(says(['ppt'])).toMatchObject({ verdict: 'healthy', power_limited: true, throttle_reasons: ['ppt'] });
  });

  it('remarks dies that differ by more than a tenth', () => {
    // 1 - 1700 / 2000 = 0.15
    const result = analyze([{ gpu_id: 4, temp_c: 60, sclk_min_mhz: 1700, sclk_max_mhz: 2000 }]);
    expect(result.per_gpu[0]?.clock_spread_frac).toBeCloseTo(0.15, 12);
    expect(result.remarks).toEqual(['GPU 4: the clocks of its dies differ by up to 15 %.']);
  });

  it('knows nothing without samples or temperatures', () => {
    expect(analyze([])).toMatchObject({
      has_data: false,
      verdict: 'unknown',
      max_temp_c: null,
      thermal_headroom_c: null,
      reason: 'There are no samples.',
    });
    expect(analyze([{ gpu_id: 0, power_w: 100 }])).toMatchObject({
      has_data: true,
      verdict: 'unknown',
      max_power_w: 100,
      reason: expect.stringContaining('temperature'),
    });
  });

  it('rounds the rank of the percentile to even', () => {
    // 0.95 * 10 = 9.5 -> 10; of eleven samples the last
    expect(analyze(temperatures(...Array.from({ length: 11 }, (_, index) => index))).p95_temp_c).toBe(10);
    // 0.95 * 30 = 28.5 -> 28
    expect(analyze(temperatures(...Array.from({ length: 31 }, (_, index) => index))).p95_temp_c).toBe(28);
  });

  it('refuses metrics without samples', () => {
    const call = (metrics: unknown) => errorOf(() => analyzeThermal({ metrics } as AnalyzeThermalInput)).code;
    expect(call({})).toBe('INVALID_ARGUMENT');
    expect(call(null)).toBe('INVALID_ARGUMENT');
    expect(call({ samples: [7] })).toBe('INVALID_ARGUMENT');
    expect(call({ samples: [{ temp_c: 'hot' }] })).toBe('INVALID_ARGUMENT');
  });

  it('keeps its laws for any samples', () => {
    const reading = fc.option(fc.double({ min: 0, max: 200, noNaN: true }));
    const sample = fc.record({
      gpu_id: fc.nat(3),
      temp_c: reading,
      power_w: reading,
      sclk_mhz: reading,
      gfx_busy_pct: reading,
    });
    fc.assert(
      fc.property(fc.array(sample, { maxLength: 20 }), (samples) => {
        const result = analyze(samples, { tdp_w: 150 });
        const { max_temp_c: max, avg_temp_c: mean, p95_temp_c: p95 } = result;
        if (max !== null && mean !== null && p95 !== null) {
          expect(mean).toBeLessThanOrEqual(max);
          expect(p95).toBeLessThanOrEqual(max);
        }
        expect(result.per_gpu.reduce((sum, gpu) => sum + gpu.throttle_events, 0)).toBe(result.throttle_events);
        expect(result.per_gpu.reduce((sum, gpu) => sum + gpu.sample_count, 0)).toBe(samples.length);
      }),
    );
  });

  it('goes over the wire', async () => {
    const input = { metrics: { source: 'amd-smi', samples: [{ gpu_id: 0, temp_c: 60, more: 'x' }] } };
    await expectOverTheWire(analyzeThermalTool, input, analyzeThermal(input));
  });
});
