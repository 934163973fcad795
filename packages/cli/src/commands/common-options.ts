import type { Command } from 'commander';
import { Option } from 'commander';
import { ERROR_FORMATS } from '../error-format.js';
import { UsageError } from '../usage-error.js';

/**
 * Adds what every command takes: `--quiet`, which is `--no-progress` under the name that most programs use, and
 * `--error-format`, whose value `main` reads by itself, since errors of the command line need it too.
 */
export function addCommonOptions(command: Command): Command {
  const flags = command.options.map(({ long }) => long);
  if (!flags.includes('--quiet')) command.option('-q, --quiet', 'nothing on stderr but errors');
  return command
    .addOption(
      new Option('--error-format <name>', `errors on stderr as ${ERROR_FORMATS.join(' or ')}`)
        .default('text')
        .argParser(parseErrorFormat),
    )
    .hook('preAction', (_parent, action) => {
      const { quiet } = action.opts<{ quiet?: boolean }>();
      if (quiet === true) action.setOptionValue('progress', false);
    });
}

function parseErrorFormat(value: string): string {
  if (ERROR_FORMATS.some((format) => format === value)) return value;
  throw new UsageError(`--error-format ${value}: formats are ${ERROR_FORMATS.join(' and ')}`);
}
