import { describe, expect, it } from '@jest/globals';
import { factMeasurement } from '../../../src/lib/techniques/fact-measurement.js';
import { offerTechniques } from '../../../src/lib/techniques/offer-techniques.js';
import type { TraceFacts } from '../../../src/lib/facts/trace-facts.js';
import type { OfferedTechnique } from '../../../src/schemas/offered-technique.js';
import { copies, counters, factsOf, hotspot, resource, resources } from '../../__fixtures__/facts.js';

const room = { windowFrac: 0.8, headroomFrac: 0.75 };

function offered(cause: string, overrides: Partial<TraceFacts>, measuredRoom: typeof room | null = room) {
  const kernel = hotspot('k', 80);
  const facts = factsOf({ copy: 1 }, { hotspots: [kernel], ...overrides });
  return offerTechniques({ cause, measured: factMeasurement(facts, kernel), room: measuredRoom });
}

const scattered = (l1: number, hbm = 0.2): Partial<TraceFacts> => ({
  hardwareCounters: counters({}, { k: { hbm_bw_utilization: hbm, L1MissRate: l1 } }),
  memoryAnalysis: { 'Host-to-Device': copies() },
});
const states = (techniques: readonly OfferedTechnique[]) => techniques.map(({ name, status }) => [name, status]);

describe('offerTechniques', () => {
  it('offers what every precondition speaks for, with a range', () => {
    const [technique] = offered('uncoalesced', scattered(0.95));
    expect(technique).toMatchObject({
      id: 'memory_coalescing_stride_fix',
      status: 'applicable',
      confidence: 1,
      missing_metrics: [],
      prediction_reason: null,
    });
    // Headroom 0.75 leaves at most 4 times; the least is sqrt(4) = 2, below the 3 of the model. Of 0.8 of the window:
    // 1 / (0.2 + 0.8 / 2) = 1.667 and 1 / (0.2 + 0.8 / 4) = 2.5.
    expect(technique?.predicted_program_speedup_range).toEqual([1.667, 2.5]);
  });

  it('does not offer what a measured metric contradicts', () => {
    expect(offered('uncoalesced', scattered(0.5))).toEqual([]);
    expect(offered('uncoalesced', scattered(0.95, 0.35))).toEqual([]);
  });

  it('names the metrics that are missing, and predicts nothing without them', () => {
    const [technique] = offered('uncoalesced', { ...scattered(0.95), memoryAnalysis: {} });
    // two of three hold
    expect(technique).toMatchObject({
      status: 'needs_data',
      confidence: 0.67,
      missing_metrics: ['memcpy_frac'],
      predicted_program_speedup_range: null,
      prediction_reason: 'some of its preconditions could not be checked',
    });
  });

  it('gives a bound and no range where no counter shows the limit', () => {
    const [technique] = offered('uncoalesced', scattered(0.95), null);
    expect(technique?.predicted_program_speedup_range).toBeNull();
    expect(technique?.prediction_reason).toContain('no counter shows what limits it');
  });

  it('leaves ranges of other parts alone', () => {
    const kernel = resource('k', { vgpr: 128 }, { waves_per_simd: 4, percent: 50, limiting_resource: 'VGPR' });
    const on = (arch: string) => offered('low_occupancy_vgpr', { kernelResources: { ...resources(kernel), arch } });
    // Whether the kernel lies above the ridge is not known.
    expect(states(on('gfx942'))).toEqual([
      ['vgpr_reduction_compute_bound', 'needs_data'],
      ['fast_math_compiler_flag', 'needs_data'],
    ]);
    expect(states(on('gfx1100'))[0]).toEqual(['reduce_vgpr', 'applicable']);
  });

  it('has nothing for a cause that no technique acts on', () => {
    expect(offered('gpu_bound', {})).toEqual([]);
  });

  it('never gives a range wider than 3', () => {
    // Half of precision on the matrix cores: nothing bounds the kernel but its window.
    const facts: Partial<TraceFacts> = {
      hotspots: [hotspot('k', 99, { category: 'GEMM' })],
      hardwareCounters: counters({}, { k: { MfmaUtil: 0, VALUBusy: 80 } }),
      kernelResources: resources(resource('k')),
    };
    const kernel = hotspot('k', 99, { category: 'GEMM' });
    for (const headroomFrac of [0.5, 0.9, 0.99, 1])
      for (const technique of offerTechniques({
        cause: 'no_mfma',
        measured: factMeasurement(factsOf({}, facts), kernel),
        room: { windowFrac: 1, headroomFrac },
      })) {
        const [low, high] = technique.predicted_program_speedup_range ?? [1, 1];
        expect(high).toBeGreaterThanOrEqual(low);
        expect(high).toBeLessThanOrEqual(3.001 * low);
      }
  });
});
