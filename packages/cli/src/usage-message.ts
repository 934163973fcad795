import type { Command, CommanderError } from 'commander';

/** How the command is used, for the end of a complaint. */
export const ANALYZE_USAGE = 'usage: perfxpert analyze -i TRACE... [options] (perfxpert analyze --help lists them)';

/** One line from what the argument parser complains about: the complaint, what was meant, how the command is used. */
export function usageMessage(error: CommanderError, command: Command | undefined): string {
  return `${complaintOf(error, command)}; ${usageOf(command)}`;
}

function usageOf(command: Command | undefined): string {
  if (command === undefined) return ANALYZE_USAGE;
  return `usage: perfxpert ${command.name()} ${command.usage()} (perfxpert ${command.name()} --help lists them)`;
}

function complaintOf(error: CommanderError, command: Command | undefined): string {
  if (error.code === 'commander.excessArguments' && command?.usage().startsWith('-i ') === true)
    return 'traces are given with -i';
  // `help` of a command that doesn't exist.
  if (error.code === 'commander.help') return 'no such command';
  return error.message
    .replace(/^error: /, '')
    .replace(/\s*\n\s*/g, ' ')
    .trim();
}
