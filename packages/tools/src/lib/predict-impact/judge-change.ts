import { amdahlThresholdsCatalogue, changeImpactModels, conservativeSpeedupRange } from '@perfxpert/knowledge';
import type { ChangeImpactModel } from '@perfxpert/knowledge';
import type { Prediction } from '../../schemas/prediction.js';
import { percentText } from '../diagnosis/figures.js';
import { kernelDisplayName } from '../diagnosis/kernel-display-name.js';
import { printable } from '../diagnosis/printable.js';
import { roundTo } from '../statistics/round-to.js';
import { amdahlSpeedup } from './amdahl.js';
import { rooflinePoint } from './change-metrics.js';
import { changeScope, windowShare } from './change-scope.js';
import type { WindowShare } from './change-scope.js';
import { evaluateModel } from './evaluate-model.js';
import type { ChangeParams } from './evaluate-model.js';
import { LEAST_SPEEDUP } from './least-speedup.js';
import type { ChangeMeasurement } from './measure-change.js';
import { rooflineBound } from './roofline-bound.js';

/** Confidence at most where the kernel's share is not known. */
const UNKNOWN_SHARE_CONFIDENCE = 0.3;
const MAX_SHOWN_CHARACTERS = 80;

/** A question to judge. */
export interface ChangeQuestion {
  readonly changeType: string;
  readonly kernelName: string;
  /** Null where there is no trace, or the question needs none. */
  readonly measured: ChangeMeasurement | null;
  readonly params: ChangeParams;
  /** What a reader must know about the trace. */
  readonly notes: readonly string[];
}

/** All of a prediction but its provenance. */
export type Judged = Omit<Prediction, 'baseline_db' | 'prediction_id'>;

/** The answer to a kind of change that no model describes. */
export function unsupportedChange(changeType: string, kernelName: string, params: ChangeParams): Judged {
  const shown = JSON.stringify(printable(changeType.slice(0, MAX_SHOWN_CHARACTERS)));
  const known = changeImpactModels()
    .map(({ id }) => id)
    .join(', ');
  return {
    ...refused(changeType, kernelName, params, null),
    rationale: `There is no model for change type ${shown}; there are models for ${known}.`,
    status: 'unsupported',
    gate: 'catalog',
  };
}

/** True if the share and the counters that a caller gives close a gate by themselves: then no trace need be read. */
export function isRefusedByParams(params: ChangeParams): boolean {
  const share = params.kernel_time_frac;
  if (share === undefined) return false;
  return share < amdahlThresholdsCatalogue().low_threshold || params.counter_data_available === false;
}

/** Takes a change through the gates, in their order; what passes all of them gets a range. */
export function judgeChange(model: ChangeImpactModel, question: ChangeQuestion): Judged {
  const { changeType, kernelName, measured, params, notes } = question;
  const share = kernelShare(question);
  const base = {
    ...refused(changeType, kernelName, params, measured),
    source_citation: model.source_citation,
    kernel_time_frac: share,
  };
  const gated = (gate: Prediction['gate'], rationale: string): Judged => ({ ...base, rationale, gate });

  const { low_threshold: low } = amdahlThresholdsCatalogue();
  if (share !== null && share < low) return gated('amdahl', amdahlRationale(question, share, low));

  if (!hasCounters(question)) return gated('counters', countersRationale(model.id));

  const scope = changeScope(model.id);
  const { conditions, unknown, contradiction } = evaluateModel(model, measured, params);
  const judged: Judged = { ...base, conditions: [...conditions] };
  if (contradiction !== null) return { ...judged, rationale: `${model.id}: ${contradiction}`, gate: 'applicability' };
  const acted = windowShare(scope, share, measured?.breakdown ?? null);
  if (acted?.removableFrac === 0)
    return { ...judged, rationale: `${model.id}: the trace shows no time that it could save.`, gate: 'applicability' };

  const bound = measured === null ? null : rooflineBound(measured, scope);
  if (bound !== null && bound < LEAST_SPEEDUP) {
    const rationale = `${model.id}: the kernel already runs at its roof; at most ${bound.toFixed(2)} times as fast is left.`;
    return { ...judged, rationale, gate: 'roofline' };
  }
  const [catalogLow, catalogHigh] = conservativeSpeedupRange(model);
  const high = bound === null ? catalogHigh : Math.min(catalogHigh, roundTo(bound, 3));
  const range: [number, number] = [Math.min(catalogLow, high), high];
  const windowFrac = acted?.actedFrac ?? (scope.actsOn === 'kernel' || measured === null ? share : null);
  const isShareKnown = share !== null || acted !== null;
  return {
    ...judged,
    predicted_speedup_range: range,
    confidence: isShareKnown ? model.confidence : Math.min(model.confidence, UNKNOWN_SHARE_CONFIDENCE),
    rationale: predictedRationale(question, model, share, range),
    assumptions: [...notes, ...assumptionsOf(question, isShareKnown, acted), ...unknown],
    status: 'predicted',
    gate: null,
    predicted_program_speedup_range: windowFrac === null ? null : programRange(windowFrac, acted, range),
    window_frac: windowFrac,
  };
}

