import * as v from 'valibot';
import { EvidenceSchema } from './evidence.js';
import { fraction, nanoseconds, text } from './numbers.js';

export const BOTTLENECKS = [
  'compute',
  'memory_transfer',
  'latency',
  'api_overhead',
  'mixed',
  'data_insufficient',
] as const;

/** What would change a verdict. */
export const WouldChangeSchema = v.object({
  rival: v.nullable(
    v.object({
      bottleneck: v.picklist(BOTTLENECKS),
      driver: v.nullable(text('Driver it would have')),
      measure: text('Figure that decides between them'),
      value_ns: nanoseconds('What the figure is'),
      wins_at_ns: nanoseconds('Where the rival would win'),
      text: text('The same in one sentence'),
    }),
  ),
  missing: v.pipe(
    v.array(
      v.object({
        data: text('What was not recorded, or cannot be trusted'),
        could_become: v.array(v.picklist(BOTTLENECKS)),
        text: text('What it would tell'),
        how_to_collect: text('Command line'),
      }),
    ),
    v.description('Data that could decide otherwise'),
  ),
});

/** A finding that rests on damaged or missing data and so is not given. */
export const WithheldSchema = v.object({
  finding: text('Id of the finding, or metric of a kernel'),
  about: text('Category of the finding, or the kernel'),
  reason: text('Why its data cannot be trusted'),
});

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
  evidence: v.optional(v.pipe(v.array(EvidenceSchema), v.description('Figures that it rests on'))),
  would_change: v.optional(v.pipe(WouldChangeSchema, v.description('The nearest rival, and data that could decide'))),
  withheld: v.optional(
    v.pipe(v.array(WithheldSchema), v.description('Findings held back; absent where there are none')),
  ),
});

export type Bottleneck = (typeof BOTTLENECKS)[number];
export type Verdict = v.InferOutput<typeof VerdictSchema>;
