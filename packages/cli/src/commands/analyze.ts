import type { Io } from '../io.js';
import { writeText } from '../io.js';
import type { Destination } from '../output/destinations.js';
import { planDestinations } from '../output/destinations.js';
import { describeWriteFailure } from '../output/write-failure.js';
import { writeReportFile } from '../output/write-report-file.js';
import { createProgress } from '../progress/create-progress.js';
import { escapeText } from '../render/escape-text.js';
import { formatBytes, NO_BREAK_SPACE } from '../render/format-number.js';
import { FORMATS, needsTimeline } from '../render/formats.js';
import type { TextOptions } from '../render/text/text-context.js';
import { hasColors, isUnicodeTerminal, textWidth } from '../terminal.js';
import { UsageError } from '../usage-error.js';
import type { AnalyzeFlags } from './analyze-flags.js';
import { parseSourceDateEpoch } from './source-date-epoch.js';

/** Columns of a report in a file. */
const FILE_WIDTH = 92;

/** Runs `perfxpert analyze`. Everything is read and drawn before anything is written. */
export async function analyze(flags: AnalyzeFlags, io: Io): Promise<void> {
  const inputs = flags.input.map((input) => checkName('-i: the name of a trace', input));
  if (flags.sourceDir !== undefined) checkName('--source-dir: the name of the folder', flags.sourceDir);
  if (flags.attDir !== undefined) checkName('--att-dir: the name of the folder', flags.attDir);
  if (flags.attDir !== undefined && inputs.length === 0)
    throw new UsageError('--att-dir: a thread trace goes with a trace; give one with -i');
  if (flags.sourceMaxFiles !== undefined && flags.sourceDir === undefined)
    throw new UsageError('--source-max-files: give the folder of the sources with --source-dir');
  const destinations = planDestinations({ ...flags, inputs }, io.cwd);
  const { report, timeline } = await readReport(inputs, flags, io);
  const texts: [Destination, string][] = [];
  for (const destination of destinations) {
    const render = await FORMATS[destination.format].loadRenderer();
    texts.push([destination, render(report, { ...textOptions(destination, flags, io), timeline })]);
  }
  for (const [destination, text] of texts) await deliver(destination, text, flags, io);
}

function checkName(what: string, name: string): string {
  if (name === '') throw new UsageError(`${what} is empty`);
  return name;
}

async function readReport(inputs: readonly string[], flags: AnalyzeFlags, io: Io) {
  const epoch = flags.timestamps ? parseSourceDateEpoch(io.env['SOURCE_DATE_EPOCH']) : undefined;
  const progress = await createProgress(io, flags);
  // An interrupt ends the process at once: the line has to go before.
  io.signal?.addEventListener('abort', progress.stop, { once: true });
  try {
    const { analyzeTrace, analyzeTraceWithTimeline } = await import('@perfxpert/agents');
    const read = needsTimeline(flags.formats)
      ? analyzeTraceWithTimeline
      : async (...request: Parameters<typeof analyzeTrace>) => ({
          report: await analyzeTrace(...request),
          timeline: null,
        });
    return await read(
      {
        ...(inputs.length === 0 ? {} : { database_path: [...inputs] }),
        ...(flags.sourceDir === undefined ? {} : { source_dir: flags.sourceDir }),
        analysis_options: {
          top_kernels: flags.topKernels,
          min_duration_ns: flags.minDurationNs,
          ...(flags.attDir === undefined ? {} : { att_dir: flags.attDir }),
          ...(flags.sourceMaxFiles === undefined ? {} : { source_max_files: flags.sourceMaxFiles }),
        },
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
