import * as v from 'valibot';
import data from '../data/metric_thresholds.json' with { type: 'json' };
import { lazyCatalogue, type DeepReadonly } from './lazy-catalogue.js';
import { FractionSchema, MetaSchema, PositiveSchema, TextSchema } from './scalar-schemas.js';

const FractionLevelsSchema = v.strictObject({
  high: FractionSchema,
  medium: FractionSchema,
  low: FractionSchema,
  from: TextSchema,
  note: v.exactOptional(TextSchema),
});
const CountLevelsSchema = v.strictObject({ high: PositiveSchema, medium: PositiveSchema, low: PositiveSchema });
/** Shape of data/metric_thresholds.json. */
export const MetricThresholdsSchema = v.strictObject({
  _meta: MetaSchema,
  gpu_utilization_frac: FractionLevelsSchema,
  wave_occupancy_frac: FractionLevelsSchema,
  avg_waves_per_cu: v.strictObject({
    unit: v.literal('waves'),
    rule: TextSchema,
    for_max_32: CountLevelsSchema,
    for_max_40: CountLevelsSchema,
    original: CountLevelsSchema,
    fix: TextSchema,
  }),
  valu_utilization_frac: FractionLevelsSchema,
  mfma_utilization_frac: FractionLevelsSchema,
  hbm_bandwidth_utilization: FractionLevelsSchema,
  l2_hit_rate: FractionLevelsSchema,
});

/** The data file as it is. */
export type MetricThresholds = DeepReadonly<v.InferOutput<typeof MetricThresholdsSchema>>;
/** Metrics judged as a fraction 0..1. */
export type GradedMetric = Exclude<keyof MetricThresholds, '_meta' | 'avg_waves_per_cu'>;
/** Lower ends of the grades good, acceptable and weak. */
export interface MetricLevels {
  readonly high: number;
  readonly medium: number;
  readonly low: number;
}
/** `good` from `high`, `acceptable` from `medium`, `weak` from `low`, else `poor`. */
export type MetricGrade = 'good' | 'acceptable' | 'weak' | 'poor';

/** Values that metrics are judged by (data/metric_thresholds.json). */
export const metricThresholdsCatalogue = lazyCatalogue('metric_thresholds.json', data, MetricThresholdsSchema);

/** Thresholds of the metrics that are fractions 0..1, by metric name. */
export function metricThresholds(): Readonly<Record<GradedMetric, MetricLevels>> {
  const all = metricThresholdsCatalogue();
  return {
    gpu_utilization_frac: all.gpu_utilization_frac,
    wave_occupancy_frac: all.wave_occupancy_frac,
    valu_utilization_frac: all.valu_utilization_frac,
    mfma_utilization_frac: all.mfma_utilization_frac,
    hbm_bandwidth_utilization: all.hbm_bandwidth_utilization,
    l2_hit_rate: all.l2_hit_rate,
  };
}

/** Thresholds for mean resident waves per CU: 3/4, 1/2 and 1/4 of what a CU can hold (32 or 40). */
export function wavesPerCuThresholds(maxWavesPerCu: number): MetricLevels {
  return { high: 0.75 * maxWavesPerCu, medium: 0.5 * maxWavesPerCu, low: 0.25 * maxWavesPerCu };
}

/** Grade of a value by its thresholds; a value on a threshold has the better grade. */
export function gradeMetric(value: number, levels: MetricLevels): MetricGrade {
  if (value >= levels.high) return 'good';
  if (value >= levels.medium) return 'acceptable';
  return value >= levels.low ? 'weak' : 'poor';
}
