import { findChangeImpactModel } from '@perfxpert/knowledge';
import * as v from 'valibot';
import { checkFractions } from '../../lib/metrics/check-fractions.js';
import type { ChangeParams } from '../../lib/predict-impact/evaluate-model.js';
import { isRefusedByParams, judgeChange, unsupportedChange } from '../../lib/predict-impact/judge-change.js';
import type { Judged } from '../../lib/predict-impact/judge-change.js';
import { measureChange } from '../../lib/predict-impact/measure-change.js';
import type { ChangeMeasurement } from '../../lib/predict-impact/measure-change.js';
import { predictionId } from '../../lib/predict-impact/prediction-id.js';
import type { MetricValues } from '../../schemas/metric-values.js';
import { amount, fraction } from '../../schemas/numbers.js';
import { PredictionSchema } from '../../schemas/prediction.js';
import type { Prediction } from '../../schemas/prediction.js';
import { callTool } from '../../tool/call-tool.js';
import { defineTool } from '../../tool/define-tool.js';
import { invalidArgument } from '../../tool/invalid-argument.js';
import { acceptPctSpelling } from '../../tool/normalize-input.js';
import type { ReadonlyInput } from '../../tool/readonly-input.js';
import type { ToolContext, ToolOptions } from '../../tool/tool-context.js';
import { isPerfXpertError } from '../../tool/tool-errors.js';
import { withTrace } from '../../tool/with-trace.js';

const MAX_NAME_CHARACTERS = 100_000;

const ChangeParamsSchema = acceptPctSpelling(
  v.pipe(
    v.objectWithRest(
      {
        kernel_time_frac: v.optional(
          fraction('Share of the kernel in the summed kernel time; default: from the trace'),
        ),
        counter_data_available: v.optional(
          v.pipe(v.boolean(), v.description('Whether counters were recorded; default: from the trace')),
        ),
        arithmetic_intensity_before: v.optional(
          amount('Operations per byte before the change; default: from the trace'),
        ),
        arithmetic_intensity_after: v.optional(amount('Operations per byte after the change')),
        gfx_id: v.optional(
          v.pipe(v.string(), v.maxLength(64), v.description('GPU, such as gfx942; default: of the trace')),
        ),
      },
      v.nullable(v.union([v.number(), v.boolean()])),
    ),
    v.description(
      'What is known beside the trace, and wins over it; further fields are metrics by id (list_supported_changes), null = unknown',
    ),
  ),
);

export const PredictChangeImpactInputSchema = v.strictObject({
  baseline_db: v.optional(
    v.pipe(
      v.nullable(v.union([v.string(), v.pipe(v.array(v.pipe(v.string(), v.minLength(1))), v.minLength(1))])),
      v.description(
        'Path of the rocpd database, or of the files of one run; empty or null: no trace, change_params only',
      ),
    ),
    null,
  ),
  kernel_name: v.pipe(
    v.string(),
    v.maxLength(MAX_NAME_CHARACTERS),
    v.description('Kernel to change, in full or its short name; empty for a change of the whole program'),
  ),
  change_type: v.pipe(v.string(), v.maxLength(200), v.description('Id of list_supported_changes')),
  change_params: v.optional(ChangeParamsSchema, {}),
});

/** What is known beside the trace: the named fields, and metrics by id (numbers, truth values, null = unknown). */
export interface ChangeParamsInput {
  readonly kernel_time_frac?: number;
  readonly counter_data_available?: boolean;
  readonly arithmetic_intensity_before?: number;
  readonly arithmetic_intensity_after?: number;
  readonly gfx_id?: string;
  readonly [metric: string]: number | boolean | string | null | undefined;
}
export type PredictChangeImpactInput = Omit<
  ReadonlyInput<v.InferInput<typeof PredictChangeImpactInputSchema>>,
  'change_params'
> & { readonly change_params?: ChangeParamsInput | undefined };
type Input = v.InferOutput<typeof PredictChangeImpactInputSchema>;

/**
 * What a change can be expected to bring, from ranges of comparable changes. Gates, in order: no model of the change
 * (`unsupported`); the kernel has less than 5 % of the kernel time (an unknown share passes with a confidence of at most
 * 0.3); no counters; a known value contradicts the model's conditions or its GPUs; the kernel is at its roof. A gated
 * prediction has no range, confidence 0, and a rationale that names the gate.
 *
 * The range is the model's, its upper end cut to 85 % and to the roofline; the program's follows by Amdahl from the part
 * of the window that the change acts on. The prediction is kept in `predictions` of the options.
 *
 * Source: knowledge, change_impact_models, proven_optimizations, amdahl_thresholds.
 *
 * @throws ToolError INVALID_ARGUMENT, CANCELLED; RocpdError for a trace that cannot be read. A trace that is not there is
 * no error where `kernel_time_frac` and `counter_data_available` are given: then an assumption says so.
 */
