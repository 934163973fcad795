import * as v from 'valibot';
import data from '../data/matrix_meter.json' with { type: 'json' };
import { lazyCatalogue, type DeepReadonly } from './lazy-catalogue.js';
import { CounterNameSchema, FractionSchema, PositiveCountSchema, TextSchema } from './scalar-schemas.js';

/** Shape of data/matrix_meter.json. */
export const MatrixMeterSchema = v.strictObject({
  version: PositiveCountSchema,
  ratio: v.literal('SQ_INSTS_MFMA / SQ_INSTS_VALU'),
  original_ratio: TextSchema,
  thresholds: v.strictObject({ healthy: FractionSchema, borderline: FractionSchema, degraded: FractionSchema }),
  bands: v.array(v.strictTuple([TextSchema, TextSchema])),
  expected_by_arch: v.strictObject({ CDNA2: FractionSchema, CDNA3: FractionSchema }),
  when_degraded: v.pipe(v.array(TextSchema), v.nonEmpty()),
  verify_counters: v.array(CounterNameSchema),
  note: TextSchema,
});

/** The data file as it is. */
export type MatrixMeter = DeepReadonly<v.InferOutput<typeof MatrixMeterSchema>>;

/** Share of matrix instructions among vector instructions (data/matrix_meter.json). */
export const matrixMeterCatalogue = lazyCatalogue('matrix_meter.json', data, MatrixMeterSchema);

/**
 * Band of SQ_INSTS_MFMA / SQ_INSTS_VALU (0..1): healthy from 0.30, borderline from 0.10, weak from 0.05, else degraded.
 * A count of instructions understates matrix work, so prefer MfmaUtil.
 */
export function matrixShareBand(ratio: number): 'healthy' | 'borderline' | 'weak' | 'degraded' {
  const { healthy, borderline, degraded } = matrixMeterCatalogue().thresholds;
  if (ratio >= healthy) return 'healthy';
  if (ratio >= borderline) return 'borderline';
  return ratio >= degraded ? 'weak' : 'degraded';
}
