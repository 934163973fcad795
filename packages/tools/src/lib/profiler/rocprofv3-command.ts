import type { Command } from '../../schemas/recommendation.js';
import { makeCommand } from './full-command.js';

/** A run of rocprofv3 that writes a rocpd file into `directory`. Options: rocprofv3_options.json, releases up to 7.0. */
export function rocprofv3(
  description: string,
  directory: string,
  flags: readonly string[],
  args: readonly Command['args'][number][] = [],
): Command {
  return makeCommand({
    tool: 'rocprofv3',
    description,
    flags: [...flags],
    args: [
      ...args,
      { name: '--output-format', value: 'rocpd' },
      { name: '-d', value: directory },
      { name: '-o', value: 'profile' },
    ],
  });
}
