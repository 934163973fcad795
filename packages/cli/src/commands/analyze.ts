import type { Io } from '../io.js';
import { writeText } from '../io.js';
import type { Destination } from '../output/destinations.js';
import { planDestinations } from '../output/destinations.js';
import { describeWriteFailure } from '../output/write-failure.js';
import { writeReportFile } from '../output/write-report-file.js';
import { createProgress } from '../progress/create-progress.js';
import { escapeText } from '../render/escape-text.js';
import { formatBytes, NO_BREAK_SPACE } from '../render/format-number.js';
import { FORMATS } from '../render/formats.js';
import type { TextOptions } from '../render/text/text-context.js';
import { hasColors, isUnicodeTerminal, textWidth } from '../terminal.js';
import { UsageError } from '../usage-error.js';
import type { AnalyzeFlags } from './analyze-flags.js';
import { parseSourceDateEpoch } from './source-date-epoch.js';

/** Columns of a report in a file. */
const FILE_WIDTH = 92;

/** Runs `perfxpert analyze`. Everything is read and drawn before anything is written. */
export async function analyze(flags: AnalyzeFlags, io: Io): Promise<void> {
  const inputs = flags.input.map((input) => checkInput(input));
  const destinations = planDestinations({ ...flags, inputs }, io.cwd);
  const report = await readReport(inputs, flags, io);
  const texts: [Destination, string][] = [];
  for (const destination of destinations) {
    const render = await FORMATS[destination.format].loadRenderer();
    texts.push([destination, render(report, textOptions(destination, flags, io))]);
  }
  for (const [destination, text] of texts) await deliver(destination, text, flags, io);
}

function checkInput(input: string): string {
  if (input === '') throw new UsageError('-i: the name of a trace is empty');
  return input;
}

async function readReport(inputs: readonly string[], flags: AnalyzeFlags, io: Io) {
  const epoch = flags.timestamps ? parseSourceDateEpoch(io.env['SOURCE_DATE_EPOCH']) : undefined;
  const progress = await createProgress(io, flags);
  // An interrupt ends the process at once: the line has to go before.
  io.signal?.addEventListener('abort', progress.stop, { once: true });
  try {
    const { analyzeTrace } = await import('@perfxpert/agents');
    return await analyzeTrace(
      {
        database_path: [...inputs],
        analysis_options: { top_kernels: flags.topKernels, min_duration_ns: flags.minDurationNs },
      },
      {
        timestamps: flags.timestamps,
        ...(epoch === undefined ? {} : { sourceDateEpoch: epoch }),
        ...(io.signal === undefined ? {} : { signal: io.signal }),
        progressCallback: progress.stage,
      },
    );
  } finally {
    io.signal?.removeEventListener('abort', progress.stop);
    progress.stop();
  }
}

/** Files are always UTF-8, without colours, and as wide as a report that doesn't go to a terminal. */
function textOptions(destination: Destination, flags: AnalyzeFlags, io: Io): TextOptions {
  if (destination.path !== null) return { width: FILE_WIDTH, isUnicode: true, isColored: false };
  return {
    width: textWidth(io.stdout),
    isUnicode: isUnicodeTerminal(io),
    isColored: hasColors(io.stdout, io.env, flags.color),
  };
}

async function deliver(destination: Destination, text: string, flags: AnalyzeFlags, io: Io): Promise<void> {
  try {
    if (destination.path === null) return await writeText(io.stdout, text);
    writeReportFile(destination.path, text);
  } catch (error) {
    throw describeWriteFailure(destination.name, error);
  }
  if (!flags.progress) return;
  const size = formatBytes(Buffer.byteLength(text)).replace(NO_BREAK_SPACE, ' ');
  io.stderr.write(`[perfxpert] wrote ${escapeText(destination.name)} (${size})\n`);
}
