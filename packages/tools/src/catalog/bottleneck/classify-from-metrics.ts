import { bottleneckTypesCatalogue } from '@perfxpert/knowledge';
import * as v from 'valibot';
import { checkFractions } from '../../lib/metrics/check-fractions.js';
import { SCORED_BOTTLENECKS, scoreBottlenecks } from '../../lib/metrics/score-bottlenecks.js';
import type { BottleneckScore } from '../../lib/metrics/score-bottlenecks.js';
import { EvaluatedConditionSchema } from '../../schemas/condition.js';
import { MetricValuesSchema } from '../../schemas/metric-values.js';
import type { MetricValues } from '../../schemas/metric-values.js';
import { fraction, text } from '../../schemas/numbers.js';
import { callSyncTool, defineSyncTool } from '../../tool/sync-tool.js';
import type { ToolOptions } from '../../tool/tool-context.js';

export const ClassifyFromMetricsInputSchema = v.strictObject({ metrics: MetricValuesSchema });

export const ClassifyFromMetricsOutputSchema = v.object({
  type: v.picklist([...SCORED_BOTTLENECKS, 'mixed', 'data_insufficient']),
  confidence: fraction('Score of the type; 0.5 for mixed, 0 without data'),
  reasoning: text('Why, in words'),
  all_scores: v.object({
    compute: fraction('Conditions that hold'),
    memory_transfer: fraction('Conditions that hold'),
    latency: fraction('Conditions that hold'),
    api_overhead: fraction('Conditions that hold'),
  }),
  drivers: v.pipe(
    v.array(EvaluatedConditionSchema),
    v.description('Conditions of the type; for mixed, of the type that scored best'),
  ),
  runner_up: v.nullable(
    v.pipe(
      v.object({ type: v.picklist(SCORED_BOTTLENECKS), score: fraction('Its score') }),
      v.description('Best-scoring type beside the chosen one; null when none scored'),
    ),
  ),
});

export type ClassifyFromMetricsInput = { readonly metrics: MetricValues };
export type BottleneckClass = v.InferOutput<typeof ClassifyFromMetricsOutputSchema>;

/**
 * The kind of bottleneck that metrics speak for: score of a type = conditions that hold / conditions of the type. An
 * unknown metric never holds. Below the least score of the tables (0.5) the answer is `mixed` with confidence 0.5; when
 * no condition of any type has a value, `data_insufficient` with confidence 0. Fractions may be spelled `_pct` (0..1).
 *
 * @throws ToolError INVALID_ARGUMENT, also for a fraction outside 0..1.
 */
export function classifyFromMetrics(input: ClassifyFromMetricsInput, options: ToolOptions = {}): BottleneckClass {
  return callSyncTool(classifyFromMetricsTool, input, options);
}

export const classifyFromMetricsTool = defineSyncTool({
  key: 'bottleneck.classify_from_metrics',
  description:
    'What limits a program or kernel, judged from measured metrics: compute, memory_transfer, latency, api_overhead, ' +
    'mixed or data_insufficient, with scores and the conditions behind them. Fractions are 0..1. Example: metrics ' +
    '{"valu_util_frac": 0.85, "arithmetic_intensity_above_ridge": 1}.',
  toolClass: 'read_only',
  inputSchema: ClassifyFromMetricsInputSchema,
  outputSchema: ClassifyFromMetricsOutputSchema,
  run({ metrics }) {
    checkFractions('metrics', metrics);
    return classify(scoreBottlenecks(metrics));
  },
});

function classify(ranking: readonly BottleneckScore[]): BottleneckClass {
  const [best] = ranking;
  const scores = { compute: 0, memory_transfer: 0, latency: 0, api_overhead: 0 };
  for (const { type, score } of ranking) scores[type] = score;
  const hasValue = ranking.some(({ conditions }) => conditions.some(({ passed }) => passed !== null));
  if (best === undefined || !hasValue)
    return {
      type: 'data_insufficient',
      confidence: 0,
      reasoning: 'None of the metrics that the conditions ask for was given.',
      all_scores: scores,
      drivers: [],
      runner_up: null,
    };
  const isClear = best.score >= bottleneckTypesCatalogue().min_score;
  const next = isClear ? ranking[1] : best;
  return {
    type: isClear ? best.type : 'mixed',
    confidence: isClear ? best.score : 0.5,
    reasoning: explain(best, isClear),
    all_scores: scores,
    drivers: [...best.conditions],
    runner_up: next === undefined || next.score === 0 ? null : { type: next.type, score: next.score },
  };
}

function explain({ type, conditions }: BottleneckScore, isClear: boolean): string {
  const holding = conditions.filter(({ passed }) => passed === true);
  const unknown = conditions.filter(({ passed }) => passed === null);
  const proof = holding.map(({ metric, op, threshold, value }) => `${metric} ${value} ${op} ${threshold}`);
  return [
    `${holding.length} of ${conditions.length} conditions of ${type} hold${proof.length > 0 ? `: ${proof.join(', ')}` : ''}.`,
    ...(unknown.length > 0 ? [`Not measured: ${unknown.map(({ metric }) => metric).join(', ')}.`] : []),
    ...(isClear ? [] : ['No type reaches half of its conditions.']),
  ].join(' ');
}
