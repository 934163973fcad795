import * as v from 'valibot';
import data from '../data/att_format.json' with { type: 'json' };
import { lazyCatalogue, type DeepReadonly } from './lazy-catalogue.js';
import { FractionSchema, MetaSchema, PositiveCountSchema, TextSchema } from './scalar-schemas.js';

const TextListSchema = v.pipe(v.array(TextSchema), v.nonEmpty());
/** Shape of data/att_format.json. */
export const AttFormatSchema = v.strictObject({
  _meta: MetaSchema,
  files: TextListSchema,
  csv_columns: TextListSchema,
  column_meaning: v.record(TextSchema, TextSchema),
  original_columns: TextListSchema,
  metrics: v.strictObject({ stall_ratio: TextSchema, weighted_stall: TextSchema, kernel_stall_share: TextSchema }),
  stall_ratio_thresholds: v.strictObject({ critical: FractionSchema, high: FractionSchema, medium: FractionSchema }),
  boundary: v.literal('value >= threshold'),
  hitcount_minimum: PositiveCountSchema,
  hitcount_note: TextSchema,
  priority: v.strictObject({ high: TextSchema, medium: TextSchema, low: TextSchema }),
  categories: v.record(v.pipe(v.string(), v.regex(/^att_[a-z_]+$/)), TextListSchema),
  flags: v.record(v.pipe(v.string(), v.regex(/^--att-[a-z-]+$/)), MetaSchema),
  original_flag_errors: TextListSchema,
  supported: TextSchema,
  limits: TextListSchema,
});

/** The data file as it is: files, columns, thresholds and flags of a thread trace. */
export type AttFormat = DeepReadonly<v.InferOutput<typeof AttFormatSchema>>;
/** How much of an instruction's latency is stall. */
export type StallSeverity = 'critical' | 'high' | 'medium' | 'low';

/** Output of a thread trace and how to judge it (data/att_format.json; ROCprofiler-SDK, using-thread-trace.rst). */
export const attFormatCatalogue = lazyCatalogue('att_format.json', data, AttFormatSchema);

/** Severity of a stall ratio (stall / latency, 0..1): critical from 0.8, high from 0.6, medium from 0.4, else low. */
export function stallRatioSeverity(ratio: number): StallSeverity {
  const { critical, high, medium } = attFormatCatalogue().stall_ratio_thresholds;
  if (ratio >= critical) return 'critical';
  if (ratio >= high) return 'high';
  return ratio >= medium ? 'medium' : 'low';
}
