import { Command, Option } from 'commander';
import type { Io } from '../io.js';
import type { CiFormatName } from '../render/ci/ci-formats.js';
import { CI_FORMATS, ciFormatOf } from '../render/ci/ci-formats.js';
import { UsageError } from '../usage-error.js';
import type { ComparisonFlags } from './compare.js';
import type { RunOptions } from './diff-command.js';
import { RUN_HELP, sidesOf } from './diff-command.js';
import { collect, parseCount } from './parse-count.js';
import { parseThreshold } from './regression-threshold.js';

/** A threshold of single kernels; `text` null is that of every hot kernel. */
export interface KernelThreshold {
  readonly text: string | null;
  readonly thresholdPct: number;
}

/** The options of `perfxpert ci`, checked one by one. */
export interface CiFlags extends ComparisonFlags {
  readonly kernelThresholds: readonly KernelThreshold[];
  readonly failOnNewHotKernel: boolean;
  readonly allowUncertain: boolean;
  readonly format: CiFormatName;
  readonly topKernels: number;
  readonly junit: string | undefined;
  readonly sarif: string | undefined;
  readonly summaryFile: string | undefined;
  readonly annotations: boolean;
  /** No word where every check passed. */
  readonly quiet: boolean;
}

const NAMES = Object.keys(CI_FORMATS).join(', ');
const CI_USAGE = 'usage: perfxpert ci BASELINE NEW [options] (perfxpert ci --help lists them)';

const EXAMPLES = `${RUN_HELP}
The report goes to stdout, the outcome to stderr.

Examples:
  perfxpert ci before.db after.db
  perfxpert ci before.db after.db --threshold 2 --kernel-threshold 10
  perfxpert ci before.db after.db --kernel-threshold Cijk=3   for names that hold Cijk
  perfxpert ci old1.db new.db --baseline old2.db --baseline old3.db --allow-uncertain
  perfxpert ci before.db after.db --annotations --summary-file "$GITHUB_STEP_SUMMARY"

Environment:
  PERFXPERT_CI_REGRESSION_THRESHOLD  percent, below --threshold

Exit codes: 0 within the thresholds, 1 a check failed, 2 wrong input.
`;

/** `perfxpert ci`. */
export function createCiCommand(io: Io): Command {
  return new Command('ci')
    .description('Fail a build on a regression: compare two runs against thresholds.')
    .helpOption('-h, --help', 'show help')
    .usage('BASELINE NEW [options]')
    .argument('[baseline]', 'run to compare with')
    .argument('[new]', 'run to judge')
    .addOption(new Option('--baseline <run>', 'one more run of the baseline').argParser(collect))
    .addOption(new Option('--new <run>', 'one more run of the new side').argParser(collect))
    .addOption(
      new Option('--threshold <percent>', 'longer GPU window that fails (default: 5)').argParser((value) =>
        parseThreshold('--threshold', value),
      ),
    )
    .addOption(
      new Option(
        '--kernel-threshold <percent>',
        'longer time of a hot kernel that fails; NAME=PERCENT for kernels whose name holds NAME',
      ).argParser(collectThresholds),
    )
    .option('--fail-on-new-hot-kernel', 'fail where a hot kernel is new')
    .option('--allow-uncertain', 'let pass what is within the spread of the runs or dispatches')
    .addOption(new Option('--top-kernels <n>', 'kernels listed').argParser(parseCount('--top-kernels')).default(20))
    .addOption(new Option('--format <name>', `of stdout: ${NAMES}`).argParser(parseFormat).default('text'))
    .option('--junit <file>', 'write the checks as JUnit XML')
    .option('--sarif <file>', 'write what failed as SARIF 2.1.0')
    .option('--summary-file <file>', 'append a Markdown summary, as for $GITHUB_STEP_SUMMARY')
    .option('--annotations', 'GitHub annotations on stderr')
    .option('--verbose', 'log the stages to stderr')
    .option('--no-progress', 'no stages and notices on stderr')
    .addHelpText('after', EXAMPLES)
    .action(async (baseline: string | undefined, next: string | undefined, options: ParsedOptions) => {
      const flags = flagsOf(baseline, next, options, io);
      const { ci } = await import('./ci.js');
      await ci(flags, io);
    });
}

interface ParsedOptions extends RunOptions {
  readonly threshold?: number;
  readonly kernelThreshold?: readonly KernelThreshold[];
  readonly failOnNewHotKernel?: boolean;
  readonly allowUncertain?: boolean;
  readonly topKernels: number;
  readonly format: CiFormatName;
  readonly junit?: string;
  readonly sarif?: string;
  readonly summaryFile?: string;
  readonly annotations?: boolean;
  readonly verbose?: boolean;
  readonly progress: boolean;
  /** Every command has it (`common-options.ts`). */
  readonly quiet?: boolean;
}

function flagsOf(baseline: string | undefined, next: string | undefined, options: ParsedOptions, io: Io): CiFlags {
  const { threshold, kernelThreshold = [], failOnNewHotKernel = false, allowUncertain = false } = options;
  const { format, topKernels, junit, sarif, summaryFile, annotations = false } = options;
  const { verbose = false, progress, quiet = false } = options;
  return {
    ...sidesOf(baseline, next, options, io, CI_USAGE),
    thresholdPct: threshold,
    kernelThresholds: kernelThreshold,
    failOnNewHotKernel,
    allowUncertain,
    format,
    topKernels,
    junit,
    sarif,
    summaryFile,
    annotations,
    verbose,
    progress,
    quiet,
  };
}

/** `10`, or `NAME=10`; the last `=` counts, since a name may hold one. */
function collectThresholds(value: string, earlier: readonly KernelThreshold[] | undefined): KernelThreshold[] {
  const at = value.lastIndexOf('=');
  const text = at < 0 ? null : value.slice(0, at);
  if (text === '') throw new UsageError(`--kernel-threshold ${value}: the name before = is empty`);
  const thresholdPct = parseThreshold('--kernel-threshold', value.slice(at + 1));
  return [...(earlier ?? []), { text, thresholdPct }];
}

function parseFormat(value: string): CiFormatName {
  const format = ciFormatOf(value);
  if (format === undefined) throw new UsageError(`--format ${value}: formats are ${NAMES}`);
  return format;
}
