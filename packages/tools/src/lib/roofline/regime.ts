/** Distance from the ridge point within which neither side can be told. */
const BALANCED_FRAC = 0.05;

/**
 * What bounds a kernel of some arithmetic intensity: `balanced` when |intensity - ridge| / ridge <= 0.05, else
 * `compute` above the ridge point and `memory` below. Both in operations per byte; `ridge` is above 0.
 */
export function regimeOf(intensity: number, ridge: number): 'compute' | 'memory' | 'balanced' {
  if (Math.abs(intensity - ridge) / ridge <= BALANCED_FRAC) return 'balanced';
  return intensity > ridge ? 'compute' : 'memory';
}
