import * as v from 'valibot';
import { text } from './numbers.js';

/** One fact behind a finding; `source` names the tool call that recomputes it. */
export const EvidenceSchema = v.object({
  metric: text('Name of the figure, as in the report'),
  value: v.union([v.number(), v.string(), v.boolean(), v.null()]),
  unit: text('ns, us, percent, count, GB/s, ...; empty for names'),
  source: text('Tool call that recomputes it'),
});

export type Evidence = v.InferOutput<typeof EvidenceSchema>;
