import * as v from 'valibot';
import { signed, text } from './numbers.js';

const OPERATORS = ['>', '>=', '<', '<=', '==', '!='] as const;

/** A comparison of a metric with a threshold. */
export const CONDITION_FIELDS = {
  metric: text('Metric id'),
  op: v.picklist(OPERATORS),
  threshold: signed('Value it is compared with, in the unit of the metric'),
};

/** A comparison together with what was measured. */
export const EvaluatedConditionSchema = v.object({
  ...CONDITION_FIELDS,
  value: v.nullable(
    v.pipe(v.number(), v.description('Measured value, true and false as 1 and 0; null = not measured')),
  ),
  passed: v.nullable(v.pipe(v.boolean(), v.description('Whether it holds; null = unknown'))),
});

export type EvaluatedCondition = v.InferOutput<typeof EvaluatedConditionSchema>;
