import { Command, Option } from 'commander';
import type { Io } from '../io.js';
import type { DiffFormatName } from '../render/diff/diff-formats.js';
import { DIFF_FORMATS, diffFormatOf } from '../render/diff/diff-formats.js';
import { COLOR_MODES } from '../terminal.js';
import type { ColorMode } from '../terminal.js';
import { UsageError } from '../usage-error.js';
import type { ComparisonFlags } from './compare.js';
import { collect, parseCount } from './parse-count.js';
import { parseThreshold } from './regression-threshold.js';
import { runPaths } from './run-paths.js';

/** The options of `perfxpert diff`, checked one by one. */
export interface DiffFlags extends ComparisonFlags {
  readonly formats: readonly DiffFormatName[];
  readonly topKernels: number;
  readonly output: string | undefined;
  readonly dir: string | undefined;
  readonly color: ColorMode;
}

const NAMES = Object.keys(DIFF_FORMATS).join(', ');
export const DIFF_USAGE = 'usage: perfxpert diff BASELINE NEW [options] (perfxpert diff --help lists them)';

/** How a run is written, for the help of `diff` and `ci`. */
export const RUN_HELP = `
A run is a trace file, a folder, or the files of its ranks with commas between. Further runs
of a side (--baseline, --new) give the noise: all figures are medians over the runs.`;

const EXAMPLES = `${RUN_HELP}
webview goes to diff_report.html unless -o or -d say otherwise; the others to stdout.
-o - is stdout.

Examples:
  perfxpert diff before.db after.db
  perfxpert diff before.db after.db --format markdown,json -o change -d out
  perfxpert diff rank0.db,rank1.db new0.db,new1.db
  perfxpert diff a1.db b1.db --baseline a2.db --baseline a3.db --new b2.db --new b3.db

Environment:
  PERFXPERT_CI_REGRESSION_THRESHOLD  percent, below --threshold

Exit codes: 0 compared, whatever the verdict (perfxpert ci fails on a regression),
2 wrong input.
`;

/** `perfxpert diff`. */
export function createDiffCommand(io: Io): Command {
  return new Command('diff')
    .description('Compare two runs: what got slower or faster, and whether it matters.')
    .helpOption('-h, --help', 'show help')
    .usage('BASELINE NEW [options]')
    .argument('[baseline]', 'run to compare with')
    .argument('[new]', 'run to judge')
    .addOption(new Option('--baseline <run>', 'one more run of the baseline').argParser(collect))
    .addOption(new Option('--new <run>', 'one more run of the new side').argParser(collect))
    .addOption(
      new Option('--threshold <percent>', 'change of the GPU window that is no longer neutral (default: 5)').argParser(
        (value) => parseThreshold('--threshold', value),
      ),
    )
    .addOption(new Option('--top-kernels <n>', 'kernels listed').argParser(parseCount('--top-kernels')).default(20))
    .addOption(
      new Option('--format <list>', `${NAMES} (also html, md), or several with commas between`)
        .argParser(parseFormats)
        .default(['text'], 'text'),
    )
    .option('-o, --output <name>', 'write to this file, extension added; - for stdout')
    .option('-d, --output-dir <folder>', 'write into this folder, made if needed; named diff_report without -o')
    .addOption(
      new Option('--color <when>', `colours on stdout: ${COLOR_MODES.join(', ')}`)
        .argParser(parseColorMode)
        .default('auto'),
    )
    .option('--verbose', 'log the stages to stderr')
    .option('--no-progress', 'nothing on stderr but errors')
    .addHelpText('after', EXAMPLES)
    .action(async (baseline: string | undefined, next: string | undefined, options: ParsedOptions) => {
      const flags = flagsOf(baseline, next, options, io);
      const { diff } = await import('./diff.js');
      await diff(flags, io);
    });
}

interface ParsedOptions extends RunOptions {
  readonly threshold?: number;
  readonly topKernels: number;
  readonly format: readonly DiffFormatName[];
  readonly output?: string;
  readonly outputDir?: string;
  readonly color: ColorMode;
  readonly verbose?: boolean;
  readonly progress: boolean;
}

/** Further runs of `diff` and `ci`. */
export interface RunOptions {
  readonly baseline?: readonly string[];
  readonly new?: readonly string[];
}

/** Both sides: the run in its place on the command line first, then those of the options. */
export function sidesOf(
  baseline: string | undefined,
  next: string | undefined,
  options: RunOptions,
  io: Io,
  usage: string,
): Pick<ComparisonFlags, 'baseline' | 'next'> {
  const list = (first: string | undefined, more: readonly string[] = []) => [
    ...(first === undefined ? [] : [first]),
    ...more,
  ];
  return {
    baseline: runPaths(list(baseline, options.baseline), `a baseline to compare with; ${usage}`, io.cwd),
    next: runPaths(list(next, options.new), `a new run to judge; ${usage}`, io.cwd),
  };
}

function flagsOf(baseline: string | undefined, next: string | undefined, options: ParsedOptions, io: Io): DiffFlags {
  const { threshold, topKernels, format, output, outputDir, color, verbose = false, progress } = options;
  const sides = sidesOf(baseline, next, options, io, DIFF_USAGE);
  const placement = { formats: format, output, dir: outputDir };
  return { ...sides, ...placement, thresholdPct: threshold, topKernels, color, verbose, progress };
}

function parseFormats(value: string): DiffFormatName[] {
  const formats = value.split(',').map((name) => {
    const format = diffFormatOf(name.trim());
    if (format === undefined) throw new UsageError(`--format ${value}: formats are ${NAMES}`);
    return format;
  });
  return [...new Set(formats)];
}

function parseColorMode(value: string): ColorMode {
  const mode = COLOR_MODES.find((known) => known === value);
  if (mode === undefined) throw new UsageError(`--color ${value}: give one of ${COLOR_MODES.join(', ')}`);
  return mode;
}
