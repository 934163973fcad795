import { amdahlPriority, wavesByVgprs } from '@perfxpert/knowledge';
import type { OccupancyRules } from '@perfxpert/knowledge';
import * as v from 'valibot';
import { requireOccupancyRules } from '../../lib/occupancy/require-occupancy-rules.js';
import { GfxIdInputSchema } from '../../schemas/gfx-id.js';
import { amount, count, fraction, text } from '../../schemas/numbers.js';
import type { WithPctSpelling } from '../../tool/input-aliases.js';
import { callSyncTool, defineSyncTool } from '../../tool/sync-tool.js';
import type { ToolOptions } from '../../tool/tool-context.js';

export const SuggestVgprReductionInputSchema = v.strictObject({
  current_vgpr: count('Vector registers of a thread, accumulation registers included where one file holds both'),
  occupancy_frac: fraction('Measured occupancy of the kernel'),
  kernel_time_frac: fraction('Share of the run time that the kernel takes'),
  gfx_id: v.optional(GfxIdInputSchema, 'gfx942'),
  workgroup_size: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1024), v.description('Threads of a workgroup')),
    256,
  ),
});

const WavesSchema = count('Waves per execution unit (SIMD)');
export const SuggestVgprReductionOutputSchema = v.variant('applicable', [
  v.object({
    applicable: v.literal(true),
    current_vgpr: count('As given'),
    target_vgpr: count('Most registers that allow one step more of waves: the smallest cut'),
    current_waves: WavesSchema,
    target_waves: WavesSchema,
    expected_occupancy_multiplier: amount('target_waves / current_waves'),
    suggested_flag: text('Attribute for the kernel; its second argument is waves per execution unit'),
    options: v.pipe(
      v.array(
        v.object({
          target_vgpr: count('Most registers for that many waves'),
          target_waves: WavesSchema,
          multiplier: amount('target_waves / current_waves'),
        }),
      ),
      v.description('Every better step, smallest cut first'),
    ),
  }),
  v.object({ applicable: v.literal(false), reason: text('Why a cut brings nothing') }),
]);

export type SuggestVgprReductionInput = WithPctSpelling<v.InferInput<typeof SuggestVgprReductionInputSchema>>;
export type VgprReduction = v.InferOutput<typeof SuggestVgprReductionOutputSchema>;

/** Occupancy from which more waves no longer pay. Source: knowledge, metric_thresholds (wave occupancy, high). */
const ENOUGH_OCCUPANCY_FRAC = 0.75;

/**
 * How far vector registers would have to go down for more resident waves, and the launch bound that asks for it. Not
 * applicable when the kernel takes less than 5 % of the run time, when occupancy is 0.75 or more, when registers do not
 * limit, or when the kernel already spills.
 *
 * Sources: occupancy rules as in `occupancy.lookup_waves_per_eu`; HIP kernel language, __launch_bounds__.
 *
 * @throws KnowledgeError UNKNOWN_ID for an unknown architecture; ToolError INVALID_ARGUMENT.
 */
export function suggestVgprReduction(input: SuggestVgprReductionInput, options: ToolOptions = {}): VgprReduction {
  return callSyncTool(suggestVgprReductionTool, input, options);
}

export const suggestVgprReductionTool = defineSyncTool({
  key: 'occupancy.suggest_vgpr_reduction',
  description:
    'How many vector registers to save for more resident waves, with the __launch_bounds__ that asks for it. Fractions ' +
    'are 0..1. Example: current_vgpr 128, occupancy_frac 0.5, kernel_time_frac 0.3 on gfx942 gives 96.',
  toolClass: 'read_only',
  inputSchema: SuggestVgprReductionInputSchema,
  outputSchema: SuggestVgprReductionOutputSchema,
  run(input) {
    const { current_vgpr: vgprs, workgroup_size: threads } = input;
    const rules = requireOccupancyRules(input.gfx_id);
    const currentWaves = wavesByVgprs(rules, vgprs);
    const reason = whyNot(rules, vgprs, currentWaves, input.occupancy_frac, input.kernel_time_frac);
    if (reason !== null) return { applicable: false as const, reason };
    const steps = betterSteps(rules, currentWaves);
    const [next] = steps;
    if (next === undefined) return { applicable: false as const, reason: 'no step of the table adds waves' };
    return {
      applicable: true as const,
      current_vgpr: vgprs,
      target_vgpr: next.target_vgpr,
      current_waves: currentWaves,
      target_waves: next.target_waves,
      expected_occupancy_multiplier: next.multiplier,
      suggested_flag: `__launch_bounds__(${threads}, ${next.target_waves})`,
      options: steps,
    };
  },
});

function whyNot(
  rules: OccupancyRules,
  vgprs: number,
  currentWaves: number,
  occupancyFrac: number,
  kernelTimeFrac: number,
): string | null {
  if (amdahlPriority(kernelTimeFrac) === 'low') return 'kernel too small (Amdahl)';
  if (vgprs > rules.maxVgprsPerThread)
    return `more than the ${rules.maxVgprsPerThread} registers that a thread may have: it spills already`;
  if (currentWaves >= rules.maxWavesPerSimd) return 'registers allow the most waves already';
  if (occupancyFrac >= ENOUGH_OCCUPANCY_FRAC) return `occupancy of ${occupancyFrac} is high enough`;
  return null;
}

function betterSteps(rules: OccupancyRules, currentWaves: number) {
  return rules.steps
    .filter(([, waves]) => waves > currentWaves)
    .map(([vgprs, waves]) => ({ target_vgpr: vgprs, target_waves: waves, multiplier: waves / currentWaves }))
    .sort((left, right) => left.target_waves - right.target_waves);
}
