import * as v from 'valibot';
import data from '../data/env_vars.json' with { type: 'json' };
import { lazyCatalogue, type DeepReadonly } from './lazy-catalogue.js';
import { MetaSchema, TextSchema } from './scalar-schemas.js';

/** Shape of data/env_vars.json. */
export const EnvVarsSchema = v.strictObject({
  _meta: MetaSchema,
  vars: v.array(
    v.strictObject({
      name: v.pipe(v.string(), v.regex(/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/)),
      scope: v.picklist(['rocprofv3', 'rocprof-sys', 'HIP', 'hipcc', 'ROCr', 'RCCL', 'PyTorch', 'MIOpen', 'vLLM']),
      purpose: TextSchema,
      example: v.string(),
    }),
  ),
});

/** The data file as it is. */
export type EnvVars = DeepReadonly<v.InferOutput<typeof EnvVarsSchema>>;
/** A variable: who reads it, what for, an example value (empty where none is known). */
export type EnvironmentVariable = EnvVars['vars'][number];

/** Environment variables of profilers, runtimes and frameworks (data/env_vars.json). */
export const envVarsCatalogue = lazyCatalogue('env_vars.json', data, EnvVarsSchema);

/** The variable of that exact name; null when unknown. */
export function findEnvironmentVariable(name: string): EnvironmentVariable | null {
  return envVarsCatalogue().vars.find((entry) => entry.name === name) ?? null;
}
