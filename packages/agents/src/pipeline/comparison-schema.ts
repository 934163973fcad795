import { runPathsSchema } from '@perfxpert/tools/analysis';
import { TraceDiffSchema } from '@perfxpert/tools/report-schemas';
import * as v from 'valibot';

const text = (description: string) => v.pipe(v.string(), v.description(description));

/** A comparison that could not be made: the rest of the report stands all the same. */
export const FailedComparisonSchema = v.object({
  schema_version: v.literal('0.3.1'),
  baseline_db: runPathsSchema('Baseline as given'),
  new_db: runPathsSchema('New run as given'),
  has_data: v.literal(false),
  reason: text('Why there is no comparison'),
  error_code: text('Code of the error, such as DAMAGED'),
});

/** The report section `trace_diff`: the comparison with the baseline, or why there is none. */
export const ComparisonSchema = v.union([TraceDiffSchema, FailedComparisonSchema]);

export type FailedComparison = v.InferOutput<typeof FailedComparisonSchema>;
export type Comparison = v.InferOutput<typeof ComparisonSchema>;

/** True for a comparison that was made. */
export function isCompared(comparison: Comparison): comparison is v.InferOutput<typeof TraceDiffSchema> {
  return 'verdict' in comparison;
}
