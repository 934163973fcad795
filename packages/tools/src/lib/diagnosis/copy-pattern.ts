import { COPY_DIRECTIONS } from '../../terms/copy-directions.js';
import type { CopyStatistics, MemoryAnalysis } from '../../schemas/memory-analysis.js';
import type { CopyDirection } from '../../terms/copy-directions.js';
import { RULE_THRESHOLDS } from './rule-thresholds.js';

/** A direction of copies and its figures. */
export interface DirectionCopies {
  readonly direction: CopyDirection;
  readonly copies: CopyStatistics;
}

/**
 * What copies of a direction look like: mostly below 64 KiB, or so short that their fixed cost is what slows them
 * (`small`); large ones between host and device far below the
 * link, as from pageable memory (`below_link`); between GPUs or within one (`on_device`); all others (`at_link`).
 */
export type CopyPattern = 'small' | 'below_link' | 'at_link' | 'on_device';

/**
 * Direction with the most copy time among those that end at a GPU; ties go to the earlier of the fixed list. Null
 * without copies.
 */
export function busiestDirection(analysis: MemoryAnalysis): DirectionCopies | null {
  let busiest: DirectionCopies | null = null;
  for (const direction of COPY_DIRECTIONS) {
    const copies = analysis[direction];
    if (
      copies !== undefined &&
      direction !== 'Host-to-Host' &&
      copies.total_duration_ns > (busiest?.copies.total_duration_ns ?? -1)
    )
      busiest = { direction, copies };
  }
  return busiest;
}

/** The pattern of a direction; directions without sizes fall to the last two. */
export function copyPattern({ direction, copies }: DirectionCopies): CopyPattern {
  if (areMostlySmall(copies)) return 'small';
  if (direction === 'Device-to-Device' || direction === 'Peer-to-Peer') return 'on_device';
  const isLarge = (copies.avg_bytes ?? 0) >= RULE_THRESHOLDS.smallCopyBytes.value;
  const isSlow = copies.efficiency_pct !== null && copies.efficiency_pct < RULE_THRESHOLDS.linkEfficiencyPct.value;
  if (direction === 'Unknown' || !isLarge || !isSlow) return 'at_link';
  return fixedCostNs(copies) < RULE_THRESHOLDS.copyLatencyNs.value ? 'small' : 'below_link';
}

/** Whether most copies of a direction are below 64 KiB. */
export function areMostlySmall({ small_copy_frac: frac }: CopyStatistics): boolean {
  return 100 * (frac ?? 0) > RULE_THRESHOLDS.smallCopyMajorityPct.value;
}

/** Mean time of a copy beyond what its bytes take at the peak of its link, nanoseconds; infinite where that is not known. */
export function fixedCostNs({ avg_bytes: bytes, avg_duration_ns: ns, peak_gbps: peakGbps }: CopyStatistics): number {
  return bytes === null || peakGbps === null || peakGbps === 0 ? Number.POSITIVE_INFINITY : ns - bytes / peakGbps;
}
