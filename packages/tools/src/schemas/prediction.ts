import * as v from 'valibot';
import { CONDITION_FIELDS } from './condition.js';
import { DatabasePathSchema } from './database-path.js';
import { amount, fraction, text } from './numbers.js';

const speedupRange = (description: string) =>
  v.nullable(
    v.pipe(
      v.tuple([amount('Lower end'), amount('Upper end')]),
      v.description(`${description}: times as fast, [low, high]; null = none`),
    ),
  );
const IntensitySchema = v.nullable(v.object({ ai: amount('Operations per byte of memory traffic') }));

/** A condition of a model and what is known of it. */
export const PredictionConditionSchema = v.object({
  ...CONDITION_FIELDS,
  value: v.nullable(v.pipe(v.number(), v.description('Known value, true and false as 1 and 0; null = unknown'))),
  passed: v.nullable(v.pipe(v.boolean(), v.description('Whether it holds; null = unknown'))),
  source: v.nullable(
    v.pipe(v.picklist(['trace', 'change_params']), v.description('Where the value comes from; null = unknown')),
  ),
});

/** What a change can be expected to bring. */
export const PredictionSchema = v.object({
  predicted_speedup_range: speedupRange('Speed-up of what the change acts on'),
  confidence: fraction('Of the range; 0 without one'),
  rationale: text('Why this range, or which gate refused one'),
  roofline_delta: v.object({ before: IntensitySchema, after: IntensitySchema }),
  assumptions: v.pipe(v.array(v.string()), v.description('What the range rests on without having been measured')),
  source_citation: text('Where the range of the model comes from; empty without a model'),
  change_type: text('Kind of change as given'),
  kernel_name: text('Kernel as given'),
  baseline_db: v.nullable(DatabasePathSchema),
  prediction_id: text('Id for explain_prediction, derived from the prediction itself'),
  status: v.pipe(
    v.picklist(['predicted', 'gated', 'unsupported']),
    v.description('A range; none, because a gate refused it; none, because there is no model of this change'),
  ),
  gate: v.nullable(
    v.pipe(
      v.picklist(['catalog', 'amdahl', 'counters', 'applicability', 'roofline']),
      v.description('Gate that refused a range; null with one'),
    ),
  ),
  predicted_program_speedup_range: speedupRange('Speed-up of the whole window by Amdahl'),
  kernel_time_frac: v.nullable(fraction('Share of the kernel in the summed kernel time; null = unknown')),
  window_frac: v.nullable(
    fraction('Share of the window that the change acts on, by which Amdahl counts; null = unknown'),
  ),
  conditions: v.pipe(
    v.array(PredictionConditionSchema),
    v.description('Conditions of the model; one that fails gates'),
  ),
});

/** A prediction that was kept. */
export const StoredPredictionSchema = v.object({
  ...PredictionSchema.entries,
  provenance_redacted: v.exactOptional(
    v.pipe(v.boolean(), v.description('baseline_db is left out, because several databases led to this prediction')),
  ),
  provenance_ambiguous: v.exactOptional(v.pipe(v.boolean(), v.description('Several databases led to it'))),
});

export type Prediction = v.InferOutput<typeof PredictionSchema>;
export type StoredPrediction = v.InferOutput<typeof StoredPredictionSchema>;
export type PredictionCondition = v.InferOutput<typeof PredictionConditionSchema>;
