import { profilingWorkflowCatalogue, unknownIdError, workflowTransition } from '@perfxpert/knowledge';
import * as v from 'valibot';
import {
  counterCommandLine,
  pcSamplingCommandLine,
  threadTraceCommandLine,
  traceCommandLine,
} from '../../lib/profiler/collection-command.js';
import { text } from '../../schemas/numbers.js';
import { callSyncTool, defineSyncTool } from '../../tool/sync-tool.js';
import type { ToolOptions } from '../../tool/tool-context.js';

const TIER_MEANING = '0 source only, 1 trace, 2 counters, 3 thread trace or PC samples';
const TierSchema = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(3), v.description(TIER_MEANING));

export const NextStepInputSchema = v.strictObject({
  tier: TierSchema,
  goal: v.pipe(v.string(), v.maxLength(64), v.description('collect, classify, measure, deep or pc_sampling')),
});

export const NextStepOutputSchema = v.object({
  next_tier: TierSchema,
  action: text('What to do'),
  command: text('A complete command line for it; replace the program and file names'),
});

export type NextStepInput = v.InferInput<typeof NextStepInputSchema>;
export type NextStep = v.InferOutput<typeof NextStepOutputSchema>;

/** Command line per goal; the action of the tables names the step, some in words that no program takes. */
const COMMANDS: Readonly<Record<string, () => string>> = {
  collect: traceCommandLine,
  classify: () => 'perfxpert analyze -i trace.db',
  measure: () => counterCommandLine(['SQ_WAVES', 'GRBM_COUNT']),
  deep: threadTraceCommandLine,
  pc_sampling: pcSamplingCommandLine,
};

/**
 * The step that follows at a tier of the profiling workflow, with a command line of real options.
 *
 * @throws KnowledgeError UNKNOWN_ID with the known pairs `tier goal`; ToolError INVALID_ARGUMENT for a tier outside 0..3.
 */
export function nextStep(input: NextStepInput, options: ToolOptions = {}): NextStep {
  return callSyncTool(nextStepTool, input, options);
}

export const nextStepTool = defineSyncTool({
  key: 'workflow.next_step',
  description:
    `The next step of profiling at a tier (${TIER_MEANING}) for a goal, with a command line. Example: tier 1, goal ` +
    '"measure" leads to counters.',
  toolClass: 'read_only',
  inputSchema: NextStepInputSchema,
  outputSchema: NextStepOutputSchema,
  run({ tier, goal }) {
    const transition = workflowTransition(tier, goal);
    const command = Object.hasOwn(COMMANDS, goal) ? COMMANDS[goal] : undefined;
    if (transition === null || command === undefined) {
      const pairs = profilingWorkflowCatalogue().state_machine.map((known) => `${known.tier} ${known.goal}`);
      throw unknownIdError('step of the workflow', `${tier} ${goal}`, pairs);
    }
    return { next_tier: transition.next_tier, action: transition.action, command: command() };
  },
});
