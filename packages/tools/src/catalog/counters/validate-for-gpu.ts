import { normalizeGfxId } from '@perfxpert/knowledge';
import * as v from 'valibot';
import { planPasses } from '../../lib/counters/plan-passes.js';
import { APP_PLACEHOLDER } from '../../lib/profiler/full-command.js';
import { GfxIdInputSchema } from '../../schemas/gfx-id.js';
import { CounterEscalationSchema } from '../../schemas/hardware-counters.js';
import { text } from '../../schemas/numbers.js';
import { callSyncTool, defineSyncTool } from '../../tool/sync-tool.js';
import type { ToolOptions } from '../../tool/tool-context.js';

export const ValidateForGpuInputSchema = v.strictObject({
  counter_list: v.pipe(
    v.array(v.pipe(v.string(), v.maxLength(128))),
    v.maxLength(4096),
    v.description('Counters to collect, in the order wanted'),
  ),
  gpu_arch: GfxIdInputSchema,
});

const PMC_GROUPS_FILE = 'pmc_groups.txt';

export const ValidateForGpuOutputSchema = v.object({
  ok: v.pipe(v.boolean(), v.description('No counter is unknown or missing on the architecture')),
  violations: v.array(
    v.object({
      counter: text('Counter as given'),
      reason: v.picklist(['unknown_counter', 'not_on_arch', 'duplicate']),
    }),
  ),
  fixed_passes: v.pipe(v.array(v.array(v.string())), v.description('Counters of each run of the profiler')),
  escalation: v.nullable(
    v.pipe(
      v.object({
        ...CounterEscalationSchema.entries,
        pmc_groups_path: text('Name of the file that holds the lines below'),
        pmc_groups: v.array(v.string()),
      }),
      v.description('How to collect several passes; null when one is enough'),
    ),
  ),
  arch_known: v.pipe(v.boolean(), v.description('False: cautious limits, availability not judged')),
});

export type ValidateForGpuInput = v.InferInput<typeof ValidateForGpuInputSchema>;
export type CounterValidation = v.InferOutput<typeof ValidateForGpuOutputSchema>;
type Escalation = NonNullable<CounterValidation['escalation']>;

/**
 * Whether counters exist on a GPU, and into how many runs of the profiler they must be split (`planPasses`): as few as
 * the limits of the hardware blocks allow; FETCH_SIZE and WRITE_SIZE get a run each. Counters that are unknown or not
 * there are reported and left out; a duplicate is reported and collected once, and does not make `ok` false.
 *
 * @throws ToolError INVALID_ARGUMENT
 */
export function validateForGpu(input: ValidateForGpuInput, options: ToolOptions = {}): CounterValidation {
  return callSyncTool(validateForGpuTool, input, options);
}

export const validateForGpuTool = defineSyncTool({
  key: 'counters.validate_for_gpu',
  description:
    'Checks hardware counters against a GPU architecture and splits them into runs that rocprofv3 can collect. Use ' +
    'before profiling with counters. Example: counter_list ["SQ_WAVES", "FETCH_SIZE"], gpu_arch "gfx942".',
  toolClass: 'read_only',
  inputSchema: ValidateForGpuInputSchema,
  outputSchema: ValidateForGpuOutputSchema,
  run({ counter_list: counters, gpu_arch: arch }) {
    const gfxId = normalizeGfxId(arch);
    const { archKnown, passes, violations } = planPasses(counters, gfxId);
    return {
      ok: violations.every(({ reason }) => reason === 'duplicate'),
      violations: violations.map(({ counter, reason }) => ({ counter, reason })),
      fixed_passes: passes.map((names) => [...names]),
      escalation: passes.length > 1 ? escalate(passes, gfxId) : null,
      arch_known: archKnown,
    };
  },
});

function escalate(passes: readonly (readonly string[])[], gfxId: string): Escalation {
  return {
    required: true,
    reason: `${passes.length} passes are needed: a hardware block of ${gfxId} counts only so many events at once.`,
    gpu_arch: gfxId,
    pass_count: passes.length,
    passes: passes.map((names, index) => ({ index: index + 1, counters: [...names], pmc: names.join(' ') })),
    commands: [
      {
        tool: 'rocprof-compute',
        description: 'Collect these and all other counters in several replays',
        full_command: `rocprof-compute profile -- ${APP_PLACEHOLDER}`,
      },
      {
        tool: 'rocprofv3',
        description: `Collect one pass per line of ${PMC_GROUPS_FILE}`,
        full_command: `rocprofv3 -i ${PMC_GROUPS_FILE} -- ${APP_PLACEHOLDER}`,
      },
    ],
    pmc_groups_path: PMC_GROUPS_FILE,
    pmc_groups: passes.map((names) => `pmc: ${names.join(' ')}`),
  };
}
