import type { CommanderError } from 'commander';

/** How the command is used, for the end of a complaint. */
export const ANALYZE_USAGE = 'usage: perfxpert analyze -i TRACE... [options] (perfxpert analyze --help lists them)';

/** One line from what the argument parser complains about: the complaint, what was meant, how it is used. */
export function usageMessage(error: CommanderError): string {
  return `${complaintOf(error)}; ${ANALYZE_USAGE}`;
}

function complaintOf(error: CommanderError): string {
  if (error.code === 'commander.excessArguments') return 'traces are given with -i';
  // `help` of a command that doesn't exist.
  if (error.code === 'commander.help') return 'no such command';
  return error.message
    .replace(/^error: /, '')
    .replace(/\s*\n\s*/g, ' ')
    .trim();
}
