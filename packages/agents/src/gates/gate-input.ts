import * as v from 'valibot';
import { named } from '../team/agent-common.js';

const relative = (description: string) => named(`${description}, as a path from project_root`);
const words = (description: string) =>
  v.pipe(v.array(v.string()), v.minLength(1), v.description(`${description}, one word each; no shell`));

/** A claim above this is not believed without looking. */
export const MAX_CLAIMED_SPEEDUP = 50;

/** A patched project and what is claimed of the patch. What is left out can't be checked: its gate counts as skipped. */
export const GateInputSchema = v.strictObject({
  project_root: named('Folder of the project, already patched'),
  source_rel: v.optional(relative('Source file to build')),
  patch_rel: v.optional(relative('Patched file, where it is not source_rel itself (a header)')),
  compile_flags: v.optional(v.pipe(v.array(v.string()), v.description('Compiler flags, allowed ones only')), []),
  candidate_binary: v.optional(relative('Program to build')),
  run_command: v.optional(words('Command that runs the candidate and writes its output')),
  baseline_output: v.optional(relative('Output of the program before the patch')),
  candidate_output: v.optional(relative('Output of the patched program')),
  tolerance: v.optional(
    v.pipe(v.number(), v.minValue(0), v.description('For arrays: relative and absolute; default: bit by bit')),
  ),
  baseline_db: v.optional(named('Trace from before the patch')),
  candidate_db: v.optional(named('Trace of the patched program')),
  test_command: v.optional(words('Tests of the project that passed before the patch')),
  gfx_id: v.optional(named('GPU, such as gfx942')),
  claimed_speedup: v.optional(
    v.pipe(v.number(), v.minValue(0), v.description('How many times as fast it is said to be')),
  ),
  achieved_flops_per_sec: v.optional(
    v.pipe(v.number(), v.minValue(0), v.description('Rate that was measured or claimed')),
  ),
  kernel_type: v.optional(v.pipe(v.string(), v.maxLength(64), v.description('Arithmetic of that rate')), 'fp64'),
  patch_sha: v.pipe(v.string(), v.regex(/^[0-9a-f]{6,64}$/), v.description('SHA-256 of the patched file, hex')),
  kernel_name: v.optional(v.nullable(named('Kernel that was changed'))),
  technique: v.optional(v.nullable(named('Technique that was tried'))),
});

export type GateInput = v.InferOutput<typeof GateInputSchema>;
