import { isPerfXpertError, predictImpact } from '@perfxpert/tools';
import type { Prediction, ToolContext } from '@perfxpert/tools';
import { kernelShare } from './specialist-metrics.js';
import type { SpecialistFacts } from './specialist-metrics.js';
import type { Offer, SpecialistTechnique } from './specialist-techniques.js';

/** What predictions rest on beside the offer. */
export interface PredictionBasis {
  /** The trace, or the files of one; null: nothing is predicted. */
  readonly databasePath: string | readonly string[] | null;
  readonly facts: SpecialistFacts;
  /** Whether the caller brought counters of his own. */
  readonly hasCounterData: boolean;
}

/**
 * The offer with what each technique can be expected to bring for the hottest kernel (`predict_impact.predict_change_impact`).
 * Without a trace, without a named kernel, and for a technique without a model, an entry stays as it is and says why. The order
 * stays in any case.
 *
 * @throws RocpdError for a trace that can't be read; ToolError CANCELLED
 */
export async function withPredictions(
  offer: Offer,
  { databasePath, facts, hasCounterData }: PredictionBasis,
  context: Partial<ToolContext>,
): Promise<Offer> {
  if (databasePath === null) return offer;
  const name = facts.hotKernels[0]?.['name'];
  if (typeof name !== 'string' || name === '')
    return { ...offer, techniques: offer.techniques.map((entry) => unpredicted(entry, 'no kernel is named')) };
  const share = kernelShare(facts.hotKernels[0]);
  const known = new Set(predictImpact.listSupportedChanges({}).map(({ id }) => id));
  const techniques: SpecialistTechnique[] = [];
  for (const entry of offer.techniques) {
    const changeType = [entry.id, entry.name].map(changeTypeOf).find((type) => known.has(type));
    if (changeType === undefined) techniques.push(unpredicted(entry, 'there is no model of this change'));
    else if (entry.status === 'not_applicable') techniques.push(unpredicted(entry, 'it does not apply'));
    else {
      const request = {
        baseline_db: databasePath,
        kernel_name: name,
        change_type: changeType,
        change_params: {
          ...(share === null ? {} : { kernel_time_frac: share }),
          ...(hasCounterData ? { counter_data_available: true } : {}),
        },
      };
      techniques.push(await predicted(entry, () => predictImpact.predictChangeImpact(request, context)));
    }
  }
  return { ...offer, techniques };
}

async function predicted(entry: SpecialistTechnique, predict: () => Promise<Prediction>): Promise<SpecialistTechnique> {
  try {
    const { predicted_speedup_range: range, confidence, rationale, ...prediction } = await predict();
    if (range === null || confidence <= 0) return unpredicted(entry, rationale);
    return {
      ...entry,
      predicted_impact_range: range,
      predicted_confidence: confidence,
      predicted_rationale: rationale,
      prediction_id: prediction.prediction_id,
      roofline_delta: prediction.roofline_delta,
      source_citation: prediction.source_citation,
      prediction_reason: null,
    };
  } catch (error) {
    // Values of the caller that can't be: the technique stands without a prediction.
    if (!isPerfXpertError(error) || error.code !== 'INVALID_ARGUMENT') throw error;
    return unpredicted(entry, 'the values given do not allow one');
  }
}

function unpredicted(entry: SpecialistTechnique, reason: string): SpecialistTechnique {
  return { ...entry, predicted_impact_range: null, prediction_reason: reason };
}

/** `Stream overlap ` is `stream_overlap`. */
function changeTypeOf(name: string): string {
  return name.trim().toLowerCase().replace(/[ -]/g, '_');
}
