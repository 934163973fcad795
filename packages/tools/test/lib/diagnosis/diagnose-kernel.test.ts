import { describe, expect, it } from '@jest/globals';
import * as v from 'valibot';
import { diagnoseKernel } from '../../../src/lib/diagnosis/diagnose-kernel.js';
import { diagnose } from '../../../src/lib/diagnosis/diagnose.js';
import { kernelLimits } from '../../../src/lib/diagnosis/kernel-limit.js';
import type { TraceFacts } from '../../../src/lib/facts/trace-facts.js';
import { KernelDiagnosisSchema } from '../../../src/schemas/kernel-diagnosis.js';
import type { KernelDiagnosis } from '../../../src/schemas/kernel-diagnosis.js';
import { counters, factsOf, hotspot, resource, resources } from '../../__fixtures__/facts.js';

function diagnosisOf(overrides: Partial<TraceFacts>, kernel = hotspot('k', 80)): KernelDiagnosis {
  const facts = factsOf({}, { hotspots: [kernel], ...overrides });
  return v.parse(KernelDiagnosisSchema, diagnoseKernel(facts, kernel, kernelLimits(facts)));
}

describe('diagnoseKernel', () => {
  it('says why each figure is missing where no counters were recorded', () => {
    const diagnosis = diagnosisOf({});
    const reason = 'no hardware counters were recorded';
    for (const name of ['achieved_bandwidth', 'flop_rate', 'vector_busy', 'matrix_busy', 'l2_hit_rate'] as const)
      expect(diagnosis[name]).toMatchObject({ value: null, reason });
    expect(diagnosis).toMatchObject({
      limiter: null,
      limiter_reason: reason,
      flop_rates: [],
      flop_rates_reason: reason,
      instruction_mix: null,
      instruction_mix_reason: reason,
      roofline_side: null,
      roofline_reason: reason,
      occupancy_limiter: null,
    });
    expect(diagnosis.occupancy_allowed).toMatchObject({ value: null, unit: 'percent' });
  });

  it('shows what counters say in its own units', () => {
    const metrics = { HBM_BW: 4000, hbm_bw_utilization: 0.75, MfmaUtil: 3, VALUBusy: 10, l2_hit_rate: 0.4 };
    const diagnosis = diagnosisOf({ hardwareCounters: counters({}, { k: metrics }) });
    expect(diagnosis.limiter).toBe('hbm_bandwidth');
    expect(diagnosis.achieved_bandwidth).toEqual({ value: 4000, unit: 'GB/s', reason: null });
    expect(diagnosis.bandwidth_utilization).toEqual({ value: 75, unit: 'percent', reason: null });
    expect(diagnosis.l2_hit_rate).toEqual({ value: 0.4, unit: 'fraction', reason: null });
    expect(diagnosis.lds_conflicts.value).toBeNull();
  });

  it('takes matrix instructions off the vector ones and gives shares of what was counted', () => {
    const mean = (value: number) => ({ dispatch_count: 1, avg_value: value, min_value: value, max_value: value });
    const perKernel = {
      k: {
        SQ_INSTS_VALU: mean(700),
        SQ_INSTS_MFMA: mean(200),
        SQ_INSTS_SALU: mean(100),
        SQ_INSTS_VMEM_RD: mean(150),
        SQ_INSTS_VMEM_WR: mean(50),
      },
    };
    const diagnosis = diagnosisOf({ hardwareCounters: { ...counters({}, { k: {} }), per_kernel: perKernel } });
    // 500 valu, 200 mfma, 100 salu, 200 vmem: 1000 in all
    expect(diagnosis.instruction_mix).toEqual([
      { class: 'valu', frac: 0.5 },
      { class: 'mfma', frac: 0.2 },
      { class: 'vmem', frac: 0.2 },
      { class: 'salu', frac: 0.1 },
    ]);
  });

  it('marks what static data suggests as hints', () => {
    const kernel = hotspot('k', 80, { avg_duration: 4000, calls: 7 });
    const diagnosis = diagnosisOf(
      {
        kernelResources: resources(
          resource('k', { vgpr: 128, blocks: 24, scratch_bytes: 64 }, { percent: 50, limiting_resource: 'VGPR' }),
        ),
        shortKernels: { ...factsOf({}).shortKernels, threshold_us: 10 },
      },
      kernel,
    );
    expect(diagnosis.hints.map(({ code }) => code)).toEqual([
      'registers_limit_waves',
      'grid_too_small',
      'tiny_kernel',
      'scratch_in_use',
    ]);
    expect(new Set(diagnosis.hints.map(({ basis }) => basis))).toEqual(new Set(['static']));
    expect(diagnosis.hints[1]?.text).toBe('24 workgroups for 304 compute units.');
    expect(diagnosis.limiter).toBeNull();
  });

  it('does not judge a collective by its busy units', () => {
    const kernel = hotspot('ncclDevKernel_Generic', 80, { category: 'NCCL' });
    const diagnosis = diagnosisOf(
      { hardwareCounters: counters({}, { ncclDevKernel_Generic: { hbm_bw_utilization: 0.9 } }) },
      kernel,
    );
    expect(diagnosis).toMatchObject({ limiter: null, limiter_reason: expect.stringContaining('collective') });
  });

  it('stands beside each listed hotspot of a diagnosis', () => {
    const listedHotspots = [hotspot('a', 60), hotspot('b', 40)];
    const { hotspots } = diagnose(factsOf({}, { hotspots: listedHotspots, listedHotspots }));
    expect(hotspots.map(({ name, diagnosis }) => [name, diagnosis?.limiter])).toEqual([
      ['a', null],
      ['b', null],
    ]);
  });
});
