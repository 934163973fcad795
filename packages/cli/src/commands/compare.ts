import type { RunPaths, TraceDiff } from '@perfxpert/agents/toolkit';
import type { Io } from '../io.js';
import { createProgress } from '../progress/create-progress.js';
import { comparisonSettings } from './regression-threshold.js';
import { checkRunsExist } from './run-paths.js';

/** What `diff` and `ci` compare. */
export interface ComparisonFlags {
  readonly baseline: RunPaths;
  readonly next: RunPaths;
  /** Undefined: that of the environment, else the default. */
  readonly thresholdPct: number | undefined;
  readonly verbose: boolean;
  readonly progress: boolean;
}

/** Reads both sides and compares them; `topKernels` rows of `per_kernel`. Stages are shown as for an analysis. */
export async function compare(flags: ComparisonFlags, topKernels: number, io: Io): Promise<TraceDiff> {
  const settings = await comparisonSettings(io.env, flags.thresholdPct);
  checkRunsExist([flags.baseline, flags.next], io.cwd);
  const progress = await createProgress(io, flags);
  io.signal?.addEventListener('abort', progress.stop, { once: true });
  try {
    const { diffRuns } = await import('@perfxpert/agents/toolkit');
    return await diffRuns(
      {
        baseline_db: flags.baseline,
        new_db: flags.next,
        top_kernels: topKernels,
      },
      { settings, progressCallback: progress.stage, ...(io.signal === undefined ? {} : { signal: io.signal }) },
    );
  } finally {
    io.signal?.removeEventListener('abort', progress.stop);
    progress.stop();
  }
}
