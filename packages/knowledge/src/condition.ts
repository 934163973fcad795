import { KnowledgeError } from './errors.js';

/** A comparison of a measured metric with a threshold, as rules of the data files state it. */
export interface Condition {
  readonly metric: string;
  readonly op: '>' | '>=' | '<' | '<=' | '==' | '!=';
  readonly threshold: number;
}

/** What became of a condition: it holds, it fails, or its metric is not known. */
export type ConditionOutcome = 'holds' | 'fails' | 'unknown';

/** Text of one condition or several joined by `and`: `hbm_util >= 0.80 and l2_hit_rate < 0.60`. */
export const CONDITIONS_PATTERN =
  /^[a-z][a-z0-9_]* (>|>=|<|<=|==|!=) [0-9.]+( and [a-z][a-z0-9_]* (>|>=|<|<=|==|!=) [0-9.]+)*$/;

/**
 * Reads conditions joined by `and`.
 *
 * @throws KnowledgeError `INTERNAL` on text of another form.
 */
export function parseConditions(text: string): readonly Condition[] {
  return text.split(' and ').map((part) => {
    const [metric, op, threshold, ...rest] = part.split(' ');
    if (metric === undefined || !isOperator(op) || threshold === undefined || rest.length > 0)
      throw new KnowledgeError('INTERNAL', `Condition "${text}" is broken`, { condition: text });
    return { metric, op, threshold: Number(threshold) };
  });
}

/** Whether a condition holds for a value; null, undefined and NaN are `unknown`, true and false count as 1 and 0. */
export function checkCondition(condition: Condition, value: number | boolean | null | undefined): ConditionOutcome {
  if (value === null || value === undefined || Number.isNaN(value)) return 'unknown';
  return compare(Number(value), condition.op, condition.threshold) ? 'holds' : 'fails';
}

function compare(value: number, op: Condition['op'], threshold: number): boolean {
  switch (op) {
    case '>':
      return value > threshold;
    case '>=':
      return value >= threshold;
    case '<':
      return value < threshold;
    case '<=':
      return value <= threshold;
    case '==':
      return value === threshold;
    case '!=':
      return value !== threshold;
  }
}

function isOperator(text: string | undefined): text is Condition['op'] {
  return text !== undefined && ['>', '>=', '<', '<=', '==', '!='].includes(text);
}
