import * as v from 'valibot';
import { EvidenceSchema } from './evidence.js';
import type { Evidence } from './evidence.js';
import { fraction, nanoseconds, text } from './numbers.js';
import { OfferedTechniqueSchema, SpeedupRangeSchema } from './offered-technique.js';
import { PRIORITIES } from '../terms/priorities.js';

export const CommandSchema = v.object({
  tool: v.picklist(['rocprofv3', 'rocprof-sys', 'rocprof-compute', 'perfxpert']),
  description: text('What the command is for'),
  flags: v.array(v.string()),
  args: v.array(v.object({ name: v.string(), value: v.nullable(v.string()) })),
  full_command: text('The command line'),
});

/** How to see whether a change helped. */
export const VerificationSchema = v.object({
  full_command: text('Command that compares a recording from before with one from after'),
  metrics: v.pipe(v.array(text('Figure of the report')), v.description('Figures that have to move')),
});

export const RecommendationSchema = v.object({
  id: text('Rule id, followed by a hash of the kernel name where it has one'),
  name: text('Name of the rule or technique'),
  title: text('Imperative title'),
  priority: v.picklist(PRIORITIES),
  category: text('Kind of advice'),
  issue: text('What was measured'),
  suggestion: text('What to do'),
  actions: v.array(v.string()),
  estimated_impact: text('What it can bring, as an upper bound'),
  confidence: v.nullable(fraction('How sure the rule is')),
  target: v.nullable(text('Kernel, call or direction it is about')),
  evidence: v.pipe(v.array(EvidenceSchema), v.minLength(1)),
  recoverable_ns: v.nullable(nanoseconds('Overlap-aware upper bound of what it can save; null where not bounded')),
  estimated_saving_ns: v.nullable(nanoseconds('recoverable_ns, or null')),
  recoverable_pct: v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(100), v.description('Of the window'))),
  commands: v.array(CommandSchema),
  effort: v.nullable(text('low, medium or high')),
  risk: v.nullable(text('What can go wrong')),
  techniques: v.optional(v.pipe(v.array(OfferedTechniqueSchema), v.description('Applicable first; none contradicted'))),
  predicted_program_speedup_range: v.optional(
    v.pipe(SpeedupRangeSchema, v.description('Speed-up of the whole window by the first technique with a prediction')),
  ),
  predicted_confidence: v.optional(fraction('Of that range')),
  predicted_rationale: v.optional(text('How that range came about')),
  source_citation: v.optional(text('Where the range of comparable changes comes from')),
  kernels: v.optional(v.pipe(v.array(text('Kernel name')), v.description('Kernels whose time it acts on'))),
  arithmetic: v.optional(text('How recoverable_ns follows from the evidence')),
  verify: v.optional(VerificationSchema),
  subtype: v.optional(v.literal('pragma')),
  source_file: v.optional(text('Source file of the loop, relative to the source folder')),
  source_line: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.description('Line, from 1'))),
  pragma_id: v.optional(text('Pragma of the catalogue')),
  factor_sweep: v.optional(v.array(v.pipe(v.number(), v.integer(), v.minValue(1)))),
});

export { EvidenceSchema };
export type { Evidence };
export type Command = v.InferOutput<typeof CommandSchema>;
export type Recommendation = v.InferOutput<typeof RecommendationSchema>;
