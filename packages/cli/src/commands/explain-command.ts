import { Command, Option } from 'commander';
import type { Io } from '../io.js';
import { UsageError } from '../usage-error.js';

const FORMATS = ['text', 'json'] as const;
type Format = (typeof FORMATS)[number];

/** The options of `perfxpert explain`. */
export interface ExplainFlags {
  readonly finding: string;
  /** Empty with `sourceDir` only. */
  readonly input: readonly string[];
  readonly sourceDir: string | undefined;
  readonly attDir: string | undefined;
  readonly format: Format;
}

interface ParsedOptions {
  readonly input?: string[];
  readonly sourceDir?: string;
  readonly attDir?: string;
  readonly format: Format;
}

const USAGE = 'usage: perfxpert explain WHAT [-i TRACE...] [options] (perfxpert explain --help lists them)';

const EXAMPLES = `
With a trace: the proof of a finding. Its id stands below each recommendation of a report,
as rule ID; in JSON it is recommendations[].id. Without one: what a metric, a counter,
a rule, a technique, a driver of the verdict, a cause of idle time or a field of the report
is.

Examples:
  perfxpert explain ROCPD-MEMCPY-001 -i trace.db
  perfxpert explain ROCPD-MEMCPY-001 -i trace.db --format json | jq .figures
  perfxpert explain ROCPD-SRC-MEMCPY-SYNC-001 --source-dir src
  perfxpert explain ROCPD-MEMCPY-001
  perfxpert explain l2_hit_rate
  perfxpert explain TCC_HIT_sum
  perfxpert explain api_exposed_ns
  perfxpert explain launch_bound
  perfxpert explain "late launch"
`;

/** `perfxpert explain`: the proof of one finding, or the meaning of a word. */
export function createExplainCommand(io: Io): Command {
  return new Command('explain')
    .description('Prove a finding of a trace, or say what a metric, a counter or a rule is.')
    .helpOption('-h, --help', 'show help')
    .usage('WHAT [-i TRACE...] [options]')
    .argument('[what]', 'id of a finding such as ROCPD-MEMCPY-001; name of a metric, counter, driver or field')
    .option('-i, --input <trace...>', 'trace files or folders of the analysis')
    .option('--source-dir <folder>', 'sources of the analysis, for what was found in them')
    .option('--att-dir <folder>', 'thread trace of the analysis (default: looked for beside the trace)')
    .addOption(new Option('--format <name>', FORMATS.join(' or ')).argParser(parseFormat).default('text'))
    .addHelpText('after', EXAMPLES)
    .action(async (what: string | undefined, options: ParsedOptions) => {
      if (what === undefined || what === '') throw new UsageError(`say what to explain; ${USAGE}`);
      const { explain, explainWord } = await import('./explain.js');
      const { input = [], sourceDir, attDir, format } = options;
      if (sourceDir === '' || attDir === '')
        throw new UsageError('--source-dir, --att-dir: the name of a folder is empty');
      if (attDir !== undefined && input.length === 0)
        throw new UsageError('--att-dir: a thread trace goes with a trace; give one with -i');
      if (input.length === 0 && sourceDir === undefined) await explainWord(what, format, io);
      else await explain({ finding: what, input, sourceDir, attDir, format }, io);
    });
}

function parseFormat(value: string): Format {
  const format = FORMATS.find((known) => known === value);
  if (format === undefined) throw new UsageError(`--format ${value}: formats are ${FORMATS.join(' and ')}`);
  return format;
}
