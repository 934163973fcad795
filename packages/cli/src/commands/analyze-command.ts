import { Command, Option } from 'commander';
import type { Io } from '../io.js';
import { analyze } from './analyze.js';
import type { AnalyzeFlags } from './analyze-flags.js';
import { addFilterOptions, filtersOf } from './filter-options.js';
import type { FilterOptions } from './filter-options.js';
import { addLlmOptions, llmFlagsOf } from './llm-options.js';
import type { LlmOptions } from './llm-options.js';
import { sectionOption } from './section-option.js';
import type { SectionKey } from '../render/section-keys.js';
import { COLOR_MODES } from '../terminal.js';
import type { ColorMode } from '../terminal.js';
import type { FormatName } from '../render/formats.js';
import { FORMAT_NAMES } from '../render/formats.js';
import { parseColorMode, parseFormats } from './parse-display.js';
import { UsageError } from '../usage-error.js';
import { collect } from './parse-count.js';
import { ANALYZE_USAGE } from '../usage-message.js';

const EXAMPLES = `
Without -o and -d the report goes to stdout and nothing is written; -o - says so outright.
-o NAME gets the extension of its format (.txt, .json, .md, .html, .csv) unless it has it.

Examples:
  perfxpert analyze -i trace.db                                 read it in the terminal
  perfxpert analyze -i rank*.db                                 ranks of one run, one report
  perfxpert analyze -i trace.db --format json -o - | jq .summary
  perfxpert analyze -i trace.db --format text,json -o report    report.txt and report.json
  perfxpert analyze -i trace.db --format html -o report         report.html, for a browser
  perfxpert analyze -i trace.db -d reports                      reports/trace.txt
  perfxpert analyze -i trace.db --source-dir src --att-dir att  lines of code, thread trace
  perfxpert analyze -i trace.db --baseline before.db            and what changed since then
  perfxpert analyze -i trace.db --top-kernels 30 --min-duration 5
  perfxpert analyze -i trace.db --section hotspots,roofline --kernel Cijk
  perfxpert analyze -i trace.db --gpu 0 --from 10ms --to 20ms

Environment:
  SOURCE_DATE_EPOCH                  seconds since 1970, shown as the time of the analysis
  PERFXPERT_CI_REGRESSION_THRESHOLD  change that --baseline calls one, percent
  PERFXPERT_ADVANCED_RECS=1          the same as --advanced
  PERFXPERT_GPU_MONITOR_LOG          captured log of amd-smi or rocm-smi
  NO_COLOR, FORCE_COLOR              colours off, on
  PERFXPERT_DEBUG=1                  stack traces of errors
`;

/** `perfxpert analyze`. Its action is loaded at once: as a module of its own it would cost a tenth of a small run. */
export function createAnalyzeCommand(io: Io): Command {
  const command = new Command('analyze')
    .description('Analyse a trace: one file, or several files of one run.')
    .helpOption('-h, --help', 'show help')
    .usage('-i TRACE... [options]')
    .option('-i, --input <trace...>', 'trace files or folders that belong together')
    .option('--source-dir <folder>', 'scan these sources for GPU code: with -i, or alone')
    .addOption(
      new Option('--source-max-files <n>', 'source files read at most (default: 500)').argParser(parseSourceMaxFiles),
    )
    .option('--att-dir <folder>', 'thread trace of rocprofv3 --att (default: looked for beside the trace)')
    .addOption(
      new Option('--baseline <run>', 'compare with this earlier run; again for more runs of it').argParser(collect),
    )
    .addOption(new Option('--top-kernels <n>', 'kernels listed').argParser(parseTopKernels).default(10))
    .addOption(
      new Option('--min-duration <us>', 'leave kernels shorter than this out of the list, microseconds')
        .argParser(parseMinDuration)
        .default(0),
    )
    .addOption(
      new Option('--format <list>', `${FORMAT_NAMES.join(', ')} (also html, md), or several with commas between`)
        .argParser(parseFormats)
        .default(['text'], 'text'),
    )
    .option('-o, --output <name>', 'write to this file, extension added; - for stdout')
    .option('-d, --dir <folder>', 'write into this folder, made if needed; named after the first trace without -o')
    .option('--strict', 'exit 2 where baseline, sources or thread trace could not be used')
    .option('--advanced', 'advice on pragmas, too')
    .addOption(sectionOption())
    .option('--no-timestamps', 'leave time and duration of the analysis out: same input, same bytes')
    .option('--redact-paths', 'leave folders and user names out of the report')
    .addOption(
      new Option('--color <when>', `colours on stdout: ${COLOR_MODES.join(', ')}`)
        .argParser(parseColorMode)
        .default('auto'),
    )
    .option('--no-color', 'the same as --color never')
    .option('--watch', 'analyse again whenever an input changes, until Ctrl-C')
    .option('--verbose', 'log the stages to stderr')
    .option('--no-progress', 'nothing on stderr but errors')
    .addHelpText('after', EXAMPLES)
    .action(async (options: ParsedOptions) => {
      // Not left to the parser: it would complain of this before it complains of an option it doesn't know.
      if (options.input === undefined && options.sourceDir === undefined)
        throw new UsageError(`give a trace with -i, or sources with --source-dir; ${ANALYZE_USAGE}`);
      const flags = flagsOf(options);
      if (options.watch !== true) return analyze(flags, io);
      const { watch } = await import('./watch.js');
      await watch(flags, { errorFormat: options.errorFormat === 'json' ? 'json' : 'text' }, io);
    });
  return addLlmOptions(addFilterOptions(command));
}

