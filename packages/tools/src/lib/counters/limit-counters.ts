import { isInGfxGroup, isKnownGfxId } from '@perfxpert/knowledge';
import { METRIC_DEFINITIONS } from './metric-definitions.js';
import type { DerivedMetricId } from './metric-definitions.js';
import { missingCounters } from './metric-inputs.js';

/** Metrics that say what bounds a kernel, beside its memory traffic: the units that may be busy, and the waves. */
const UNIT_METRICS: readonly DerivedMetricId[] = ['VALUBusy', 'MfmaUtil', 'OccupancyPercent', 'lds_bank_conflict_rate'];

/** Blocks of which rocprofv3 sums the instances only under a name of its own. */
const SUMMED_BLOCKS = /^(TCC|TCP|TA|TD|GL2C)_/;

/** The name to ask rocprofv3 for: of counters with many instances their sum. */
export function collectionName(counter: string): string {
  return SUMMED_BLOCKS.test(counter) ? `${counter}_sum` : counter;
}

/**
 * Counters that show what bounds kernels on an architecture, to be collected where a trace has none: busy vector and
 * matrix units, resident waves, LDS conflicts, and HBM traffic. Traffic is FETCH_SIZE and WRITE_SIZE, except on gfx950,
 * where the profiler's FETCH_SIZE counts 128-byte reads half. Integrals of level counters are left out: their runs pair
 * two counters. Empty for an architecture that the tables do not know.
 */
export function limitCounters(gfxId: string): readonly string[] {
  if (!isKnownGfxId(gfxId)) return [];
  const units = countersOf(UNIT_METRICS, gfxId);
  const traffic = isInGfxGroup('gfx950', gfxId) ? countersOf(['HBM_BW'], gfxId) : ['FETCH_SIZE', 'WRITE_SIZE'];
  return [...new Set([...units, ...traffic])];
}

function countersOf(metrics: readonly DerivedMetricId[], gfxId: string): string[] {
  return METRIC_DEFINITIONS.filter(({ id }) => metrics.includes(id)).flatMap(({ formula }) => {
    const resolved = formula(gfxId, () => false);
    if (resolved === null) return [];
    const counters = missingCounters(resolved, gfxId, () => false);
    return counters.some((name) => name.includes('+')) ? [] : counters.map(collectionName);
  });
}
