import type { Command } from '../../schemas/recommendation.js';
import { ACCUMULATE_COUNTER } from '../counters/counter-group.js';
import { collectedCounter } from './collected-data.js';
import { APP_PLACEHOLDER, listWords, makeCommand } from './full-command.js';

const SYS_TRACE = '--sys-trace';
const KERNEL_TRACE = '--kernel-trace';

/** Arguments that say where output goes: alone they are no reason to run anything. */
const OUTPUT_ARGUMENTS: ReadonlySet<string> = new Set([
  '-d',
  '-o',
  '-f',
  '--output-directory',
  '--output-file',
  '--output-format',
]);
/** Arguments that narrow a collection: alone they are no reason either. */
const SCOPE_ARGUMENTS: ReadonlySet<string> = new Set([
  '--kernel-include-regex',
  '--kernel-exclude-regex',
  '--kernel-iteration-range',
  '--include-names',
  '--exclude-names',
]);
/** Flags that only print what a trace flag collects; rocprofv3 refuses them without one. */
const SUMMARY_FLAGS: ReadonlySet<string> = new Set(['--stats', '--summary', '-S', '--summary-per-domain', '-D']);

/**
 * The commands that still bring something new, given the data that a trace already holds (`collectedData`): flags and
 * counters that were collected are taken out, commands with nothing left are dropped. The rest keeps its order.
 *
 * - A command that needs no change is returned as the same object, and so is the whole list when nothing was collected.
 * - Of rocprof-sys, commands that only trace are dropped once `--sys-trace` data exist. rocprof-compute always stays.
 * - A counter command keeps `--kernel-trace`, whatever else is removed: without kernel rows counters belong to nothing.
 * - `SQ_ACCUM_PREV_HIRES` goes and stays with the level counter before it.
 */
export function filterCommands(
  commands: readonly Command[],
  alreadyCollected: ReadonlySet<string>,
): readonly Command[] {
  if (alreadyCollected.size === 0) return commands;
  return commands.flatMap((command) => {
    if (command.tool === 'rocprofv3') return reduceCommand(command, alreadyCollected);
    return command.tool === 'rocprof-sys' && isTracingOnly(command) && alreadyCollected.has(SYS_TRACE) ? [] : [command];
  });
}

function isTracingOnly({ flags, args }: Command): boolean {
  return flags.every((flag) => flag === '--trace') && args.every(({ name }) => OUTPUT_ARGUMENTS.has(name));
}

function reduceCommand(command: Command, collected: ReadonlySet<string>): Command[] {
  const kept = command.flags.filter((flag) => !collected.has(flag));
  const removedFlags = command.flags.filter((flag) => collected.has(flag));
  const removedCounters: string[] = [];
  const args = command.args.flatMap((argument) => {
    if (argument.name !== '--pmc') return [argument];
    const counters = splitCounters(listWords(argument.value), collected);
    removedCounters.push(...counters.removed);
    if (counters.removed.length === 0) return [argument];
    return counters.kept.length === 0 ? [] : [{ name: '--pmc', value: counters.kept.join(' ') }];
  });
  if (removedFlags.length === 0 && removedCounters.length === 0) return [command];
  if (kept.length === 0 && !args.some(({ name }) => isReason(name))) return [];

  // A trace flag was there before: counters need its kernel rows, summaries refuse to run without one.
  const hasCounters = args.some(({ name }) => name === '--pmc');
  const needsTrace = removedFlags.length > 0 && (hasCounters || kept.every((flag) => SUMMARY_FLAGS.has(flag)));
  const flags = needsTrace && !kept.some((flag) => flag.endsWith('-trace')) ? [KERNEL_TRACE, ...kept] : kept;
  const names = [...removedFlags.filter((flag) => !flags.includes(flag)).sort(), ...removedCounters.sort()];
  if (names.length === 0) return [command];
  const description = `${command.description} (Already collected: ${names.join(', ')})`;
  return [makeCommand({ tool: command.tool, description, flags, args }, appOf(command))];
}

/** Whether an argument asks for data of its own. */
function isReason(argument: string): boolean {
  return !OUTPUT_ARGUMENTS.has(argument) && !SCOPE_ARGUMENTS.has(argument);
}

function splitCounters(
  names: readonly string[],
  collected: ReadonlySet<string>,
): { kept: string[]; removed: string[] } {
  const kept: string[] = [];
  const removed: string[] = [];
  for (const [index, name] of names.entries()) {
    const previous = names[index - 1];
    const partner = names[index + 1] === ACCUMULATE_COUNTER ? ACCUMULATE_COUNTER : name;
    const isCollected =
      name === ACCUMULATE_COUNTER && previous !== undefined
        ? removed.at(-1) === previous
        : collected.has(collectedCounter(name)) && collected.has(collectedCounter(partner));
    (isCollected ? removed : kept).push(name);
  }
  return { kept, removed };
}

/** The program of a command line as our own builder writes it: what follows the last ` -- `. */
function appOf({ full_command: line }: Command): string {
  const separator = line.lastIndexOf(' -- ');
  const app = separator < 0 ? '' : line.slice(separator + 4).trim();
  // A program with arguments or quotes cannot be taken apart safely; the placeholder says the same.
  return /^[A-Za-z0-9_./-]+$/.test(app) ? app : APP_PLACEHOLDER;
}
