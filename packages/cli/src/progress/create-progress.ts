import type { Io } from '../io.js';
import { logStage } from './stage-line.js';

/** Where a run stands, for a person who waits. */
export interface Progress {
  /** A new stage begins, or the present one has come further. */
  stage(name: string): void;
  /** The run is over: takes away what was shown for its time only. */
  stop(): void;
}

export interface ProgressFlags {
  readonly verbose: boolean;
  readonly progress: boolean;
}

const SILENT: Progress = { stage: () => {}, stop: () => {} };

/**
 * `--no-progress` and runs whose stderr is no terminal are silent; `--verbose` logs each stage with the time so far; on
 * a terminal, stages show only once the run has taken a while: one line that is rewritten, or lines where it can't be.
 */
export async function createProgress(io: Io, flags: ProgressFlags): Promise<Progress> {
  if (!flags.progress) return SILENT;
  const began = performance.now();
  const elapsedSeconds = () => (performance.now() - began) / 1000;
  if (flags.verbose) return { stage: (name) => logStage(io, name, elapsedSeconds()), stop: () => {} };
  if (io.stderr.isTTY !== true) return SILENT;
  const { createTerminalProgress } = await import('./terminal-progress.js');
  return createTerminalProgress(io, elapsedSeconds);
}
