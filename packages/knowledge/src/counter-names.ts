import * as v from 'valibot';
import data from '../data/counter_names.json' with { type: 'json' };
import { normalizeGfxId } from './gfx-id.js';
import { lazyCatalogue, once, type DeepReadonly } from './lazy-catalogue.js';
import { CounterNameSchema, MetaSchema } from './scalar-schemas.js';

/** Shape of data/counter_names.json. */
export const CounterNamesSchema = v.strictObject({
  _meta: MetaSchema,
  blocks: v.record(
    v.pipe(v.string(), v.regex(/^[A-Z][A-Z0-9]*$/)),
    v.record(
      v.pipe(v.string(), v.regex(/^gfx[0-9a-f]+( gfx[0-9a-f]+)*$/)),
      v.pipe(v.array(CounterNameSchema), v.nonEmpty()),
    ),
  ),
});

/** The data file as it is: block -> architectures -> counter names. */
export type CounterNames = DeepReadonly<v.InferOutput<typeof CounterNamesSchema>>;

/** A counter's block and the architectures that define it (some are not in the GPU tables, for example gfx1010). */
export interface CounterNameEntry {
  readonly name: string;
  readonly block: string;
  readonly archs: ReadonlySet<string>;
}

/** Names of hardware counters (data/counter_names.json; ROCprofiler-SDK counter_defs.yaml, Aug 2025). */
export const counterNamesCatalogue = lazyCatalogue('counter_names.json', data, CounterNamesSchema);

/** Block and architectures of a raw counter name, without suffix or index; null when no architecture defines it. */
export function findCounterName(name: string): CounterNameEntry | null {
  return index().get(name) ?? null;
}

/** Raw counter names that the SDK defines on an architecture, sorted as text; empty for an unknown id. */
export function listCounterNames(gfxId: string): readonly string[] {
  const id = normalizeGfxId(gfxId);
  return [...index().values()]
    .filter((entry) => entry.archs.has(id))
    .map((entry) => entry.name)
    .sort();
}

const index = once(() => {
  const entries = new Map<string, CounterNameEntry>();
  for (const [block, groups] of Object.entries(counterNamesCatalogue().blocks))
    for (const [group, names] of Object.entries(groups)) {
      const archs = new Set(group.split(' '));
      for (const name of names) entries.set(name, { name, block, archs });
    }
  return entries;
});
