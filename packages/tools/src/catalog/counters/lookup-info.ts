import { counterInfo, invalidCounterNames, isCounterAvailable, splitCounterName } from '@perfxpert/knowledge';
import * as v from 'valibot';
import { similarCounters } from '../../lib/counters/similar-counters.js';
import { GfxIdInputSchema } from '../../schemas/gfx-id.js';
import { text } from '../../schemas/numbers.js';
import { callSyncTool, defineSyncTool } from '../../tool/sync-tool.js';
import type { ToolOptions } from '../../tool/tool-context.js';
import { ToolError } from '../../tool/tool-errors.js';

export const LookupInfoInputSchema = v.strictObject({
  name: v.pipe(
    v.string(),
    v.minLength(1),
    v.maxLength(128),
    v.description('Counter or derived metric as recorded: SQ_WAVES, TCC_HIT_sum, TCC_HIT[3], FETCH_SIZE'),
  ),
  gfx_id: v.optional(GfxIdInputSchema),
});

export const LookupInfoOutputSchema = v.object({
  name: text('Name without suffix and index'),
  block: v.nullable(text('Hardware block; null for a metric that spans several')),
  unit: text('Unit; count where only the name is known'),
  description: text('Meaning; empty where only the name is known'),
  archs: v.union([v.literal('all'), v.array(v.string())]),
  available: v.nullable(
    v.pipe(v.boolean(), v.description('On the architecture asked for; null = none given or unknown')),
  ),
  derived: v.pipe(v.boolean(), v.description('Computed from counters')),
  reduction: v.nullable(
    v.pipe(
      v.picklist(['sum', 'avr', 'max', 'min', 'instance']),
      v.description('How the instances of the name were put together; null = as recorded'),
    ),
  ),
});

export type LookupInfoInput = v.InferInput<typeof LookupInfoInputSchema>;
export type CounterDescription = v.InferOutput<typeof LookupInfoOutputSchema>;

/**
 * What a hardware counter or derived metric counts: block, unit, meaning, architectures. Suffixes (`_sum`, `_avr`,
 * `_max`, `_min`) and indices (`[3]`) are cut off and told as `reduction`.
 *
 * @throws ToolError UNKNOWN_ID with up to 20 names that begin alike, and `use_instead` where the name is a known wrong
 * one; INVALID_ARGUMENT.
 */
export function lookupInfo(input: LookupInfoInput, options: ToolOptions = {}): CounterDescription {
  return callSyncTool(lookupInfoTool, input, options);
}

export const lookupInfoTool = defineSyncTool({
  key: 'counters.lookup_info',
  description:
    'What a hardware counter or derived metric means: block, unit, description, architectures that have it. Use it to ' +
    'read counter names of a trace. Example: name "TCC_HIT_sum", gfx_id "gfx942".',
  toolClass: 'read_only',
  inputSchema: LookupInfoInputSchema,
  outputSchema: LookupInfoOutputSchema,
  run({ name, gfx_id: gfxId }) {
    const info = counterInfo(name, gfxId);
    if (info === null) throw unknownCounter(name);
    const { block, unit, description, archs, derived, reduction } = info;
    return {
      name: info.name,
      block,
      unit,
      description,
      archs: archs === 'all' ? archs : [...archs],
      available: gfxId === undefined ? null : isCounterAvailable(name, gfxId),
      derived,
      reduction,
    };
  },
});

function unknownCounter(name: string): ToolError {
  const { base } = splitCounterName(name);
  const wrongNames = invalidCounterNames();
  const useInstead = wrongNames.get(name) ?? wrongNames.get(base) ?? null;
  const known = similarCounters(base);
  const advice = useInstead === null ? `known, among others: ${known.join(', ')}` : `use ${useInstead}`;
  return new ToolError('UNKNOWN_ID', `Unknown counter ${JSON.stringify(name.slice(0, 80))}; ${advice}`, {
    kind: 'counter',
    value: name,
    known: [...known],
    ...(useInstead === null ? {} : { use_instead: useInstead }),
  });
}
