import type { Evidence } from '../../schemas/recommendation.js';
import { percentOf } from '../statistics/percent-of.js';

/** A figure found in the answer of a tool. */
export interface FoundFigure {
  readonly value: Evidence['value'];
  /** Where it stands, or how it follows. */
  readonly formula: string;
}

/** A part of the window: in nanoseconds under `<part>_ns`, and as percent of the window under `<part>_pct`. */
export function ofWindow(
  metric: string,
  parts: Readonly<Record<string, readonly [number, string]>>,
  wallNs: number,
): FoundFigure | null {
  const match = /^(.*)_(ns|pct)$/.exec(metric);
  const part = match === null ? undefined : parts[match[1] ?? ''];
  if (match === null || part === undefined) return null;
  const [ns, formula] = part;
  return match[2] === 'ns'
    ? { value: Math.round(ns), formula }
    : { value: percentOf(Math.round(ns), wallNs), formula: `100 x (${formula}) / wall` };
}
