import type { Io } from '../io.js';
import { canRewriteLines } from '../terminal.js';
import { createDelayedProgress } from './delayed-progress.js';
import { logStage } from './stage-line.js';

/** Where a run stands, for a person who waits. */
export interface Progress {
  /** A new stage begins. */
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
 * a terminal, stages show only once the run has taken a while: a spinner, or lines where it cannot rewrite any.
 */
export function createProgress(io: Io, flags: ProgressFlags): Progress {
  const began = performance.now();
  const elapsedSeconds = () => (performance.now() - began) / 1000;
  if (!flags.progress) return SILENT;
  if (flags.verbose) return { stage: (name) => logStage(io, name, elapsedSeconds()), stop: () => {} };
  if (io.stderr.isTTY !== true) return SILENT;
  return createDelayedProgress(io, canRewriteLines(io.stderr, io.env), elapsedSeconds);
}
