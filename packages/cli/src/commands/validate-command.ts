import { Command } from 'commander';
import type { Io } from '../io.js';
import { UsageError } from '../usage-error.js';

const USAGE = 'usage: perfxpert validate TRACE... [options] (perfxpert validate --help lists them)';

const EXAMPLES = `
Exit codes: 0 the trace can be relied on (warnings are listed), 1 figures would be wrong or
missing, 2 the trace cannot be read.

Examples:
  perfxpert validate trace.db
  perfxpert validate rank*.db --json
`;

interface ParsedOptions {
  readonly json?: boolean;
  readonly verbose?: boolean;
  readonly progress: boolean;
}

/** `perfxpert validate`. */
export function createValidateCommand(io: Io): Command {
  return new Command('validate')
    .description('Check whether a trace is whole and can be relied on.')
    .helpOption('-h, --help', 'show help')
    .usage('TRACE... [options]')
    .argument('[trace...]', 'trace files or folders that belong together')
    .option('--json', 'print the checks as JSON')
    .option('--verbose', 'log the stages to stderr')
    .option('--no-progress', 'nothing on stderr but errors')
    .addHelpText('after', EXAMPLES)
    .action(async (traces: string[], { json = false, verbose = false, progress }: ParsedOptions) => {
      if (traces.length === 0 || traces.includes('')) throw new UsageError(`give a trace; ${USAGE}`);
      const { validate } = await import('./validate.js');
      await validate({ traces, json, verbose, progress }, io);
    });
}
