/**
 * The name under which a schema holds a value that a caller calls percent: fractions (0..1) are spelled `_frac` here,
 * and `_pct` in the profiling scripts that many callers come from, with the same 0..1 meaning (`memcpy_pct` ->
 * `memcpy_frac`, `pct` -> `frac`). Null for a name without that ending.
 */
export function fractionName(name: string): string | null {
  if (name === 'pct') return 'frac';
  return name.endsWith('_pct') ? `${name.slice(0, -'_pct'.length)}_frac` : null;
}

type PctKey<K> = K extends `${infer Stem}_frac` ? `${Stem}_pct` : K extends 'frac' ? 'pct' : K;

/** An input, or the same with every fraction spelled `_pct`. */
export type WithPctSpelling<T> = T | { [K in keyof T as PctKey<K>]: T[K] };
