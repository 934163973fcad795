import type { Io } from '../io.js';
import type { Progress } from './create-progress.js';
import { logStage } from './stage-line.js';
import type { StageSpinner } from './stage-spinner.js';

/** Shorter runs show nothing: a line that flashes up and goes helps nobody. */
const DELAY_MS = 500;

/** Progress that stays silent at first. `delayMs` is for tests. */
export function createDelayedProgress(
  io: Io,
  hasSpinner: boolean,
  elapsedSeconds: () => number,
  delayMs = DELAY_MS,
): Progress {
  let latest = 'starting';
  let spinner: StageSpinner | null = null;
  let isOver = false;
  let isShown = false;
  const show = () => {
    isShown = true;
    if (hasSpinner) void startSpinner();
    else logStage(io, latest, elapsedSeconds());
  };
  const startSpinner = async () => {
    const { createStageSpinner } = await import('./stage-spinner.js');
    // The run may have ended while the module was loading.
    if (!isOver) spinner = createStageSpinner(io, latest, elapsedSeconds);
  };
  const timer = setTimeout(show, delayMs);
  return {
    stage: (name) => {
      latest = name;
      // Work on this thread keeps the timer from firing; then the next stage starts the display.
      if (!isShown && elapsedSeconds() * 1000 >= delayMs) {
        clearTimeout(timer);
        show();
      } else if (isShown && !hasSpinner) {
        logStage(io, name, elapsedSeconds());
      }
      spinner?.update(name);
    },
    stop: () => {
      isOver = true;
      clearTimeout(timer);
      spinner?.stop();
    },
  };
}