/** What commander hands over; the parsers below made the types. */
interface ParsedOptions extends FilterOptions, LlmOptions {
  readonly section?: SectionKey[];
  readonly watch?: boolean;
  readonly advanced?: boolean;
  readonly errorFormat?: string;
  readonly input?: string[];
  readonly sourceDir?: string;
  readonly sourceMaxFiles?: number;
  readonly attDir?: string;
  readonly baseline?: string[];
  readonly strict?: boolean;
  readonly topKernels: number;
  readonly minDuration: number;
  readonly format: readonly FormatName[];
  readonly output?: string;
  readonly dir?: string;
  readonly verbose?: boolean;
  readonly progress: boolean;
  readonly timestamps: boolean;
  readonly redactPaths?: boolean;
  /** False for `--no-color`. */
  readonly color: ColorMode | false;
}

function flagsOf(options: ParsedOptions): AnalyzeFlags {
  const { input = [], sourceDir, sourceMaxFiles, attDir, baseline = [], strict = false } = options;
  const { topKernels, minDuration, format, output, dir, verbose = false, progress, timestamps, color } = options;
  const { redactPaths = false } = options;
  const minDurationNs = toNanoseconds(minDuration);
  const writing = { formats: format, output, dir, timestamps, redactPaths };
  const sections = options.section === undefined ? undefined : new Set(options.section);
  const drawing = { sections, color: color === false ? ('never' as const) : color };
  const display = { topKernels, minDurationNs, ...writing, verbose, progress, ...drawing };
  const filters = filtersOf(options);
  if (filters !== undefined && input.length === 0) throw new UsageError('filters go with a trace; give one with -i');
  if (filters !== undefined && baseline.length > 0)
    throw new UsageError('--baseline compares whole runs; leave out the filters');
  const { advanced = false } = options;
  return {
    input,
    sourceDir,
    sourceMaxFiles,
    attDir,
    baseline,
    strict,
    advanced,
    filters,
    llm: llmFlagsOf(options),
    ...display,
  };
}

/** Microseconds to nanoseconds; 1.1 is 1100, not 1100.0000000000002. */
function toNanoseconds(microseconds: number): number {
  return Math.round(microseconds * 1e6) / 1e3;
}

function parseTopKernels(value: string): number {
  const count = /^\d+$/.test(value) ? Number(value) : 0;
  if (count < 1 || !Number.isSafeInteger(count))
    throw new UsageError(`--top-kernels ${value}: give a whole number of at least 1`);
  return count;
}

function parseSourceMaxFiles(value: string): number {
  const count = /^\d+$/.test(value) ? Number(value) : 0;
  if (count < 1 || !Number.isSafeInteger(count))
    throw new UsageError(`--source-max-files ${value}: give a whole number of at least 1`);
  return count;
}

function parseMinDuration(value: string): number {
  const microseconds = /^(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(value) ? Number(value) : Number.NaN;
  if (!Number.isFinite(toNanoseconds(microseconds)))
    throw new UsageError(`--min-duration ${value}: give microseconds, a number of at least 0`);
  return microseconds;
}
