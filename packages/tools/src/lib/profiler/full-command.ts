import type { Command } from '../../schemas/recommendation.js';
import { shellQuote } from './shell-quote.js';

/** Stands for the user's program in every command. */
export const APP_PLACEHOLDER = './app';

/** Options of which the value is a list of words, each an argument of its own. */
const LIST_OPTIONS: ReadonlySet<string> = new Set(['--pmc', '--output-format', '-f']);

/** A command before its line is put together. */
export type CommandParts = Omit<Command, 'full_command'>;

/** The words of a list value: separated by blanks or commas, as rocprofv3 reads `--pmc`. */
export function listWords(value: string | null): string[] {
  return (value ?? '').split(/[\s,]+/).filter((word) => word !== '');
}

/**
 * The command line of its parts: tool, flags, arguments, `--` and the program, every word quoted for a shell. `prefix`
 * holds words between the tool and its flags (`profile` of rocprof-compute).
 */
export function fullCommand(parts: CommandParts, app = APP_PLACEHOLDER, prefix: readonly string[] = []): string {
  const words = [parts.tool, ...prefix, ...parts.flags];
  for (const { name, value } of parts.args) {
    words.push(name);
    if (value === null) continue;
    if (LIST_OPTIONS.has(name)) words.push(...listWords(value));
    else words.push(value);
  }
  return [...words.map(shellQuote), '--', shellQuote(app)].join(' ');
}

/** The parts with their command line: what a recommendation carries. */
export function makeCommand(parts: CommandParts, app = APP_PLACEHOLDER, prefix: readonly string[] = []): Command {
  return { ...parts, full_command: fullCommand(parts, app, prefix) };
}
