import * as v from 'valibot';
import { count, text } from './numbers.js';
import { ThermalAnalysisSchema } from './thermal-analysis.js';

/** A log of amd-smi or rocm-smi that was captured beside the trace. Its clock is not that of the trace: it is judged whole. */
export const ThermalSchema = v.object({
  ...ThermalAnalysisSchema.entries,
  source: v.nullable(
    v.pipe(
      v.picklist(['amd-smi', 'rocm-smi']),
      v.description('Program that wrote it; null for a log without readings'),
    ),
  ),
  unparsed_records: count('Records and documents that could not be read'),
  truncated: v.pipe(v.boolean(), v.description('Whether only the beginning of the log was read, for its size')),
  reason: v.optional(text('Why there is no verdict')),
});

export type Thermal = v.InferOutput<typeof ThermalSchema>;
