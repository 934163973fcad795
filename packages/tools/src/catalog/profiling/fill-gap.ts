import { profilingGoals } from '@perfxpert/knowledge';
import type { LadderStep } from '@perfxpert/knowledge';
import * as v from 'valibot';
import {
  computeProfileCommandLine,
  counterCommandLine,
  pcSamplingCommandLine,
  threadTraceCommandLine,
  traceCommandLine,
} from '../../lib/profiler/collection-command.js';
import { nextLadderStep } from '../../lib/profiler/ladder-step.js';
import { count, text } from '../../schemas/numbers.js';
import { callSyncTool, defineSyncTool } from '../../tool/sync-tool.js';
import type { ToolOptions } from '../../tool/tool-context.js';

export const FillGapInputSchema = v.strictObject({
  current_fingerprint: v.pipe(
    v.array(v.pipe(v.string(), v.maxLength(256))),
    v.maxLength(4096),
    v.description('What has been collected, as trace_fingerprint.fingerprint lists it; tier0 = source scan'),
  ),
  goal: v.pipe(
    v.string(),
    v.maxLength(64),
    v.description('compute_bound_diagnosis, memory_bandwidth, stall_analysis or timeline; "" = whatever is missing'),
  ),
  has_db: v.optional(v.pipe(v.boolean(), v.description('A trace exists that can be read at no cost')), true),
});

export const FillGapOutputSchema = v.nullable(
  v.object({
    cost_s: count('Rough cost, seconds'),
    name: text('Name of the step'),
    adds: v.pipe(v.array(v.string()), v.description('What it adds to the fingerprint, sorted')),
    goal_known: v.pipe(v.boolean(), v.description('False: the goal is none of the known ones and was ignored')),
    command: v.nullable(text('A command line for it; null when nothing has to be run')),
  }),
);

export type FillGapInput = v.InferInput<typeof FillGapInputSchema>;
export type GapFill = v.InferOutput<typeof FillGapOutputSchema>;

/**
 * The cheapest next step of data collection, and what it adds; null when all is there. With a known goal only steps that
 * bring something the goal still lacks count; of equal cost, the earlier of the ladder.
 *
 * @throws ToolError INVALID_ARGUMENT
 */
export function fillGap(input: FillGapInput, options: ToolOptions = {}): GapFill {
  return callSyncTool(fillGapTool, input, options);
}

export const fillGapTool = defineSyncTool({
  key: 'profiling.fill_gap',
  description:
    'The cheapest next profiling step that brings data still missing for a goal, with its command line; null when ' +
    'nothing is missing. Example: current_fingerprint ["--sys-trace"], goal "memory_bandwidth".',
  toolClass: 'read_only',
  inputSchema: FillGapInputSchema,
  outputSchema: FillGapOutputSchema,
  run({ current_fingerprint: fingerprint, goal, has_db: hasDatabase }) {
    const next = nextLadderStep({ fingerprint, goal, hasDatabase });
    if (next === null) return null;
    const { cost_s: cost, name } = next.step;
    return {
      cost_s: cost,
      name,
      adds: next.adds,
      goal_known: profilingGoals().has(goal),
      command: commandOf(next.step),
    };
  },
});

function commandOf({ covers }: LadderStep): string | null {
  const counters = covers.flatMap((token) => (token.startsWith('pmc:') ? [token.slice('pmc:'.length)] : []));
  if (counters.length > 0) return counterCommandLine(counters);
  if (covers.includes('--kernel-trace')) return traceCommandLine();
  if (covers.includes('pc_sampling')) return pcSamplingCommandLine();
  if (covers.includes('att')) return threadTraceCommandLine();
  return covers.includes('roofline') ? computeProfileCommandLine() : null;
}
