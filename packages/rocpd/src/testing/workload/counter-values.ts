import type { CounterValue } from '../writers/trace-writer.js';
import type { CounterModel } from './workload.js';

/** The rows of one dispatch: one per hardware instance of each counter, as whole numbers. */
export function counterValues(models: readonly CounterModel[], durationNs: number): CounterValue[] {
  const values: CounterValue[] = [];
  for (const { name, instances, perDispatch, perNs } of models) {
    const value = Math.round(perDispatch + perNs * durationNs);
    for (let instance = 0; instance < instances; instance += 1) values.push({ name, value });
  }
  return values;
}
