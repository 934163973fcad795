import { medianInPlace } from './percentile.js';

/** Median of a few values (`median`); 0 for none. */
export function medianOf(values: readonly number[]): number {
  return medianInPlace(Float64Array.from(values)) ?? 0;
}
