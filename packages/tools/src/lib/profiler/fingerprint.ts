import { findRocprofv3Option } from '@perfxpert/knowledge';
import type { Rocprofv3Option } from '@perfxpert/knowledge';
import { compareText } from '../text/compare-text.js';

/** Options that are tokens by themselves although their group holds settings as well. */
const COLLECTING_OPTIONS: ReadonlySet<string> = new Set([
  '--stats',
  '--att',
  '--pc-sampling-beta-enabled',
  '--spm-beta-enabled',
]);
/** Names in use that rocprofv3 does not have; what they stand for is plain. */
const CUSTOMARY_FLAGS: ReadonlySet<string> = new Set(['--pc-sampling']);
/** Groups of which every option decides which data there are. */
const TRACE_GROUPS: ReadonlySet<string> = new Set(['aggregate', 'basic', 'granular']);
const SCOPE_GROUPS: ReadonlySet<string> = new Set(['filter', 'att', 'pc-sampling', 'counters']);
/** Options of those groups that change no data, and one of another group that does. */
const NOT_SCOPE: ReadonlySet<string> = new Set(['--att-library-path', '--pmc', '--spm']);
const SCOPE_OPTIONS: ReadonlySet<string> = new Set(['--input', '--extra-counters', '--kernel-names']);

const TRUE_WORDS: ReadonlySet<string> = new Set(['1', 'on', 'true', 'yes', 'y', 't']);
const FALSE_WORDS: ReadonlySet<string> = new Set(['0', 'off', 'false', 'no', 'n', 'f']);

/**
 * What a rocprofv3 command collects, as tokens sorted as text: options that turn something on (`--sys-trace`, under
 * their long name), counters (`pmc:SQ_WAVES`), and settings that narrow the data (`opt:kernel-include-regex=gemm`,
 * `opt:hsa-trace=false` for one that is turned off). Two commands with equal tokens collect the same; where output goes
 * and which program runs does not matter. What an option implies (`--sys-trace`) is not spelled out.
 *
 * `words` are those of the command line, with or without the program; what follows `--` is the profiled program.
 */
export function fingerprintOf(words: readonly string[]): string[] {
  const tokens = new Set<string>();
  let index = words.findIndex((word) => /(^|\/)rocprofv3$/.test(word)) + 1;
  while (index < words.length && words[index] !== '--') {
    const word = words[index] ?? '';
    const equals = word.startsWith('--') ? word.indexOf('=') : -1;
    const name = equals < 0 ? word : word.slice(0, equals);
    index += 1;
    const option = findRocprofv3Option(name);
    if (option === null) {
      if (CUSTOMARY_FLAGS.has(name)) tokens.add(name);
      continue;
    }
    const values = equals < 0 ? valuesBehind(words, index, option) : [word.slice(equals + 1)];
    if (equals < 0) index += values.length;
    for (const token of tokensOf(option, values)) tokens.add(token);
  }
  return [...tokens].sort(compareText);
}

/** The words behind an option that are its values: none, one, or all up to the next option. */
function valuesBehind(words: readonly string[], start: number, option: Rocprofv3Option): string[] {
  if (option.value === null) return [];
  const values: string[] = [];
  for (let index = start; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (word.startsWith('-') || (values.length === 1 && !option.value.includes('...'))) break;
    if (option.value === 'bool?' && !TRUE_WORDS.has(word.toLowerCase()) && !FALSE_WORDS.has(word.toLowerCase())) break;
    values.push(word);
  }
  return values;
}

function tokensOf(option: Rocprofv3Option, values: readonly string[]): string[] {
  const { name, group, value } = option;
  if (name === '--pmc' || name === '--spm') return counterTokens(name.slice(2), values);
  const isFlag = value === 'bool?' || name === '--ompt-trace';
  const isCollecting = TRACE_GROUPS.has(group) || COLLECTING_OPTIONS.has(name);
  const isScope = SCOPE_OPTIONS.has(name) || (SCOPE_GROUPS.has(group) && !NOT_SCOPE.has(name));
  if (!isCollecting && !isScope) return [];
  const setting = `opt:${name.slice(2)}=${values.join(' ')}`;
  if (!isFlag) return values.length === 0 ? [] : [setting];
  if (FALSE_WORDS.has((values[0] ?? 'true').toLowerCase())) return [`opt:${name.slice(2)}=false`];
  return name === '--ompt-trace' && values.length > 0 ? [name, setting] : [name];
}

function counterTokens(prefix: string, values: readonly string[]): string[] {
  return values
    .flatMap((value) => value.split(/[\s,]+/))
    .flatMap((counter) => (counter === '' ? [] : [`${prefix}:${counter}`]));
}
