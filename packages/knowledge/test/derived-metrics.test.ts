import { describe, expect, it } from '@jest/globals';
import {
  FORMULA_FACTS,
  counterInfo,
  derivedMetricFormula,
  derivedMetrics,
  evaluateDerivedMetric,
  findDerivedMetric,
  formulaInputs,
  isCounterAvailable,
  isInGfxGroup,
  listGfxIds,
} from '../src/index.js';

const from = (values: Record<string, number>) => (name: string) => values[name] ?? null;

describe('derived metrics', () => {
  it('have names of their own', () => {
    const names = derivedMetrics().map((metric) => metric.name);
    expect(new Set(names).size).toBe(names.length);
    expect(findDerivedMetric('FETCH_SIZE')?.unit).toBe('KiB');
    expect(findDerivedMetric('fetch_size')).toBeNull();
  });

  it.each(derivedMetrics().map((metric) => [metric.name, metric] as const))(
    '%s has at most one formula per architecture, of counters that the architecture has',
    (name, metric) => {
      for (const gfxId of listGfxIds()) {
        const groups = Object.keys(metric.by_arch).filter((group) => isInGfxGroup(group, gfxId));
        expect(groups.length).toBeLessThanOrEqual(1);
        const formula = derivedMetricFormula(name, gfxId);
        expect(formula === null).toBe(groups.length === 0);
        for (const input of formula === null ? [] : formulaInputs(formula)) {
          if (FORMULA_FACTS.some((fact) => fact === input)) continue;
          expect([gfxId, input, counterInfo(input) !== null]).toEqual([gfxId, input, true]);
          // HBM_BW needs WRITE_SIZE, which has no formula on gfx906 and gfx12.
          if (name !== 'HBM_BW') expect([gfxId, input, isCounterAvailable(input, gfxId)]).toEqual([gfxId, input, true]);
        }
      }
    },
  );
});

describe('evaluateDerivedMetric', () => {
  it('counts the bytes of memory reads by their size', () => {
    // gfx942: 10 of 128 B, 5 of 32 B, the other 15 of 30 requests of 64 B
    const requests = { TCC_BUBBLE: 10, TCC_EA0_RDREQ: 30, TCC_EA0_RDREQ_32B: 5 };
    expect(evaluateDerivedMetric('FETCH_SIZE', 'gfx942', from(requests))).toBe((1280 + 960 + 160) / 1024);
    // gfx90a: 20 requests, 4 of 32 B
    const older = { TCC_EA_RDREQ: 20, TCC_EA_RDREQ_32B: 4 };
    expect(evaluateDerivedMetric('FETCH_SIZE', 'gfx90a', from(older))).toBe((4 * 32 + 16 * 64) / 1024);
    // gfx950: 65,536 reads of 128 B are 8 MiB
    const newer = { TCC_EA0_RDREQ_128B: 65_536, TCC_EA0_RDREQ_64B: 0, TCC_EA0_RDREQ_32B: 0 };
    expect(evaluateDerivedMetric('FETCH_SIZE', 'gfx950', from(newer))).toBe(8192);
    // gfx906 has two memory channels per cache: 2 * 64 + 1 * 32 + 3 * 64
    const two = { TCC_EA_RDREQ: 3, TCC_EA_RDREQ_32B: 1, TCC_EA1_RDREQ: 3, TCC_EA1_RDREQ_32B: 0 };
    expect(evaluateDerivedMetric('FETCH_SIZE', 'gfx906', from(two))).toBe((2 * 64 + 32 + 3 * 64) / 1024);
  });

  it('prefers a recorded metric over its parts, and computes it otherwise', () => {
    // (500,000 + 250,000) KiB in 1 ms = 768 GB/s
    const recorded = { FETCH_SIZE: 500_000, WRITE_SIZE: 250_000, duration_ns: 1_000_000 };
    expect(evaluateDerivedMetric('HBM_BW', 'gfx942', from(recorded))).toBe(768);
    // 16 writes of 64 B in 64 ns, nothing read
    const parts = { FETCH_SIZE: 0, TCC_EA0_WRREQ: 16, TCC_EA0_WRREQ_64B: 16, duration_ns: 64 };
    expect(evaluateDerivedMetric('HBM_BW', 'gfx942', from(parts))).toBe(16);
  });

  it('scales occupancy with the units of the generation', () => {
    // gfx942 counts in steps of four clocks: 400 * 1216 / 100 / 304 / 32 = 50 %
    const facts = { cycles: 100, cu_count: 304, max_waves_per_cu: 32 };
    expect(evaluateDerivedMetric('OccupancyPercent', 'gfx942', from({ ...facts, SQ_WAVE_CYCLES: 121_600 }))).toBe(50);
    expect(evaluateDerivedMetric('OccupancyPercent', 'gfx1100', from({ ...facts, SQ_WAVE_CYCLES: 121_600 }))).toBe(
      12.5,
    );
  });

  it('counts a fused multiply-add twice', () => {
    const names = ['ADD', 'MUL', 'TRANS', 'FMA'].flatMap((op) =>
      ['F16', 'F32', 'F64'].map((type) => `SQ_INSTS_VALU_${op}_${type}`),
    );
    const values = Object.fromEntries(names.map((name) => [name, 0]));
    // 64 lanes * (3 adds + 2 * 5 fused)
    const counted = { ...values, SQ_INSTS_VALU_ADD_F32: 3, SQ_INSTS_VALU_FMA_F32: 5 };
    expect(evaluateDerivedMetric('ValuFlops', 'gfx90a', from(counted))).toBe(64 * 13);
    expect(evaluateDerivedMetric('ValuFlops', 'gfx90a', from(values))).toBe(0);
  });

  it('is null for a missing counter, an unknown metric, an unknown architecture and a metric that it lacks', () => {
    expect(evaluateDerivedMetric('L2CacheHit', 'gfx942', from({ TCC_HIT: 1 }))).toBeNull();
    expect(evaluateDerivedMetric('Nothing', 'gfx942', () => 1)).toBeNull();
    expect(evaluateDerivedMetric('GPU_UTIL', 'gfx9999', () => 1)).toBeNull();
    expect(evaluateDerivedMetric('MfmaFlops', 'gfx1100', () => 1)).toBeNull();
    expect(evaluateDerivedMetric('WRITE_SIZE', 'gfx1200', () => null)).toBeNull();
  });
});
