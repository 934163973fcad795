import type { TraceFacts } from '../facts/trace-facts.js';
import { cutText } from '../text/cut-text.js';
import { RULE_THRESHOLDS } from './rule-thresholds.js';

/** Beginning of the metric of the idle time in a range. */
export const IDLE_IN = 'idle_ns in ';

/** Longer texts of markers are cut in sentences. */
const MAX_NAME = 80;

/** A range of the program that runs while the GPU has nothing to do. */
export interface HostRange {
  /** Text of the marker, or name of the function. */
  readonly name: string;
  /** Idle time under no API call while it is the innermost range; mean over devices, nanoseconds. */
  readonly ns: number;
}

/**
 * The ranges that keep the GPU waiting, the longest first: those with a quarter of the idle time under no API call or
 * more. The range around the steps of the main loop says no more than that it is the loop, and is left out. Empty
 * without markers, or where none of them covers enough.
 */
export function hostWork({ idleCauses, executionBreakdown, steps }: TraceFacts): HostRange[] {
  const idleNs = executionBreakdown?.idle_other_ns ?? 0;
  const isLoop = new Set((steps?.loops ?? []).map(({ marker }) => marker));
  const nsOfName = new Map<string, number>();
  for (const { top_ranges: ranges } of idleCauses?.causes ?? [])
    for (const { name, total_ns: ns } of ranges) nsOfName.set(name, (nsOfName.get(name) ?? 0) + ns);
  return [...nsOfName]
    .map(([name, ns]) => ({ name, ns: Math.min(ns, idleNs) }))
    .filter(({ name, ns }) => !isLoop.has(name) && 100 * ns >= RULE_THRESHOLDS.hostRangePct.value * idleNs && ns > 0)
    .sort((a, b) => b.ns - a.ns || (a.name < b.name ? -1 : 1));
}

/** `load_batch` in quotes, cut where it is long. */
export function rangeText({ name }: HostRange): string {
  return `\`${name.length <= MAX_NAME ? name : `${cutText(name, MAX_NAME - 1)}…`}\``;
}
