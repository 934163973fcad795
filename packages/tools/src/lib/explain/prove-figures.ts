import type { Evidence, Recommendation } from '../../schemas/recommendation.js';
import type { ProvenFigure } from '../../schemas/explanation.js';
import type { FoundFigure } from './found-figure.js';

/** Rounding of figures that are computed in another order: parts of 1. */
const ROUNDING = 1e-6;

/** A tool that recomputes figures: how it is called, and how a figure is found in its answer. */
export interface FigureSource {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  find(metric: string, finding: Recommendation): FoundFigure | null;
}

/**
 * The evidence of a finding beside the same figures by the tools that its sources name. Figures of other origins (a
 * thread trace, sources) have no call and are not recomputed.
 */
export function proveFigures(finding: Recommendation, sources: ReadonlyMap<string, FigureSource>): ProvenFigure[] {
  return finding.evidence.map((entry) => {
    const source = sources.get(entry.source);
    const found = source?.find(entry.metric, finding) ?? null;
    const call =
      source === undefined || found === null ? null : { tool: source.tool, arguments: { ...source.arguments } };
    return {
      ...entry,
      tool_call: call,
      formula: found?.formula ?? null,
      recomputed: found?.value ?? null,
      agrees: found === null ? null : isSame(entry.value, found.value),
    };
  });
}

function isSame(shown: Evidence['value'], again: Evidence['value']): boolean {
  if (typeof shown !== 'number' || typeof again !== 'number') return shown === again;
  return Math.abs(shown - again) <= ROUNDING * Math.max(1, Math.abs(shown));
}
