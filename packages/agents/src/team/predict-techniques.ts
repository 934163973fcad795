import { isPerfXpertError, predictChanges, predictImpact } from '@perfxpert/tools';
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
  const changeOf = (entry: SpecialistTechnique): string | undefined =>
    [entry.id, entry.name].map(changeTypeOf).find((type) => known.has(type));
  const changes = offer.techniques.flatMap((entry) =>
    entry.status === 'not_applicable' ? [] : (changeOf(entry) ?? []),
  );
  const predictions = await predictionsOf(
    {
      baseline_db: databasePath,
      kernel_name: name,
      change_params: {
        ...(share === null ? {} : { kernel_time_frac: share }),
        ...(hasCounterData ? { counter_data_available: true } : {}),
      },
    },
    changes,
    context,
  );
  const techniques = offer.techniques.map((entry) => {
    const change = changeOf(entry);
    if (change === undefined) return unpredicted(entry, 'there is no model of this change');
    if (entry.status === 'not_applicable') return unpredicted(entry, 'it does not apply');
    const prediction = predictions.get(change);
    return prediction === undefined
      ? unpredicted(entry, 'the values given do not allow one')
      : predicted(entry, prediction);
  });
  return { ...offer, techniques };
}

/** Predictions by the kind of change; none where values of the caller can't be: the techniques stand without. */
async function predictionsOf(
  request: Parameters<typeof predictChanges>[0],
  changes: readonly string[],
  context: Partial<ToolContext>,
): Promise<ReadonlyMap<string, Prediction>> {
  try {
    const predictions = await predictChanges(request, changes, context);
    return new Map(predictions.map((prediction, index) => [changes[index] ?? '', prediction]));
  } catch (error) {
    if (!isPerfXpertError(error) || error.code !== 'INVALID_ARGUMENT') throw error;
    return new Map();
  }
}

function predicted(entry: SpecialistTechnique, prediction: Prediction): SpecialistTechnique {
  const { predicted_speedup_range: range, confidence, rationale } = prediction;
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
}

function unpredicted(entry: SpecialistTechnique, reason: string): SpecialistTechnique {
  return { ...entry, predicted_impact_range: null, prediction_reason: reason };
}

/** `Stream overlap ` is `stream_overlap`. */
function changeTypeOf(name: string): string {
  return name.trim().toLowerCase().replace(/[ -]/g, '_');
}
