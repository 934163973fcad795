import * as v from 'valibot';
import { triggeredPragmas } from '../../lib/pragmas/triggered-pragmas.js';
import { percent, text } from '../../schemas/numbers.js';
import { PRAGMA_FIELDS, toPragmaEntry } from '../../schemas/pragma.js';
import { invalidArgument } from '../../tool/invalid-argument.js';
import { callSyncTool, defineSyncTool } from '../../tool/sync-tool.js';
import type { ToolOptions } from '../../tool/tool-context.js';

/** A signal that may be missing; text in its place (an unrolled bound, a macro) says nothing, and is no error. */
const signal = (description: string) =>
  v.optional(v.pipe(v.nullable(v.union([v.number(), v.string(), v.boolean()])), v.description(description)));

export const SuggestPragmasForKernelInputSchema = v.strictObject({
  kernel_name: v.pipe(v.string(), v.minLength(1), v.description('Kernel that the loop is in')),
  signals: v.pipe(
    v.looseObject({
      hotspot_pct: percent('Share of kernel time that the kernel takes'),
      source_path: v.optional(v.pipe(v.string(), v.description('File that the loop is in')), ''),
      loop_trip_count: signal('Iterations of the loop, where they are a literal'),
      valu_util_frac: signal('Use of the vector ALU, fraction 0..1'),
      vgpr_per_thread: signal('Vector registers of a thread'),
      loop_body_size: signal('Instructions of the loop body'),
      arch_max_vgpr: signal('Most vector registers of a thread on the architecture; default 256'),
      scratch_size: signal('Scratch memory (spills) of a thread, bytes; default 0'),
      waves_per_eu: signal('Resident waves per execution unit; default 8'),
    }),
    v.description('What is known of the kernel and its loop'),
  ),
});

export const SuggestPragmasForKernelOutputSchema = v.array(
  v.object({
    ...PRAGMA_FIELDS,
    kernel_name: text('As given'),
    triggered_by: text('Signal that speaks for it'),
  }),
);

export interface SuggestPragmasForKernelInput {
  readonly kernel_name: string;
  readonly signals: Readonly<Record<string, unknown>>;
}
export type PragmaSuggestions = v.InferOutput<typeof SuggestPragmasForKernelOutputSchema>;

/**
 * Loop pragmas worth trying on a kernel, in the order of the tables, each with the signal that speaks for it
 * (`triggeredPragmas`). A signal that is missing or no number makes its rule not fire.
 *
 * @throws ToolError INVALID_ARGUMENT for a missing or negative `hotspot_pct`, or `valu_util_frac` outside 0..1.
 */
export function suggestPragmasForKernel(
  input: SuggestPragmasForKernelInput,
  options: ToolOptions = {},
): PragmaSuggestions {
  return callSyncTool(suggestPragmasForKernelTool, input, options);
}

export const suggestPragmasForKernelTool = defineSyncTool({
  key: 'pragma.suggest_pragmas_for_kernel',
  description:
    'Loop pragmas worth trying on a hot kernel, from its share of kernel time (percent), trip count, registers and ' +
    'spills. Example: kernel_name "k", signals {"hotspot_pct": 25, "loop_trip_count": 16}.',
  toolClass: 'read_only',
  inputSchema: SuggestPragmasForKernelInputSchema,
  outputSchema: SuggestPragmasForKernelOutputSchema,
  run({ kernel_name: kernelName, signals }) {
    const valuFrac = numberOf(signals.valu_util_frac);
    if (valuFrac !== null && (valuFrac < 0 || valuFrac > 1))
      throw invalidArgument('signals.valu_util_frac', 'a fraction 0..1', valuFrac);
    const pragmas = triggeredPragmas({
      hotspotPct: signals.hotspot_pct,
      sourcePath: signals.source_path,
      tripCount: numberOf(signals.loop_trip_count),
      valuUtilizationFrac: valuFrac,
      vgprs: numberOf(signals.vgpr_per_thread),
      bodySize: numberOf(signals.loop_body_size),
      maxVgprs: numberOf(signals.arch_max_vgpr) ?? 256,
      scratchBytes: numberOf(signals.scratch_size) ?? 0,
      wavesPerEu: numberOf(signals.waves_per_eu) ?? 8,
    });
    return pragmas.map((entry) => ({
      ...toPragmaEntry(entry),
      kernel_name: kernelName,
      triggered_by: entry.trigger_signal,
    }));
  },
});

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
