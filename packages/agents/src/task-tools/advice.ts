import type { Recommendation } from '@perfxpert/tools';
import { RecommendationSchema } from '@perfxpert/tools';
import * as v from 'valibot';

const { entries } = RecommendationSchema;
const MAX_EVIDENCE = 5;
const MAX_KERNELS = 5;

/** A recommendation in an answer for a model: its id leads to the proof. */
export const AdviceSchema = v.object({
  id: entries.id,
  name: entries.name,
  title: entries.title,
  priority: entries.priority,
  category: entries.category,
  issue: entries.issue,
  suggestion: entries.suggestion,
  confidence: entries.confidence,
  target: entries.target,
  kernels: v.optional(v.pipe(v.array(v.string()), v.description('Kernels whose time it acts on, at most 5'))),
  recoverable_ns: entries.recoverable_ns,
  recoverable_pct: entries.recoverable_pct,
  predicted_program_speedup_range: entries.predicted_program_speedup_range,
  evidence: v.pipe(
    v.array(
      v.object({
        metric: v.string(),
        value: v.union([v.number(), v.string(), v.boolean(), v.null()]),
        unit: v.string(),
        source: v.string(),
      }),
    ),
    v.description('The first figures behind it'),
  ),
  techniques: v.pipe(v.array(v.string()), v.description('Names of applicable techniques')),
  command: v.pipe(v.nullable(v.string()), v.description('First command line that helps to do or check it')),
});

export type Advice = v.InferOutput<typeof AdviceSchema>;

/** A recommendation without its long parts. */
export function adviceOf(recommendation: Recommendation): Advice {
  const { kernels, predicted_program_speedup_range: range, techniques = [] } = recommendation;
  return {
    id: recommendation.id,
    name: recommendation.name,
    title: recommendation.title,
    priority: recommendation.priority,
    category: recommendation.category,
    issue: recommendation.issue,
    suggestion: recommendation.suggestion,
    confidence: recommendation.confidence,
    target: recommendation.target,
    // One kernel alone is the target already.
    ...(kernels === undefined || (kernels.length === 1 && kernels[0] === recommendation.target)
      ? {}
      : { kernels: kernels.slice(0, MAX_KERNELS) }),
    recoverable_ns: recommendation.recoverable_ns,
    recoverable_pct: recommendation.recoverable_pct,
    ...(range === undefined ? {} : { predicted_program_speedup_range: range }),
    evidence: recommendation.evidence.slice(0, MAX_EVIDENCE),
    techniques: techniques.map(({ name }) => name),
    command: recommendation.commands[0]?.full_command ?? null,
  };
}
