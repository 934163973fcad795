import * as v from 'valibot';
import { count, text } from './numbers.js';

const line = v.pipe(v.number(), v.integer(), v.minValue(1), v.description('Line, from 1'));

/** One definition or launch of GPU code. */
export const DetectedKernelSchema = v.object({
  name: text('Qualified name of a definition, name as written of a launch, enclosing function of a region'),
  file: text('Path relative to the source folder'),
  line,
  launch_type: text(
    'GLOBAL_KERNEL_DEF, HIP_KERNEL_LAUNCH, TRIPLE_ANGLE_LAUNCH, TRITON_KERNEL_DEF, OMP_TARGET_REGION, ...',
  ),
  in_loop: v.pipe(v.boolean(), v.description('Stands in the body of a loop')),
});

/** One kind of place that costs time, or that tells how the program is built. */
export const DetectedPatternSchema = v.object({
  pattern_id: text('Id of the rule'),
  severity: v.picklist(['high', 'medium', 'low', 'info']),
  category: text('What it touches'),
  description: text('What it is'),
  count: count('Places'),
  in_loop_count: count('Of them in the body of a loop'),
  locations: v.pipe(v.array(v.string()), v.description('file:line, at most 10')),
});

/** What a source scan recommends; the same entries, with ids, are among the recommendations. */
export const CodePatternSchema = v.object({
  priority: v.picklist(['MEDIUM', 'LOW']),
  category: text('Kind of advice'),
  pattern_id: text('Pattern behind it'),
  issue: text('What was found'),
  suggestion: text('What to do'),
});

export const ProfilingPlanSchema = v.object({
  description: text('What to record first'),
  suggested_first_command: text('Command line; empty where no GPU code was found'),
  suggested_counters: v.array(v.string()),
  actions: v.array(v.string()),
});

export const Tier0FindingsSchema = v.object({
  source_dir: text('Folder, as given'),
  programming_model: text('The model with the most kernels and launches; Unknown without any'),
  programming_models: v.array(
    v.object({ model: text('HIP, CUDA, OpenCL, Triton, PyTorch, OpenMP, ...'), files: count('Files that use it') }),
  ),
  files_scanned: count('Files read'),
  files_skipped: count('Source files left out: too large, unreadable, or beyond the limit'),
  links_skipped: count('Symbolic links, which are not followed'),
  unreadable_folders: count('Folders that could not be listed'),
  truncated: v.pipe(v.boolean(), v.description('A limit left out files or folders')),
  kernel_count: count('Distinct kernels and device regions'),
  definition_count: count('Definitions of kernels'),
  launch_count: count('Launches of kernels and device regions'),
  detected_kernels: v.pipe(v.array(DetectedKernelSchema), v.description('By file and line, at most 100')),
  detected_kernel_count: count('Definitions, launches and regions, listed or not'),
  detected_patterns: v.pipe(v.array(DetectedPatternSchema), v.description('By severity, then id')),
  risk_areas: v.pipe(v.array(v.string()), v.description('One sentence for each pattern of medium or high severity')),
  code_patterns: v.array(CodePatternSchema),
  already_instrumented: v.pipe(v.boolean(), v.description('Some roctx or nvtx marker is set')),
  roctx_marker_count: count('Calls of markers'),
  profiling_plan: v.optional(ProfilingPlanSchema),
  llm_explanation: v.nullable(text('Words of a language model; null without one')),
});

export type DetectedKernel = v.InferOutput<typeof DetectedKernelSchema>;
export type DetectedPattern = v.InferOutput<typeof DetectedPatternSchema>;
export type CodePattern = v.InferOutput<typeof CodePatternSchema>;
export type ProfilingPlan = v.InferOutput<typeof ProfilingPlanSchema>;
export type Tier0Findings = v.InferOutput<typeof Tier0FindingsSchema>;
