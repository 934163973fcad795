import * as v from 'valibot';
import { finiteQuotient } from '../lib/metrics/finite-quotient.js';
import { amount } from './numbers.js';

/** The value of a hardware counter as an argument. */
export const counterValue = (description: string) => amount(description);

/** A counter that is divided by. */
export const counterDivisor = (description: string) => v.pipe(v.number(), v.gtValue(0), v.description(description));

/** A ratio of counters, 0..1 where they belong together. */
export const CounterRatioSchema = v.object({
  value: amount('The ratio, as it is: not clamped to 1'),
  implausible: v.pipe(v.boolean(), v.description('Above 1: the counters do not belong together')),
});

export type CounterRatio = v.InferOutput<typeof CounterRatioSchema>;

/** A ratio and whether it can be one; `field` is the argument that `part` came from. */
export function counterRatio(field: string, part: number, whole: number): CounterRatio {
  const value = finiteQuotient(field, part, whole);
  return { value, implausible: value > 1 };
}
