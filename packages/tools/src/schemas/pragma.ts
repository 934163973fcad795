import type { Pragma } from '@perfxpert/knowledge';
import * as v from 'valibot';
import { text } from './numbers.js';

/** A loop pragma. A rejected one has no syntax and no trigger; its description says why. */
export const PRAGMA_FIELDS = {
  pragma: text('Id of the pragma'),
  syntax: v.nullable(text('How it is written; null for a rejected one')),
  description: text('When it helps, or why it is rejected'),
  gpu_applicable: v.pipe(v.boolean(), v.description('Honoured in GPU code')),
  allowlist: v.pipe(v.boolean(), v.description('May be suggested')),
  trigger_signal: v.nullable(
    v.picklist(['literal_trip_count_on_hotspot', 'valu_stalled_small_body', 'high_vgpr_pressure']),
  ),
  factor_sweep: v.pipe(v.array(v.pipe(v.number(), v.integer(), v.minValue(1))), v.description('Factors to try')),
};

export const PragmaSchema = v.object(PRAGMA_FIELDS);
export type PragmaEntry = v.InferOutput<typeof PragmaSchema>;

/** A pragma of the tables as an answer: a copy, in the order of the schema. */
export function toPragmaEntry(entry: Pragma): PragmaEntry {
  return {
    pragma: entry.pragma,
    syntax: entry.allowlist ? entry.text : null,
    description: entry.allowlist ? entry.trigger : entry.reason,
    gpu_applicable: entry.gpu_applicable,
    allowlist: entry.allowlist,
    trigger_signal: entry.allowlist ? entry.trigger_signal : null,
    factor_sweep: [...entry.factor_sweep],
  };
}
