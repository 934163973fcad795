import * as v from 'valibot';
import data from '../data/counter_catalog.json' with { type: 'json' };
import { lazyCatalogue, once, type DeepReadonly } from './lazy-catalogue.js';
import { CounterNameSchema, GfxIdSchema, TextSchema } from './scalar-schemas.js';

const CounterSchema = v.strictObject({
  name: CounterNameSchema,
  block: v.picklist(['GRBM', 'SQ', 'TA', 'TD', 'TCP', 'TCC', 'GL2C', 'CPC', 'CPF', 'SPI']),
  unit: v.picklist([
    'cycles',
    'quad-cycles',
    'thread-cycles',
    'waves',
    'insts',
    'level',
    'level sum',
    'requests',
    '512-flop units',
    '512-op units',
  ]),
  description: TextSchema,
  archs: v.union([v.literal('all'), v.pipe(v.array(GfxIdSchema), v.nonEmpty())]),
  in_sdk: v.boolean(),
});
/** Shape of data/counter_catalog.json. */
export const CounterCatalogSchema = v.strictObject({
  _meta: v.strictObject({
    derived: v.array(CounterNameSchema),
    derived_rule: TextSchema,
    archs: TextSchema,
    invalid_names: v.record(
      v.string(),
      v.pipe(v.string(), v.regex(/^no such counter(; use [A-Z0-9]+(_[A-Z0-9]+)*(_sum)?)?$/)),
    ),
    note: TextSchema,
    unknown_counter_block: TextSchema,
  }),
  counters: v.array(CounterSchema),
});

/** The data file as it is. */
export type CounterCatalog = DeepReadonly<v.InferOutput<typeof CounterCatalogSchema>>;
/** A counter with its block, unit, meaning and architectures. */
export type CounterDescription = CounterCatalog['counters'][number];

/** Counters with unit and meaning (data/counter_catalog.json). */
export const counterCatalogue = lazyCatalogue('counter_catalog.json', data, CounterCatalogSchema);

/** The description of a raw counter name, without suffix or index; null when the catalogue lacks it. */
export function findCounterDescription(name: string): CounterDescription | null {
  return index().get(name) ?? null;
}

/** Names in circulation that no hardware counts, and the name to use instead (null = there is none). */
export function invalidCounterNames(): ReadonlyMap<string, string | null> {
  return invalidNames();
}

const index = once(() => new Map(counterCatalogue().counters.map((counter) => [counter.name, counter])));
const invalidNames = once(
  () =>
    new Map(
      Object.entries(counterCatalogue()._meta.invalid_names).map(([name, remark]) => [
        name,
        /; use (\S+)$/.exec(remark)?.[1] ?? null,
      ]),
    ),
);
