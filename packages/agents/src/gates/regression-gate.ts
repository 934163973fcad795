import path from 'node:path';
import { regression } from '@perfxpert/tools';
import { skipped } from './gate.js';
import type { Gate } from './gate.js';
import { judgeRegression, slowedGeomeanPct } from './judge-regression.js';
import type { KernelTimes } from './judge-regression.js';

/**
 * Gate 4: no kernel time got worse. Total at most 3 % up, the slowed kernels at most 5 % in weighted mean, no hot kernel more
 * than 10 %. Kernels that only the patched run has count in the total alone.
 */
export const regressionGate: Gate = {
  name: 'regression',
  failure: 'regressed',
  async check({ baseline_db: before, candidate_db: after }, context) {
    if (before === undefined || after === undefined) return skipped('baseline_db or candidate_db');
    if (path.resolve(before) === path.resolve(after))
      return { outcome: 'fail', reason: 'baseline_db and candidate_db are the same trace' };
    const comparison = await regression.compareRuns({ db_before: before, db_after: after }, context);
    const baseline = await regression.extractKernelRuntimesFromDb({ db_path: before }, context);
    const candidate = await regression.extractKernelRuntimesFromDb({ db_path: after }, context);
    const beforeNs = new Map(baseline.map((row) => [row.kernel_name, row.total_runtime_ns]));
    const times = comparison.per_kernel_deltas.map(({ kernel, delta_pct: delta }): KernelTimes => {
      const ns = beforeNs.get(kernel) ?? 0;
      return { kernel, beforeNs: ns, afterNs: Math.round(ns * (1 + delta / 100)) };
    });
    const slowed = slowedGeomeanPct(times);
    const triggered = judgeRegression({
      totalDeltaPct: comparison.total_delta_pct,
      slowedGeomeanPct: slowed,
      kernels: comparison.per_kernel_deltas,
    });
    return {
      outcome: triggered.length === 0 ? 'pass' : 'fail',
      reason: triggered.length === 0 ? 'no kernel time got worse beyond the limits' : triggered.join('; '),
      metrics: {
        total_delta_pct: comparison.total_delta_pct,
        weighted_geomean_delta_pct: comparison.weighted_geomean_delta_pct,
        slowed_geomean_delta_pct: slowed,
      },
      deltaPct: comparison.total_delta_pct,
      kernelDeltas: comparison.per_kernel_deltas,
      candidateNs: candidate.reduce((sum, row) => sum + row.total_runtime_ns, 0),
    };
  },
};
