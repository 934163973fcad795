import { findProvenOptimization } from '@perfxpert/knowledge';
import type { ChangeImpactModel, Condition } from '@perfxpert/knowledge';
import type { MetricValues } from '../../schemas/metric-values.js';
import type { PredictionCondition } from '../../schemas/prediction.js';
import { evaluateCondition } from '../metrics/evaluate-condition.js';
import { changeMetrics } from './change-metrics.js';
import { changeScope } from './change-scope.js';
import type { ChangeMeasurement } from './measure-change.js';

/** What a caller says about the change: overrides of what a trace says, metrics by their id, and the GPU. */
export interface ChangeParams {
  readonly kernel_time_frac?: number | undefined;
  readonly counter_data_available?: boolean | undefined;
  readonly arithmetic_intensity_before?: number | undefined;
  readonly arithmetic_intensity_after?: number | undefined;
  readonly gfx_id?: string | undefined;
  readonly metrics: MetricValues;
}

/** A model held against what is known. */
export interface ModelEvaluation {
  readonly conditions: readonly PredictionCondition[];
  /** One sentence per condition that could not be checked. */
  readonly unknown: readonly string[];
  /** Why the model does not apply; null where nothing known contradicts it. */
  readonly contradiction: string | null;
}

/** The share of the kernel is for Amdahl's gate to judge, whose threshold is lower. */
const JUDGED_ELSEWHERE = 'kernel_time_frac';
/** Fewer registers bring more waves only where registers are what limits them. */
const REGISTER_LIMIT: Condition = { metric: 'occupancy_limited_by_vgprs', op: '==', threshold: 1 };

/**
 * Holds the preconditions of a model (those of the proven optimisation it cites) against the trace and what the caller
 * gives; the caller's values win. Only a known value can contradict.
 */
export function evaluateModel(
  model: ChangeImpactModel,
  measured: ChangeMeasurement | null,
  params: ChangeParams,
): ModelEvaluation {
  const fromTrace = measured === null ? {} : changeMetrics(measured);
  const conditions = conditionsOf(model).map((condition): PredictionCondition => {
    const given = evaluateCondition(condition, params.metrics);
    if (given.passed !== null) return { ...given, source: 'change_params' };
    const traced = evaluateCondition(condition, fromTrace);
    return { ...traced, source: traced.passed === null ? null : 'trace' };
  });
  const gfxId = params.gfx_id ?? measured?.gfxId ?? null;
  const failed = conditions.find(({ passed }) => passed === false);
  return {
    conditions,
    unknown: [
      ...(gfxId === null && model.applies_to.gfx.length > 0
        ? [`The GPU is one of ${model.applies_to.gfx.join(', ')}.`]
        : []),
      ...conditions.flatMap((condition) =>
        condition.passed === null ? [`${textOf(condition)} is not known and taken to hold.`] : [],
      ),
    ],
    contradiction:
      gfxContradiction(model, gfxId) ??
      (failed === undefined ? null : failureText(failed)) ??
      collectiveContradiction(model, measured),
  };
}

function conditionsOf({ id, source_citation: citation }: ChangeImpactModel): Condition[] {
  const proven = findProvenOptimization(citation.slice(citation.indexOf('#') + 1));
  const preconditions = (proven?.preconditions ?? []).filter(({ metric }) => metric !== JUDGED_ELSEWHERE);
  return id === 'vgpr_reduction' ? [...preconditions, REGISTER_LIMIT] : [...preconditions];
}

function gfxContradiction({ applies_to: { gfx } }: ChangeImpactModel, gfxId: string | null): string | null {
  if (gfxId === null || gfx.length === 0 || gfx.includes(gfxId)) return null;
  return `it is for ${gfx.join(', ')}, not for ${gfxId}.`;
}

/** A collective waits for other ranks and for links; no change of a kernel makes it faster. */
function collectiveContradiction({ id }: ChangeImpactModel, measured: ChangeMeasurement | null): string | null {
  if (measured?.hotspot?.category !== 'NCCL' || changeScope(id).actsOn !== 'kernel') return null;
  return 'the kernel is a collective of the communication library, which waits for other ranks and for links.';
}

function textOf({ metric, op, threshold }: Condition): string {
  return `${metric} ${op} ${threshold}`;
}

function failureText(condition: PredictionCondition): string {
  const value = Number((condition.value ?? 0).toPrecision(4));
  return `it needs ${textOf(condition)}, but the value is ${value}.`;
}
