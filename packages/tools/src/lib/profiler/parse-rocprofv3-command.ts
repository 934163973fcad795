import { requireHarmlessCommand } from '../safety/dangerous-text.js';
import { refusal } from '../safety/refusal.js';
import { requireNoShellCharacters } from '../safety/shell-characters.js';
import { invalidArgument } from '../../tool/invalid-argument.js';
import type { ToolError } from '../../tool/tool-errors.js';
import { rocprofv3Flags } from './rocprofv3-flags.js';
import type { ValueForm } from './rocprofv3-flags.js';

/** One option of a command with its values; `field` names its place in the command (`argv.3`). */
export interface ProfilerOption {
  readonly flag: string;
  readonly values: readonly string[];
  readonly field: string;
}

/** A checked command: the options of the profiler and the program with its arguments, null where there is no `--`. */
export interface ProfilerCommand {
  readonly options: readonly ProfilerOption[];
  readonly target: readonly string[] | null;
}

const BOOLEAN_WORDS: ReadonlySet<string> = new Set(['1', '0', 'true', 'false', 'on', 'off', 'yes', 'no']);
/** Options of which the value is a pattern: names of kernels hold brackets and bars, and no shell sees them. */
const PATTERN_FLAGS: ReadonlySet<string> = new Set([
  '--kernel-include-regex',
  '--kernel-exclude-regex',
  '--summary-groups',
]);
const MAX_PATTERN_CHARACTERS = 4096;

/**
 * Takes a rocprofv3 command apart, word by word, and refuses what it does not know: the first word must be `rocprofv3`,
 * what comes before the first `--` must be options of the allow-list (`rocprofv3Flags`) with the values that they take,
 * as `--option value` or `--option=value`, and no word may hold characters that a shell acts on. Of the program behind
 * `--` only the characters and commands that destroy are checked.
 *
 * @throws ToolError INVALID_ARGUMENT; `details.refusal` is `profiler_option`, `shell_characters` or `dangerous_text`
 * where one of these rules was broken.
 */
export function parseRocprofv3Command(argv: readonly string[]): ProfilerCommand {
  if (argv[0] !== 'rocprofv3') throw invalidArgument('argv.0', 'rocprofv3', argv[0]);
  const separator = argv.indexOf('--');
  const end = separator < 0 ? argv.length : separator;
  const target = separator < 0 ? null : argv.slice(separator + 1);
  if (target?.length === 0) throw invalidArgument('argv', 'followed by a program after --', '--');
  target?.forEach((word, index) => requireNoShellCharacters(fieldOf(end + 1 + index), word));
  if (target !== null) requireHarmlessCommand('argv', target);

  const options: ProfilerOption[] = [];
  for (let index = 1; index < end;) {
    const option = readOption(argv, index, end);
    options.push(option.parsed);
    index += option.words;
  }
  return { options, target };
}

/** The option at a place of the command and how many words it takes. */
function readOption(argv: readonly string[], index: number, end: number): { parsed: ProfilerOption; words: number } {
  const word = argv[index] ?? '';
  const equals = word.startsWith('-') ? word.indexOf('=') : -1;
  const flag = equals < 0 ? word : word.slice(0, equals);
  const field = fieldOf(index);
  requireNoShellCharacters(field, flag);
  const form = rocprofv3Flags().get(flag);
  if (form === undefined) throw optionError(field, 'an allowed option of rocprofv3', flag);

  const attached = equals < 0 ? null : word.slice(equals + 1);
  const values = attached === null ? valuesBehind(argv, index + 1, end, form) : [attached];
  if (attached !== null && form === 'none') throw optionError(field, `${flag} without a value`, word);
  if (attached !== null && form === 'optional_boolean' && !isBoolean(attached))
    throw optionError(field, `${flag} with a truth value`, word);
  if (values.length === 0 && (form === 'one' || form === 'many'))
    throw optionError(field, `${flag} with a value`, argv[index + 1] ?? flag);
  for (const value of values) checkValue(field, flag, value);
  return { parsed: { flag, values, field }, words: 1 + (attached === null ? values.length : 0) };
}

function valuesBehind(argv: readonly string[], start: number, end: number, form: ValueForm): string[] {
  if (form === 'none') return [];
  const values: string[] = [];
  for (const word of argv.slice(start, end)) {
    const isFull = values.length === 1 && (form === 'one' || form === 'optional_boolean');
    if (isFull || word.startsWith('-') || (form === 'optional_boolean' && !isBoolean(word))) break;
    values.push(word);
  }
  return values;
}

function checkValue(field: string, flag: string, value: string): void {
  if (value === '') throw optionError(field, `${flag} with a value that is not empty`, value);
  if (!PATTERN_FLAGS.has(flag)) requireNoShellCharacters(field, value);
  else if (value.length > MAX_PATTERN_CHARACTERS || /\p{Cc}/u.test(value))
    throw optionError(field, `a pattern of at most ${MAX_PATTERN_CHARACTERS} printable characters`, value);
}

/** The error of an option that rocprofv3 or we do not take. */
export function optionError(field: string, expected: string, got: string): ToolError {
  return refusal('profiler_option', field, expected, got);
}

function isBoolean(word: string): boolean {
  return BOOLEAN_WORDS.has(word.toLowerCase());
}

function fieldOf(index: number): string {
  return `argv.${index}`;
}
