import * as v from 'valibot';
import { fraction, text } from './numbers.js';

export const BOTTLENECKS = [
  'compute',
  'memory_transfer',
  'latency',
  'api_overhead',
  'mixed',
  'data_insufficient',
] as const;

/** One judgement of the whole trace, with the candidates that lost. */
export const VerdictSchema = v.object({
  primary_bottleneck: v.picklist(BOTTLENECKS),
  driver: v.nullable(text('What kind of it: exposed_copy, launch_bound, device_sync, ...; null where nothing drives')),
  confidence: fraction('How sure, 2 digits'),
  overall_assessment: text('The verdict in one sentence'),
  key_findings: v.array(v.string()),
  scores: v.pipe(
    v.array(
      v.object({ bottleneck: v.picklist(BOTTLENECKS), score: fraction('Share of the window that speaks for it') }),
    ),
    v.description('By score descending; the first need not be the verdict where data is insufficient'),
  ),
});

export type Bottleneck = (typeof BOTTLENECKS)[number];
export type Verdict = v.InferOutput<typeof VerdictSchema>;
