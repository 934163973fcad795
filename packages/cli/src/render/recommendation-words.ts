import type { Report } from '@perfxpert/agents';
import { formatWholePercent } from './format-number.js';
import { formatQuantity } from './format-quantity.js';
import { metricWords } from './metric-words.js';

type Recommendation = Report['recommendations'][number];
type Technique = NonNullable<Recommendation['techniques']>[number];

/** One figure of the evidence with its values: `idle other`, `2.82 ms`, `80.6%`. */
export interface EvidenceFigure {
  readonly words: string;
  readonly value: string;
  /** The same figure in other units. */
  readonly others: readonly string[];
}

/** Figures of the evidence that are there; those of one name in several units stand together. */
export function evidenceFigures(evidence: Recommendation['evidence']): EvidenceFigure[] {
  const values = new Map<string, string[]>();
  for (const { metric, value, unit } of evidence) {
    if (value === null) continue;
    const words = metricWords(metric);
    values.set(words, [...(values.get(words) ?? []), formatQuantity(value, unit)]);
  }
  return [...values].map(([words, [value = '', ...others]]) => ({ words, value, others }));
}

/** What a technique is, whether it fits, and, where something could not be checked, what is missing. */
export function describeTechnique({
  title,
  status,
  missing_metrics: missing,
  preconditions,
  effort,
}: Technique): string {
  const held = preconditions.filter(({ passed }) => passed === true).length;
  const checked = preconditions.length === 0 ? '' : `; ${held} of ${preconditions.length} preconditions hold`;
  const unknown = missing.length === 0 ? '' : `, not measured: ${missing.map(metricWords).join(', ')}`;
  return `${title} (${status === 'applicable' ? 'applicable' : 'needs data'}, effort ${effort}${checked}${unknown})`;
}

/** What the change brings by prediction; empty without one. */
export function describePrediction({
  predicted_program_speedup_range: range,
  predicted_confidence: sure,
}: Recommendation): string {
  if (range === undefined) return '';
  const confidence = sure === undefined ? '' : `, confidence ${formatWholePercent(sure)}`;
  return `${range[0].toFixed(2)} to ${range[1].toFixed(2)} times as fast, the whole program${confidence}`;
}

/** Figures that have to move once the advice is followed. */
export function figuresToWatch(verify: NonNullable<Recommendation['verify']>): string {
  return `watch ${verify.metrics.map((metric) => (metric === 'execution_breakdown.wall_ns' ? 'the window' : metricWords(metric))).join(', ')}`;
}
