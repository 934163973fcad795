import { createHash } from 'node:crypto';
import type { MetricValues } from '../../schemas/metric-values.js';
import type { Judged } from './judge-change.js';

const HEX_CHARACTERS = 16;

/**
 * Id of a prediction: the first 16 hex digits of SHA-256 of what was asked and answered. The database is left out, so
 * that the same question with the same answer has one id wherever the trace lies.
 */
export function predictionId(judged: Judged, metrics: MetricValues): string {
  const given = Object.entries(metrics).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([judged, given]))
    .digest('hex')
    .slice(0, HEX_CHARACTERS);
}
