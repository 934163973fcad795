import picocolors from 'picocolors';
import type { Io } from '../io.js';
import { cutMiddle } from '../render/text/cut-middle.js';
import { canRewriteLines, hasColors, isUnicodeTerminal } from '../terminal.js';
import type { Progress } from './create-progress.js';
import { logStage, stageText } from './stage-line.js';

/** Shorter runs show nothing: a line that flashes up and goes helps nobody. */
const DELAY_SECONDS = 0.5;
/** Eight frames a second. */
const INTERVAL_MS = 125;
const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const ASCII_FRAMES = ['-', '\\', '|', '/'];
/** To the start of the line, and erase it (ECMA-48, EL). */
const CLEAR_LINE = '\r\x1b[2K';

/**
 * Progress on a terminal: a line that is rewritten and cleared at the end, or plain lines where none can be rewritten.
 * It draws by a timer and, since reading a trace keeps timers from firing, with each stage as well.
 */
export function createTerminalProgress(io: Io, elapsedSeconds: () => number): Progress {
  const { stderr } = io;
  const drawLine = canRewriteLines(stderr, io.env) ? createLine(io) : null;
  let latest = 'starting';
  let logged = '';
  const draw = () => {
    if (elapsedSeconds() < DELAY_SECONDS) return;
    if (drawLine !== null) drawLine(stageText(latest, elapsedSeconds()));
    else if (logged !== latest) logStage(io, (logged = latest), elapsedSeconds());
  };
  const timer = setInterval(draw, INTERVAL_MS);
  return {
    stage: (name) => {
      latest = name;
      draw();
    },
    stop: () => {
      clearInterval(timer);
      if (drawLine !== null && elapsedSeconds() >= DELAY_SECONDS) stderr.write(CLEAR_LINE);
    },
  };
}

function createLine(io: Io): (text: string) => void {
  const { stderr } = io;
  const isUnicode = isUnicodeTerminal(io);
  const frames = isUnicode ? FRAMES : ASCII_FRAMES;
  const { cyan } = picocolors.createColors(hasColors(stderr, io.env, 'auto'));
  let turn = 0;
  return (text) => {
    // Some terminals say that they have no columns. One column stays free for the frame, one for the space, one so that the terminal doesn't wrap.
    const shown = cutMiddle(text, Math.max((stderr.columns || 80) - 3, 20), isUnicode ? '…' : '...');
    stderr.write(`${CLEAR_LINE}${frames[turn++ % frames.length] ?? ''} ${cyan(shown)}`);
  };
}
