import * as v from 'valibot';
import { count, nanoseconds, text } from './numbers.js';
import { EvidenceSchema, RecommendationSchema } from './recommendation.js';

/** One row of the trace behind a finding. */
export const ProofRowSchema = v.object({
  table: v.pipe(v.picklist(['kernel_dispatch', 'memory_copy', 'region']), v.description('Table of the trace')),
  guid: text('Process the row belongs to'),
  name: text('Kernel, direction or call, as in the trace'),
  start: text('Absolute start as stored, nanoseconds; a text because it passes 2^53'),
  end: text('Absolute end as stored, nanoseconds'),
  duration_ns: nanoseconds('End less start'),
  place: text('Device, or thread of a call'),
  correlation_id: v.nullable(
    v.pipe(v.number(), v.description('stack_id shared by a call and what it caused; null without')),
  ),
  size_bytes: v.nullable(v.pipe(v.number(), v.minValue(0), v.description('Bytes of a copy; null where unknown'))),
});

/** One gap of a device in which nothing ran. */
export const ProofGapSchema = v.object({
  device: text('Label of the device'),
  start_ns: nanoseconds('Start after the start of the window'),
  duration_ns: nanoseconds('Length of the gap'),
  cause: text('What the host did meanwhile'),
  next_kernel: v.nullable(text('Kernel that ends the gap')),
});

/** A figure of the evidence, computed again. */
export const ProvenFigureSchema = v.object({
  ...EvidenceSchema.entries,
  tool_call: v.nullable(
    v.object({
      tool: text('Tool that recomputes it'),
      arguments: v.pipe(
        v.record(v.string(), v.unknown()),
        v.description('What it is called with; the answer of another call stands as {answer_of, arguments}'),
      ),
    }),
  ),
  formula: v.nullable(text('Where the figure stands in the answer of the tool, or how it follows from it')),
  recomputed: v.pipe(
    v.union([v.number(), v.string(), v.boolean(), v.null()]),
    v.description('Value by that call; null where it cannot be computed from the trace or the monitor log'),
  ),
  agrees: v.nullable(v.pipe(v.boolean(), v.description('Whether both are equal; null where nothing was recomputed'))),
});

export const CalculationSchema = v.object({
  result: text('Name of the result'),
  formula: text('How it follows'),
  operands: v.array(v.object({ name: text('Name of the figure'), value: v.number(), unit: text('Unit') })),
  value: v.number(),
  unit: text('Unit of the result'),
});

/** The proof of one finding. */
export const ExplanationSchema = v.object({
  database_path: v.array(text('Path as given')),
  finding: RecommendationSchema,
  arithmetic: v.array(CalculationSchema),
  figures: v.array(ProvenFigureSchema),
  rows: v.pipe(v.array(ProofRowSchema), v.description('The longest rows behind it, longest first')),
  row_count: count('Rows behind it, before the cut'),
  gaps: v.pipe(v.array(ProofGapSchema), v.description('The largest gaps behind it; empty where it is not about gaps')),
  rows_reason: v.nullable(text('Why there are no rows')),
});

export type Explanation = v.InferOutput<typeof ExplanationSchema>;
export type ProofRow = v.InferOutput<typeof ProofRowSchema>;
export type ProvenFigure = v.InferOutput<typeof ProvenFigureSchema>;
export type Calculation = v.InferOutput<typeof CalculationSchema>;
