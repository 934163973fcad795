import * as v from 'valibot';
import { EvaluatedConditionSchema } from './condition.js';
import { GfxIdInputSchema } from './gfx-id.js';
import { MetricValuesSchema } from './metric-values.js';
import type { MetricValues } from './metric-values.js';
import { amount, text } from './numbers.js';

/** Input of the three technique catalogues. */
export const TechniqueCatalogInputSchema = v.strictObject({
  gfx_id: GfxIdInputSchema,
  metrics: v.optional(MetricValuesSchema),
});

/** An optimisation with its range; with metrics, also whether its preconditions hold. */
export const TechniqueSchema = v.object({
  id: text('Change type that predict_impact knows'),
  name: text('Name of the entry'),
  title: text('What it is called'),
  description: text('What it does'),
  category: v.picklist(['compute', 'memory', 'latency']),
  expected_impact: amount('Upper speed-up of the range minus 1: 0.4 = up to 40 % faster'),
  effort_factor: amount('Relative effort, 1 = ordinary'),
  risk: v.picklist(['low', 'medium', 'high']),
  source_citation: text('Where the range comes from'),
  status: v.exactOptional(
    v.pipe(
      v.picklist(['applicable', 'needs_data', 'not_applicable']),
      v.description('All preconditions hold; some are unknown and none fails; one fails'),
    ),
  ),
  preconditions: v.exactOptional(v.array(EvaluatedConditionSchema)),
});

export const TechniqueCatalogOutputSchema = v.array(TechniqueSchema);

export interface TechniqueCatalogInput {
  readonly gfx_id: string;
  readonly metrics?: MetricValues | undefined;
}
export type Technique = v.InferOutput<typeof TechniqueSchema>;
