import * as v from 'valibot';
import data from '../data/vllm_rocm_api.json' with { type: 'json' };
import { lazyCatalogue, type DeepReadonly } from './lazy-catalogue.js';
import { SnakeNameSchema, TextSchema } from './scalar-schemas.js';

const AdviceSchema = v.union([
  v.boolean(),
  TextSchema,
  v.strictTuple([v.pipe(v.number(), v.finite()), v.pipe(v.number(), v.finite())]),
]);
/** Shape of data/vllm_rocm_api.json. */
export const VllmRocmApiSchema = v.strictObject({
  pitfalls: v.array(v.strictObject({ id: SnakeNameSchema, rule: TextSchema, added: v.exactOptional(v.boolean()) })),
  params: v.record(
    SnakeNameSchema,
    v.strictObject({
      default: v.exactOptional(v.pipe(v.number(), v.finite())),
      unit: v.exactOptional(TextSchema),
      for: v.exactOptional(TextSchema),
      advise: v.exactOptional(AdviceSchema),
    }),
  ),
  status: TextSchema,
});

/** The data file as it is. */
export type VllmRocmApi = DeepReadonly<v.InferOutput<typeof VllmRocmApiSchema>>;
/** A parameter of vLLM: default, unit, and the value or range that is advised. */
export type VllmParameter = VllmRocmApi['params'][string];

/** Parameters and traps of vLLM on ROCm (data/vllm_rocm_api.json; unverified against a release). */
export const vllmRocmApiCatalogue = lazyCatalogue('vllm_rocm_api.json', data, VllmRocmApiSchema);

/** The parameter of that exact name; null when unknown. */
export function findVllmParameter(name: string): VllmParameter | null {
  const { params } = vllmRocmApiCatalogue();
  return Object.hasOwn(params, name) ? (params[name] ?? null) : null;
}