export function predictChangeImpact(input: PredictChangeImpactInput, options: ToolOptions = {}): Promise<Prediction> {
  return callTool(predictChangeImpactTool, input, options);
}

export const predictChangeImpactTool = defineTool({
  key: 'predict_impact.predict_change_impact',
  description:
    'Expected speed-up of a kernel and of the program by a kind of change (list_supported_changes), with confidence and ' +
    'assumptions; refuses where the trace contradicts it. Example: baseline_db "trace.db", kernel_name "gemm", ' +
    'change_type "vgpr_reduction".',
  toolClass: 'read_only',
  inputSchema: PredictChangeImpactInputSchema,
  outputSchema: PredictionSchema,
  run: (input, context) => predict(input, context, measure),
});

/**
 * What `predictChangeImpact` answers for each of several changes of one kernel, in their order; the trace is read once. Errors
 * as there.
 */
export async function predictChanges(
  input: Omit<PredictChangeImpactInput, 'change_type'>,
  changeTypes: readonly string[],
  options: ToolOptions = {},
): Promise<Prediction[]> {
  let reading: ReturnType<Measure> | null = null;
  const measureOnce: Measure = (...request) => (reading ??= measure(...request));
  const tool = {
    ...predictChangeImpactTool,
    run: (one: Input, context: ToolContext) => predict(one, context, measureOnce),
  };
  const predictions: Prediction[] = [];
  for (const changeType of changeTypes)
    predictions.push(await callTool(tool, { ...input, change_type: changeType }, options));
  return predictions;
}

type Measure = typeof measure;

async function predict(input: Input, context: ToolContext, read: Measure): Promise<Prediction> {
  const params = readParams(input.change_params);
  const judged = await judge(input, params, context, read);
  const prediction: Prediction = {
    ...judged,
    baseline_db: input.baseline_db === '' ? null : input.baseline_db,
    prediction_id: predictionId(judged, params.metrics),
  };
  context.predictions.save(prediction);
  return prediction;
}

async function judge(input: Input, params: ChangeParams, context: ToolContext, read: Measure): Promise<Judged> {
  const { change_type: changeType, kernel_name: kernelName } = input;
  const model = findChangeImpactModel(changeType);
  if (model === null) return unsupportedChange(changeType, kernelName, params);
  const question = { changeType, kernelName, params };
  if (isRefusedByParams(params)) return judgeChange(model, { ...question, measured: null, notes: [] });
  const isAllGiven = params.kernel_time_frac !== undefined && params.counter_data_available !== undefined;
  return judgeChange(model, { ...question, ...(await read(input, isAllGiven, context)) });
}

async function measure(
  { baseline_db: baseline, kernel_name: kernelName }: Input,
  mayBeMissing: boolean,
  context: ToolContext,
): Promise<{ measured: ChangeMeasurement | null; notes: string[] }> {
  if (baseline === null || baseline === '')
    return { measured: null, notes: ['No trace was given: nothing was measured.'] };
  try {
    const measured = await withTrace(context, baseline, (trace) => measureChange(trace, kernelName, context));
    return { measured, notes: [] };
  } catch (error) {
    if (!mayBeMissing || !isPerfXpertError(error) || error.code !== 'NOT_FOUND') throw error;
    return { measured: null, notes: ['There is no trace under baseline_db: nothing was measured.'] };
  }
}

function readParams(given: Input['change_params']): ChangeParams {
  const {
    kernel_time_frac: kernelTimeFrac,
    counter_data_available: hasCounters,
    arithmetic_intensity_before: before,
    arithmetic_intensity_after: after,
    gfx_id: gfxId,
    ...others
  } = given;
  const metrics: MetricValues = others;
  checkFractions('change_params', metrics);
  for (const [name, value] of Object.entries(metrics))
    if (typeof value === 'number' && !(value >= 0 && Number.isFinite(value)))
      throw invalidArgument(`change_params.${name}`, 'a finite number from 0', value);
  return {
    kernel_time_frac: kernelTimeFrac,
    counter_data_available: hasCounters,
    arithmetic_intensity_before: before,
    arithmetic_intensity_after: after,
    gfx_id: gfxId,
    metrics,
  };
}
