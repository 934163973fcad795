import { Command, Option } from 'commander';
import type { Io } from '../io.js';
import { UsageError } from '../usage-error.js';

/** Formats of a timeline, with the extension each gets. */
const EXTENSIONS = { perfetto: '.pftrace', chrome: '.json' } as const;
export type ExportFormat = keyof typeof EXTENSIONS;

/** The options of `perfxpert export`, checked one by one. */
export interface ExportFlags {
  readonly input: readonly string[];
  readonly format: ExportFormat;
  /** With its extension; `-` for stdout. */
  readonly output: string;
  readonly verbose: boolean;
  readonly progress: boolean;
}

const USAGE = 'usage: perfxpert export -i TRACE... -o FILE [options] (perfxpert export --help lists them)';
const EXAMPLES = `
-o FILE gets the extension of its format (.pftrace, .json) unless it has one.
-o - is stdout.

Examples:
  perfxpert export -i trace.db -o timeline           timeline.pftrace, for ui.perfetto.dev
  perfxpert export -i rank*.db --format chrome -o r  r.json, for chrome://tracing
`;

interface ParsedOptions {
  readonly input?: string[];
  readonly format: ExportFormat;
  readonly output?: string;
  readonly verbose?: boolean;
  readonly progress: boolean;
}

/** `perfxpert export`. */
export function createExportCommand(io: Io): Command {
  return new Command('export')
    .description('Write a trace as a timeline for Perfetto or chrome://tracing.')
    .helpOption('-h, --help', 'show help')
    .usage('-i TRACE... -o FILE [options]')
    .option('-i, --input <trace...>', 'trace files or folders that belong together (required)')
    .addOption(new Option('--format <name>', 'perfetto or chrome').argParser(parseFormat).default('perfetto'))
    .option('-o, --output <file>', 'file to write, extension added; - for stdout (required)')
    .option('--verbose', 'log the stages to stderr')
    .option('--no-progress', 'nothing on stderr but errors')
    .addHelpText('after', EXAMPLES)
    .action(async (options: ParsedOptions) => {
      const { exportTrace } = await import('./export.js');
      await exportTrace(flagsOf(options), io);
    });
}

function flagsOf({ input, format, output, verbose = false, progress }: ParsedOptions): ExportFlags {
  if (input === undefined) throw new UsageError(`give a trace with -i; ${USAGE}`);
  if (input.includes('')) throw new UsageError('-i: the name of a trace is empty');
  if (output === undefined) throw new UsageError(`give the file to write with -o; ${USAGE}`);
  if (output === '') throw new UsageError('-o: the name of the file is empty');
  if (/(^|[/\\])\.{0,2}$/.test(output)) throw new UsageError(`-o ${output}: names a folder; give a file`);
  const name = output.slice(Math.max(output.lastIndexOf('/'), output.lastIndexOf('\\')) + 1);
  const hasExtension = output === '-' || name.lastIndexOf('.') > 0;
  return { input, format, output: hasExtension ? output : output + EXTENSIONS[format], verbose, progress };
}

function parseFormat(value: string): ExportFormat {
  if (value === 'perfetto' || value === 'chrome') return value;
  throw new UsageError(`--format ${value}: formats are perfetto and chrome`);
}
