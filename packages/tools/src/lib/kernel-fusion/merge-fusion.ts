import type { FusionCandidate } from '../../schemas/fusion-candidate.js';
import { shapeKey } from '../facts/kernel-segments.js';
import { roundTo } from '../statistics/round-to.js';
import { compareText } from '../text/compare-text.js';
import type { FusionGroup } from './collect-fusion.js';
import { isKnownShape } from './fusable-kernels.js';
import { matchFusionPattern } from './match-pattern.js';
import { pairSignature } from './pair-signature.js';

/** Confidence in a pair with the longest allowed gap, and what a gap of 0 adds; half of it without a launch shape. Choices. */
const LEAST_CONFIDENCE = 0.6;
const CONFIDENCE_OF_NO_GAP = 0.2;

/**
 * The pairs of all processes, one row per names and shape, by what removing their gaps would save, then by run time,
 * names and shape.
 *
 * est_speedup_hi = (run time + gaps) / run time: what both kernels take now over what they take without the gap. The
 * lower bound is 1: a gap that short shows that launches are hidden already. Saved memory traffic is not in it, because
 * a trace does not tell which bytes the second kernel reads from the first.
 */
export function mergeFusion(parts: readonly (readonly FusionGroup[])[], maxGapNs: number): FusionCandidate[] {
  const groups = new Map<string, FusionGroup>();
  for (const group of parts.flat()) {
    const key = JSON.stringify([...group.names, shapeKey(group.shape)]);
    const known = groups.get(key);
    groups.set(key, known === undefined ? group : addGroups(known, group));
  }
  return [...groups.values()]
    .sort(
      (a, b) =>
        b.gapNs - a.gapNs ||
        b.totalNs - a.totalNs ||
        compareText(a.names[0], b.names[0]) ||
        compareText(a.names[1], b.names[1]) ||
        compareText(shapeKey(a.shape), shapeKey(b.shape)),
    )
    .map((group) => describeGroup(group, maxGapNs));
}

function addGroups(a: FusionGroup, b: FusionGroup): FusionGroup {
  return {
    ...a,
    occurrences: a.occurrences + b.occurrences,
    totalNs: a.totalNs + b.totalNs,
    gapNs: a.gapNs + b.gapNs,
    linked: a.linked + b.linked,
    hostBoundNs: a.hostBoundNs + b.hostBoundNs,
    longestChain: Math.max(a.longestChain, b.longestChain),
  };
}

function describeGroup(group: FusionGroup, maxGapNs: number): FusionCandidate {
  const { names, shape, occurrences, totalNs, gapNs } = group;
  const shapeKnown = isKnownShape(shape);
  const meanGapNs = gapNs / occurrences;
  const pattern = matchFusionPattern(names[0], names[1], shapeKnown);
  return {
    pair: [names[0], names[1]],
    signature: pairSignature(names, shape),
    gap_ns: meanGapNs,
    est_speedup_lo: 1,
    est_speedup_hi: roundTo((totalNs + gapNs) / totalNs, 3),
    expected_impact_units: 'speedup_multiplier',
    confidence: roundTo(confidenceOf(meanGapNs, maxGapNs) * (shapeKnown ? 1 : 0.5), 3),
    occurrences,
    total_time_ns: totalNs,
    est_saved_ns: gapNs,
    host_bound_saved_ns: group.linked === 0 ? null : group.hostBoundNs,
    longest_chain: group.longestChain,
    workgroup: shape.workgroup === null ? null : [...shape.workgroup],
    grid: shape.grid === null ? null : [...shape.grid],
    shape_known: shapeKnown,
    pattern:
      pattern === null
        ? null
        : { id: pattern.id, saves: pattern.saves, risk: pattern.risk, verify_counters: [...pattern.verify_counters] },
  };
}

function confidenceOf(gapNs: number, maxGapNs: number): number {
  if (maxGapNs <= 0) return LEAST_CONFIDENCE;
  return LEAST_CONFIDENCE + CONFIDENCE_OF_NO_GAP * (1 - Math.min(gapNs, maxGapNs) / maxGapNs);
}
