import * as v from 'valibot';
import { EvaluatedConditionSchema } from './condition.js';
import { amount, fraction, text } from './numbers.js';

/** A speed-up as [low, high], times as fast. */
export const SpeedupRangeSchema = v.tuple([
  v.pipe(v.number(), v.minValue(1), v.description('Lower end, times as fast')),
  v.pipe(v.number(), v.minValue(1), v.description('Upper end, times as fast')),
]);

/** A technique of the catalogues that nothing measured contradicts, for the subject of a recommendation. */
export const OfferedTechniqueSchema = v.object({
  id: text('Id of the technique; for those with a prediction, the change type that predict_impact knows'),
  name: text('Name of the catalogue entry'),
  title: text('What it is called'),
  rationale: text('When it helps and what to do'),
  status: v.pipe(
    v.picklist(['applicable', 'needs_data']),
    v.description('All preconditions hold; none fails and some could not be checked'),
  ),
  confidence: fraction('Preconditions that hold, of those that hold or could not be checked; 0.3 where none could be'),
  expected_impact: v.nullable(amount('Upper speed-up of comparable changes minus 1; null where none is catalogued')),
  effort: v.picklist(['low', 'medium', 'high']),
  risk: v.nullable(v.picklist(['low', 'medium', 'high'])),
  preconditions: v.pipe(v.array(EvaluatedConditionSchema), v.description('Held against the measured metrics')),
  missing_metrics: v.pipe(v.array(v.string()), v.description('Metrics of preconditions that were not measured')),
  source_citation: v.nullable(text('Where the speed-up of comparable changes comes from')),
  predicted_program_speedup_range: v.nullable(
    v.pipe(
      SpeedupRangeSchema,
      v.description('Speed-up of the whole window; null without a model or a measured limiter'),
    ),
  ),
  prediction_reason: v.nullable(text('Why there is no range')),
});

export type OfferedTechnique = v.InferOutput<typeof OfferedTechniqueSchema>;