/** A prediction without a range. */
function refused(
  changeType: string,
  kernelName: string,
  params: ChangeParams,
  measured: ChangeMeasurement | null,
): Judged {
  const point = measured === null ? null : rooflinePoint(measured);
  const before = params.arithmetic_intensity_before ?? point?.ai ?? null;
  const after = params.arithmetic_intensity_after ?? null;
  return {
    predicted_speedup_range: null,
    confidence: 0,
    rationale: '',
    roofline_delta: {
      before: before === null ? null : { ai: before },
      after: after === null ? null : { ai: after },
    },
    assumptions: [],
    source_citation: '',
    change_type: changeType,
    kernel_name: kernelName,
    status: 'gated',
    gate: null,
    predicted_program_speedup_range: null,
    kernel_time_frac: null,
    window_frac: null,
    conditions: [],
  };
}

/** Share of summed kernel time: as given, else measured (0 for a kernel that does not run); null = unknown. */
function kernelShare({ params, measured, kernelName }: ChangeQuestion): number | null {
  const given = params.kernel_time_frac;
  if (typeof given === 'number') return given;
  if (measured === null || kernelName === '' || measured.kernelTimeNs === 0) return null;
  return (measured.hotspot?.total_duration ?? 0) / measured.kernelTimeNs;
}

function hasCounters({ params, measured }: ChangeQuestion): boolean {
  return params.counter_data_available ?? measured?.counters.has_counters ?? false;
}

function amdahlRationale(
  { changeType, kernelName, measured, params }: ChangeQuestion,
  share: number,
  low: number,
): string {
  if (share === 0 && measured !== null && measured.hotspot === null && params.kernel_time_frac === undefined)
    return `Amdahl: no kernel ${JSON.stringify(kernelDisplayName(kernelName))} runs in the trace, so ${changeType} cannot gain anything.`;
  const most = amdahlSpeedup(share, Number.POSITIVE_INFINITY).toFixed(3);
  return `Amdahl: ${changeType} acts on ${percentText(100 * share)} of the kernel time, which is below ${percentText(100 * low)}; the program could become at most ${most} times as fast.`;
}

function countersRationale(id: string): string {
  return `${id} cannot be judged without hardware counters, and there are none; record them with rocprofv3 --pmc SQ_WAVES GRBM_GUI_ACTIVE FETCH_SIZE WRITE_SIZE.`;
}

function predictedRationale(
  { kernelName }: ChangeQuestion,
  { id }: ChangeImpactModel,
  share: number | null,
  [low, high]: readonly [number, number],
): string {
  const kernel = kernelName === '' ? 'the program' : kernelDisplayName(kernelName);
  const part = share === null ? '' : `, ${percentText(100 * share)} of the kernel time`;
  return `${id} on ${kernel}${part}: comparable changes gained ${low.toFixed(2)} to ${high.toFixed(2)} times (upper end cut to 85%).`;
}

function assumptionsOf(
  { measured, params }: ChangeQuestion,
  isShareKnown: boolean,
  acted: WindowShare | null,
): string[] {
  return [
    ...(isShareKnown ? [] : ['The share of the kernel is not known: the confidence is capped.']),
    ...(acted === null && params.kernel_time_frac !== undefined
      ? ['Kernels run during the whole window: the share of kernel time is taken for a share of the window.']
      : []),
    ...(params.counter_data_available === true && measured?.counters.has_counters !== true
      ? ['Counters are available, as the caller says.']
      : []),
  ];
}

/** By Amdahl on the part of the window that the change acts on, and never more than what it can remove there. */
function programRange(
  windowFrac: number,
  acted: WindowShare | null,
  [low, high]: readonly [number, number],
): [number, number] {
  const removable = acted?.removableFrac ?? null;
  const most = removable === null || removable >= 1 ? Number.POSITIVE_INFINITY : 1 / (1 - removable);
  const bounded = (speedup: number): number => roundTo(Math.min(most, amdahlSpeedup(windowFrac, speedup)), 4);
  return [bounded(low), bounded(high)];
}
