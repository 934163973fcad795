import { Command, Option } from 'commander';
import type { Io } from '../io.js';
import { UsageError } from '../usage-error.js';

const FORMATS = ['text', 'json'] as const;
type Format = (typeof FORMATS)[number];

const USAGE = 'usage: perfxpert explain FINDING -i TRACE... [--format text|json]';

const EXAMPLES = `
The id of a finding stands below each recommendation of a report, as rule ID; in JSON it is recommendations[].id.

Examples:
  perfxpert explain ROCPD-MEMCPY-001 -i trace.db
  perfxpert explain ROCPD-MEMCPY-001 -i trace.db --format json | jq .figures
`;

/** `perfxpert explain`: the proof of one finding. */
export function createExplainCommand(io: Io): Command {
  return new Command('explain')
    .description('Prove a finding of a trace: its rows, its arithmetic, its figures computed again.')
    .helpOption('-h, --help', 'show help')
    .usage('FINDING -i TRACE... [options]')
    .argument('<finding>', 'id of the finding, such as ROCPD-MEMCPY-001')
    .option('-i, --input <trace...>', 'trace files or folders of the analysis (required)')
    .addOption(new Option('--format <name>', FORMATS.join(' or ')).argParser(parseFormat).default('text'))
    .addHelpText('after', EXAMPLES)
    .action(async (finding: string, options: { readonly input?: string[]; readonly format: Format }) => {
      if (options.input === undefined) throw new UsageError(`give a trace with -i; ${USAGE}`);
      const { explain } = await import('./explain.js');
      await explain({ finding, input: options.input, format: options.format }, io);
    });
}

function parseFormat(value: string): Format {
  const format = FORMATS.find((known) => known === value);
  if (format === undefined) throw new UsageError(`--format ${value}: formats are ${FORMATS.join(' and ')}`);
  return format;
}
