import * as v from 'valibot';
import data from '../data/topdown.json' with { type: 'json' };
import { lazyCatalogue, type DeepReadonly } from './lazy-catalogue.js';
import { FractionSchema, MetaSchema, OperatorSchema, SnakeNameSchema, TextSchema } from './scalar-schemas.js';

const RedFlagSchema = v.strictObject({
  metric: v.picklist(['memcpy_frac', 'api_overhead_frac', 'gpu_idle_frac']),
  op: OperatorSchema,
  threshold: FractionSchema,
  priority: v.picklist(['high', 'medium', 'low']),
  message: TextSchema,
});
/** Shape of data/topdown.json. */
export const TopdownSchema = v.strictObject({
  categories: v.array(v.strictObject({ name: SnakeNameSchema, meaning: TextSchema })),
  red_flags: v.strictObject({
    memcpy_dominant: RedFlagSchema,
    api_overhead_high: RedFlagSchema,
    gpu_idle_high: RedFlagSchema,
  }),
  _meta: MetaSchema,
  tree: v.array(v.strictObject({ node: SnakeNameSchema, children: v.pipe(v.array(SnakeNameSchema), v.nonEmpty()) })),
});

/** The data file as it is. */
export type Topdown = DeepReadonly<v.InferOutput<typeof TopdownSchema>>;
/** A share of time (0..1) from which it is a problem of its own, and what to say. */
export type RedFlag = Topdown['red_flags'][keyof Topdown['red_flags']] & { readonly name: keyof Topdown['red_flags'] };

/** The division of time from the top, and its red flags (data/topdown.json). */
export const topdownCatalogue = lazyCatalogue('topdown.json', data, TopdownSchema);

/** Red flags in order: copies, API, idle. */
export function topdownRedFlags(): readonly RedFlag[] {
  const { memcpy_dominant: memcpy, api_overhead_high: api, gpu_idle_high: idle } = topdownCatalogue().red_flags;
  return [
    { name: 'memcpy_dominant', ...memcpy },
    { name: 'api_overhead_high', ...api },
    { name: 'gpu_idle_high', ...idle },
  ];
}
