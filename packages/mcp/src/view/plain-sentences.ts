import { kernelDisplayName } from '@perfxpert/agents/tools';
import { SENTENCE_FIELDS } from './sentence-fields.js';

/** Fields that hold a name from a trace. */
const NAME_FIELDS: ReadonlySet<string> = new Set([
  'name',
  'kernel',
  'kernel_name',
  'kernels',
  'target',
  'next_kernel',
  'renamed_from',
  'old',
  'new',
  'pair',
  'marker',
]);
/** Evidence whose value is a name. */
const NAMING_METRICS: ReadonlySet<unknown> = new Set(['call', 'kernel', 'range']);
/** The measure of a thing that it names, as evidence has it: `exposed_ns of hipFree`. */
const MEASURE_OF = /^[a-z_]+ (?:of|in) (.+)$/s;
/** What stands in a sentence for a name that is more than one word. */
const PLACEHOLDER = '[name: see the fields]';
/** Command lines quote a name for the shell; they are data. */
const COMMANDS: ReadonlySet<string> = new Set(['full_command', 'how_to_collect', 'command']);

/**
 * A payload in whose sentences no name from the trace is more than one word: whoever writes the names of kernels must
 * not be able to speak to a model in the words of this program. The names stay in their fields.
 */
export function plainSentences(payload: unknown): unknown {
  const wordy = [...namesIn(payload, false)]
    .map((name) => [name, kernelDisplayName(name)] as const)
    .filter(([, label]) => /\s/.test(label) && !/^unnamed kernel \d+$/.test(label))
    .flat()
    // A name that holds another one goes first.
    .sort((left, right) => right.length - left.length);
  return wordy.length === 0 ? payload : withoutNames(payload, '', wordy);
}

function namesIn(value: unknown, isName: boolean, found: Set<string> = new Set()): ReadonlySet<string> {
  if (typeof value === 'string') return isName ? found.add(value) : found;
  if (typeof value !== 'object' || value === null) return found;
  if (Array.isArray(value)) {
    for (const item of value as readonly unknown[]) namesIn(item, isName, found);
    return found;
  }
  const metric = 'metric' in value ? value.metric : null;
  const measured = typeof metric === 'string' ? MEASURE_OF.exec(metric)?.[1] : undefined;
  if (measured !== undefined) found.add(measured);
  for (const [key, item] of Object.entries(value))
    if (typeof item === 'object' || typeof item === 'string')
      namesIn(item, NAME_FIELDS.has(key) || (key === 'value' && NAMING_METRICS.has(metric)), found);
  return found;
}

function withoutNames(value: unknown, field: string, wordy: readonly string[]): unknown {
  if (typeof value === 'string') {
    if (!SENTENCE_FIELDS.has(field) || COMMANDS.has(field)) return value;
    return wordy.reduce((text, name) => text.replaceAll(name, PLACEHOLDER), value);
  }
  if (Array.isArray(value)) return value.map((item: unknown) => withoutNames(item, field, wordy));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutNames(item, key, wordy)]));
}
