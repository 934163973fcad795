import * as v from 'valibot';
import { StoredPredictionSchema } from '../../schemas/prediction.js';
import type { StoredPrediction } from '../../schemas/prediction.js';
import { callTool } from '../../tool/call-tool.js';
import { defineTool } from '../../tool/define-tool.js';
import type { ReadonlyInput } from '../../tool/readonly-input.js';
import type { ToolOptions } from '../../tool/tool-context.js';
import { ToolError } from '../../tool/tool-errors.js';

/** Ids that an error lists. */
const MAX_KNOWN = 20;

export const ExplainPredictionInputSchema = v.strictObject({
  prediction_id: v.pipe(v.string(), v.maxLength(200), v.description('Id of an answer of predict_change_impact')),
});

export type ExplainPredictionInput = ReadonlyInput<v.InferInput<typeof ExplainPredictionInputSchema>>;

/**
 * A prediction that was made before, as it was answered, from `predictions` of the options: the state folder, or the
 * memory of this process. If several databases led to the same prediction, `baseline_db` is left out and says so.
 *
 * @throws ToolError UNKNOWN_ID with the latest known ids; what a store raises (`openStore`)
 */
export function explainPrediction(input: ExplainPredictionInput, options: ToolOptions = {}): Promise<StoredPrediction> {
  return callTool(explainPredictionTool, input, options);
}

export const explainPredictionTool = defineTool({
  key: 'predict_impact.explain_prediction',
  description:
    'The prediction behind a prediction_id: range, conditions, assumptions and source, as predict_change_impact answered ' +
    'it before. Example: prediction_id "0f1e2d3c4b5a6978".',
  toolClass: 'read_only',
  inputSchema: ExplainPredictionInputSchema,
  outputSchema: StoredPredictionSchema,
  run({ prediction_id: id }, { predictions }) {
    const found = predictions.find(id);
    if (found !== null) return found;
    const known = predictions.ids(MAX_KNOWN);
    throw new ToolError('UNKNOWN_ID', `There is no prediction ${JSON.stringify(id.slice(0, 80))}.`, {
      kind: 'prediction',
      value: id,
      known,
    });
  },
});
