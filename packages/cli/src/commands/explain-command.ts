import { Command, Option } from 'commander';
import type { Io } from '../io.js';
import { UsageError } from '../usage-error.js';

const FORMATS = ['text', 'json'] as const;
type Format = (typeof FORMATS)[number];

const USAGE = 'usage: perfxpert explain WHAT [-i TRACE...] [--format text|json]';

const EXAMPLES = `
With a trace: the proof of a finding. Its id stands below each recommendation of a report, as rule ID; in JSON it is
recommendations[].id. Without one: what a metric, a counter, a rule, a technique or a field of the report is.

Examples:
  perfxpert explain ROCPD-MEMCPY-001 -i trace.db
  perfxpert explain ROCPD-MEMCPY-001 -i trace.db --format json | jq .figures
  perfxpert explain ROCPD-MEMCPY-001
  perfxpert explain l2_hit_rate
  perfxpert explain TCC_HIT_sum
  perfxpert explain api_exposed_ns
`;

/** `perfxpert explain`: the proof of one finding, or the meaning of a word. */
export function createExplainCommand(io: Io): Command {
  return new Command('explain')
    .description('Prove a finding of a trace, or say what a metric, a counter or a rule is.')
    .helpOption('-h, --help', 'show help')
    .usage('WHAT [-i TRACE...] [options]')
    .argument('[what]', 'id of a finding such as ROCPD-MEMCPY-001; name of a metric, counter or field')
    .option('-i, --input <trace...>', 'trace files or folders of the analysis')
    .addOption(new Option('--format <name>', FORMATS.join(' or ')).argParser(parseFormat).default('text'))
    .addHelpText('after', EXAMPLES)
    .action(async (what: string | undefined, options: { readonly input?: string[]; readonly format: Format }) => {
      if (what === undefined || what === '') throw new UsageError(`say what to explain; ${USAGE}`);
      const { explain, explainWord } = await import('./explain.js');
      if (options.input === undefined) await explainWord(what, options.format, io);
      else await explain({ finding: what, input: options.input, format: options.format }, io);
    });
}

function parseFormat(value: string): Format {
  const format = FORMATS.find((known) => known === value);
  if (format === undefined) throw new UsageError(`--format ${value}: formats are ${FORMATS.join(' and ')}`);
  return format;
}
