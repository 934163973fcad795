import type { Io } from '../io.js';
import { deliverReport } from '../output/deliver-report.js';
import type { Destination } from '../output/destinations.js';
import { planDestinations } from '../output/destinations.js';
import type { DiffFormatName } from '../render/diff/diff-formats.js';
import { DIFF_FORMATS } from '../render/diff/diff-formats.js';
import { hasColors, isUnicodeTerminal, textWidth } from '../terminal.js';
import type { TextOptions } from '../render/text/text-context.js';
import { compare } from './compare.js';
import type { DiffFlags } from './diff-command.js';

/** Name of a comparison that nobody named. */
const STEM = 'diff_report';
/** Columns of a comparison in a file. */
const FILE_WIDTH = 92;

/** Runs `perfxpert diff`. Everything is read and drawn before anything is written. */
export async function diff(flags: DiffFlags, io: Io): Promise<void> {
  const destinations = plan(flags, io);
  const comparison = await compare(flags, flags.topKernels, io);
  const texts: [Destination<DiffFormatName>, string][] = [];
  for (const destination of destinations) {
    const render = await DIFF_FORMATS[destination.format].loadRenderer();
    texts.push([destination, render(comparison, textOptions(destination, flags, io))]);
  }
  for (const [destination, text] of texts) await deliverReport(destination, text, flags.progress, io);
}

/** A page is no text for a terminal: without -o and -d it gets a file. */
function plan({ baseline, next, formats, output, dir }: DiffFlags, io: Io): Destination<DiffFormatName>[] {
  const isPage = formats.length === 1 && formats[0] === 'webview';
  const request = {
    inputs: [baseline, next].flat(3),
    formats,
    output: output ?? (isPage && dir === undefined ? STEM : undefined),
    dir,
    stem: STEM,
  };
  return planDestinations(request, io.cwd, (format) => DIFF_FORMATS[format].extension);
}

function textOptions(destination: Destination<DiffFormatName>, flags: DiffFlags, io: Io): TextOptions {
  if (destination.path !== null) return { width: FILE_WIDTH, isUnicode: true, isColored: false };
  return {
    width: textWidth(io.stdout),
    isUnicode: isUnicodeTerminal(io),
    isColored: hasColors(io.stdout, io.env, flags.color),
  };
}
