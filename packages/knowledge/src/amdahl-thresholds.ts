import * as v from 'valibot';
import data from '../data/amdahl_thresholds.json' with { type: 'json' };
import { lazyCatalogue, type DeepReadonly } from './lazy-catalogue.js';
import { FractionSchema, TextSchema } from './scalar-schemas.js';

/** Shape of data/amdahl_thresholds.json. */
export const AmdahlThresholdsSchema = v.strictObject({
  high_threshold: FractionSchema,
  low_threshold: FractionSchema,
  unit: v.literal('fraction of total runtime'),
  status: TextSchema,
});

/** The data file as it is. */
export type AmdahlThresholds = DeepReadonly<v.InferOutput<typeof AmdahlThresholdsSchema>>;

/** Shares of the run time from which a kernel is worth work (data/amdahl_thresholds.json). */
export const amdahlThresholdsCatalogue = lazyCatalogue('amdahl_thresholds.json', data, AmdahlThresholdsSchema);

/** Priority of a part that takes a share (0..1) of the run time: high from 0.10, medium from 0.05, else low. */
export function amdahlPriority(frac: number): 'high' | 'medium' | 'low' {
  const { high_threshold: high, low_threshold: low } = amdahlThresholdsCatalogue();
  if (frac >= high) return 'high';
  return frac >= low ? 'medium' : 'low';
}
