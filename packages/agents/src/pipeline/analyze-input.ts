import { runPathsSchema, TraceFilterSchema } from '@perfxpert/tools/analysis';
import * as v from 'valibot';

/** What `analyzeTrace` takes; unknown keys are refused so that a misspelt option cannot pass silently. */
export const AnalyzeInputSchema = v.strictObject({
  database_path: v.optional(
    v.pipe(
      v.union([
        v.pipe(v.string(), v.minLength(1)),
        v.pipe(v.array(v.pipe(v.string(), v.minLength(1))), v.minLength(1)),
      ]),
      v.description('Trace file or folder, or several that belong together; may be left out with a source_dir'),
    ),
  ),
  source_dir: v.optional(
    v.pipe(v.string(), v.minLength(1), v.description('Folder of the sources, to be scanned for GPU code')),
  ),
  user_query: v.optional(v.pipe(v.string(), v.description('Question that guides the words'))),
  analysis_options: v.optional(
    v.strictObject({
      top_kernels: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.description('Hotspots listed'))),
      min_duration_ns: v.optional(
        v.pipe(v.number(), v.minValue(0), v.description('Shorter dispatches stay out of the hotspots, nanoseconds')),
      ),
      att_dir: v.optional(
        v.pipe(
          v.string(),
          v.minLength(1),
          v.description('Folder with the stats_*.csv files of rocprofv3 --att; looked for beside the trace by default'),
        ),
      ),
      baseline_db: v.optional(runPathsSchema('Earlier run to compare with: becomes the section trace_diff')),
      filters: v.optional(TraceFilterSchema),
      source_max_files: v.optional(
        v.pipe(v.number(), v.integer(), v.minValue(1), v.description('Source files read at most; default 500')),
      ),
    }),
  ),
});

export type AnalyzeInput = v.InferOutput<typeof AnalyzeInputSchema>;

/** What is not data: clock, cancellation, progress. */
export interface AnalyzeOptions {
  /** False leaves `analysis_timestamp` and `analysis_duration_ms` null, so that equal inputs give equal bytes. */
  readonly timestamps?: boolean;
  /** Seconds since 1970 shown instead of the clock (SOURCE_DATE_EPOCH), unless timestamps are off; no duration then. */
  readonly sourceDateEpoch?: number;
  /** File of a captured amd-smi or rocm-smi log: becomes the section `thermal`. One that cannot be read is a warning. */
  readonly gpuMonitorLog?: string;
  /** Also advice on pragmas. Default false. */
  readonly advanced?: boolean;
  /** Change of the GPU window that turns the verdict of a comparison with a baseline, percent. Default 5. */
  readonly regressionThresholdPct?: number;
  /** Percent of the kernel time that the hot kernels of that comparison cover. Default 80. */
  readonly hotKernelCoveragePct?: number;
  readonly signal?: AbortSignal;
  /** One line per stage. */
  readonly progressCallback?: (stage: string) => void;
}
