import * as v from 'valibot';
import { acceptPctSpelling } from '../tool/normalize-input.js';

/**
 * Measured values by metric id (`memcpy_frac`, `l2_hit_rate`, `avg_kernel_duration_us`). Null says "not measured", true
 * and false count as 1 and 0; ids that nothing asks for are ignored. `_frac` and `_rate` are 0..1.
 */
export const MetricValuesSchema = acceptPctSpelling(
  v.pipe(
    v.record(v.string(), v.nullable(v.union([v.number(), v.boolean()]))),
    v.description(
      'Measured values by metric id; ids ending in _frac and _rate are fractions 0..1; null = not measured',
    ),
  ),
);

export type MetricValues = Readonly<Record<string, number | boolean | null>>;
