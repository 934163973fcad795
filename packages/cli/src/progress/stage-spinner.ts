import ora from 'ora';
import picocolors from 'picocolors';
import type { Io } from '../io.js';
import { hasColors, isUnicodeTerminal } from '../terminal.js';
import { stageText } from './stage-line.js';

/** One line that is rewritten while the run goes on and cleared at its end. */
export interface StageSpinner {
  update(stage: string): void;
  stop(): void;
}

/** About eight frames a second. */
const INTERVAL_MS = 125;
const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const ASCII_FRAMES = ['-', '\\', '|', '/'];

/** Starts the spinner on stderr. Standard input is left alone. */
export function createStageSpinner(io: Io, firstStage: string, elapsedSeconds: () => number): StageSpinner {
  const isColored = hasColors(io.stderr, io.env, 'auto');
  const { cyan } = picocolors.createColors(isColored);
  const spinner = ora({
    // A stderr that is a terminal is a tty.WriteStream, which is what the spinner moves the cursor with.
    stream: io.stderr as unknown as NodeJS.WriteStream,
    color: isColored ? 'cyan' : false,
    spinner: { frames: isUnicodeTerminal(io) ? FRAMES : ASCII_FRAMES, interval: INTERVAL_MS },
    discardStdin: false,
    isEnabled: true,
    text: '',
  });
  let stage = firstStage;
  const refresh = () => {
    spinner.text = cyan(stageText(stage, elapsedSeconds()));
  };
  refresh();
  spinner.start();
  // The time goes on while a stage does.
  const clock = setInterval(refresh, INTERVAL_MS);
  return {
    update: (name) => {
      stage = name;
      refresh();
      spinner.render();
    },
    stop: () => {
      clearInterval(clock);
      spinner.stop();
    },
  };
}
