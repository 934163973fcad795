import * as v from 'valibot';
import { amount, count, fraction, percent, text } from './numbers.js';

/** Kinds of what a wave waits for at an instruction. */
const ATT_CATEGORIES = [
  'att_vmem_latency',
  'att_smem_latency',
  'att_lds_conflict',
  'att_scratch_spill',
  'att_mfma',
  'att_valu',
  'att_barrier',
  'att_dependency_chain',
  'att_divergence',
  'att_unknown',
] as const;

const ratio = (description: string) => v.nullable(fraction(description));

/** One instruction of a thread trace; cycles are totals over all its executions. */
export const AttInstructionSchema = v.object({
  pc_offset: text('The instruction as disassembled'),
  address: v.nullable(text('Address within its code object, decimal; null where not recorded')),
  hitcount: count('Executions over the traced waves'),
  total_latency_cycles: count('Latency of all executions, cycles'),
  stall_cycles: count('Of the latency: cycles in which the pipe refused the issue'),
  idle_cycles: v.nullable(count('Gap before the instruction, cycles; null where not recorded')),
  stall_ratio: ratio('stall_cycles / total_latency_cycles; null for a latency of 0'),
  stall_pct: percent('stall_cycles of those of the kernel'),
  weighted_stall: amount('stall_cycles * hitcount, cycles; older tools rank by it, it counts executions twice'),
  stall_category: v.picklist(ATT_CATEGORIES),
  source_line: text('file:line of the outermost call site; empty without debug information'),
  source_chain: v.pipe(v.array(v.string()), v.description('Inlined places, innermost first; empty for a single place')),
});

/** One source line of a kernel. */
export const AttSourceLineSchema = v.object({
  source_line: text('file:line; empty for instructions without debug information'),
  instruction_count: count('Executed instructions of the line'),
  total_latency_cycles: count('Latency, cycles'),
  stall_cycles: count('Stall, cycles'),
  idle_cycles: v.nullable(count('Idle, cycles; null where not recorded')),
  stall_pct: percent('stall_cycles of those of the kernel'),
});

export const AttKernelSchema = v.object({
  name: text('Kernel as the file names it'),
  trace_kernel: v.nullable(text('Name of the same kernel in the trace; null without one')),
  csv_file: text('File, relative to the folder'),
  instruction_count: count('Instructions that were executed'),
  traced_waves: count('Waves traced: executions of the first instruction'),
  low_sample: v.pipe(v.boolean(), v.description('The worst instruction ran fewer than 100 times')),
  total_latency_cycles: count('Latency of all instructions, cycles'),
  stall_cycles: count('Stall of all instructions, cycles'),
  idle_cycles: v.nullable(count('Idle of all instructions, cycles; null where not recorded')),
  stall_ratio: ratio('stall_cycles / total_latency_cycles; null for a latency of 0'),
  avg_stall_ratio: ratio('Unweighted mean of the ratios of the instructions; null without any'),
  stall_pct: percent('stall_cycles of those of all traced kernels'),
  stall_category: v.picklist(ATT_CATEGORIES),
  total_weighted_stall: amount('Sum of weighted_stall, cycles'),
  top_stalling_instructions: v.pipe(v.array(AttInstructionSchema), v.description('By stall_cycles, at most 10')),
  source_lines: v.pipe(v.array(AttSourceLineSchema), v.description('By stall_cycles, at most 20')),
  source_line_count: count('Source lines with executed instructions'),
});

export const AttTraceSchema = v.object({
  has_att_data: v.pipe(v.boolean(), v.description('Some kernel was traced')),
  reason: v.nullable(text('Why there is no data; null where there is')),
  directory: text('Folder of the stats_*.csv files'),
  is_discovered: v.pipe(v.boolean(), v.description('Found beside the trace, not named by the caller')),
  kernels: v.pipe(v.array(AttKernelSchema), v.description('By stall_cycles, at most 50')),
  skipped_files: v.array(v.object({ csv_file: text('File'), reason: text('Why nothing of it counts') })),
  summary: v.object({
    kernel_count: count('Kernels traced, listed or not'),
    high_stall_kernels: count('Kernels whose worst instruction stalls for 60 % or more over 100 executions'),
    csv_files: count('Files that held data'),
    skipped_rows: count('Rows that are no instructions: too few cells, or numbers that are none'),
    unexecuted_kernels: count('Kernels of the files without any execution on the traced unit'),
    note: text('What a thread trace is a sample of'),
  }),
});

export type AttCategory = (typeof ATT_CATEGORIES)[number];
export type AttInstructionRow = v.InferOutput<typeof AttInstructionSchema>;
export type AttKernelRow = v.InferOutput<typeof AttKernelSchema>;
export type AttSourceLine = v.InferOutput<typeof AttSourceLineSchema>;
export type AttTrace = v.InferOutput<typeof AttTraceSchema>;
