import type { Io } from '../io.js';
import { escapeText } from '../render/escape-text.js';
import { formatFixed } from '../render/format-number.js';

/** A stage and the time since the start, as people read it: `facts of process 2 of 4  0.8 s`. */
export function stageText(name: string, elapsedSeconds: number): string {
  return `${escapeText(name)}  ${formatFixed(elapsedSeconds, 1)} s`;
}

/** One line per stage, without any escape code. */
export function logStage(io: Pick<Io, 'stderr'>, name: string, elapsedSeconds: number): void {
  io.stderr.write(`[perfxpert] ${stageText(name, elapsedSeconds)}\n`);
}
