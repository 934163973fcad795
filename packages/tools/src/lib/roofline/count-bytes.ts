import { counterMean } from '../counters/kernel-counters.js';
import type { KernelCounters } from '../counters/kernel-counters.js';
import { METRIC_DEFINITIONS } from '../counters/metric-definitions.js';
import type { DerivedMetricId } from '../counters/metric-definitions.js';
import { metricOutcome } from '../counters/metric-outcome.js';

/** Memory traffic of one dispatch of a kernel, bytes. */
export interface ByteCount {
  /** Null where not counted. */
  readonly readBytes: number | null;
  readonly writeBytes: number | null;
  /** Whether the counters at hand count some of the traffic only. */
  readonly isLowerBound: boolean;
  /** Why neither is known; null where one is. */
  readonly reason: string | null;
}

/**
 * Bytes read from and written to memory per dispatch: FETCH_SIZE and WRITE_SIZE as recorded, else by their formulas
 * from counters of the L2 cache; means over the dispatches that hold what is needed. On gfx950 without counters of
 * 128-byte reads what was read is a lower bound.
 *
 * Source: ROCprofiler-SDK, counter_defs.yaml; rocprofiler-compute (knowledge base, derived_metrics).
 */
export function countBytes(counters: KernelCounters): ByteCount {
  if (!counters.device.isKnown) return recordedBytes(counters);
  const read = outcomeOf(counters, 'hbm_read_bytes');
  const write = outcomeOf(counters, 'hbm_write_bytes');
  const bound = read.value === null ? outcomeOf(counters, 'hbm_read_bytes_lower_bound').value : null;
  const readBytes = read.value ?? bound;
  const isKnown = readBytes !== null || write.value !== null;
  return {
    readBytes,
    writeBytes: write.value,
    isLowerBound: isKnown && (read.value === null || write.value === null),
    reason: isKnown ? null : (read.reason ?? write.reason),
  };
}

function outcomeOf(counters: KernelCounters, id: DerivedMetricId): { value: number | null; reason: string | null } {
  const definition = METRIC_DEFINITIONS.find((candidate) => candidate.id === id);
  return definition === undefined ? { value: null, reason: null } : metricOutcome(definition, counters);
}

/** Without an architecture there is no formula, but what the profiler computed itself stands. */
function recordedBytes(counters: KernelCounters): ByteCount {
  const readKib = amountOf(counters, 'FETCH_SIZE');
  const writeKib = amountOf(counters, 'WRITE_SIZE');
  return {
    readBytes: readKib === null ? null : readKib * 1024,
    writeBytes: writeKib === null ? null : writeKib * 1024,
    isLowerBound: (readKib === null) !== (writeKib === null),
    reason: readKib === null && writeKib === null ? 'not collected: FETCH_SIZE, WRITE_SIZE' : null,
  };
}

/** Mean of a counter; null where it was not collected, or is negative, which no amount is. */
function amountOf(counters: KernelCounters, name: string): number | null {
  const mean = counterMean(counters, name);
  return mean !== null && mean >= 0 ? mean : null;
}
