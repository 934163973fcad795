import { amdahlPriority } from '@perfxpert/knowledge';
import * as v from 'valibot';
import { roundTo } from '../../lib/statistics/round-to.js';
import { fraction, text } from '../../schemas/numbers.js';
import type { WithPctSpelling } from '../../tool/input-aliases.js';
import { callSyncTool, defineSyncTool } from '../../tool/sync-tool.js';
import type { ToolOptions } from '../../tool/tool-context.js';

export const PrioritizeByAmdahlInputSchema = v.strictObject({
  execution_time_frac: fraction('Share of the run time that the part takes'),
});

export const PrioritizeByAmdahlOutputSchema = v.object({
  priority: v.picklist(['high', 'medium', 'low']),
  rationale: text('Why, in words'),
  max_speedup: v.nullable(
    v.pipe(
      v.number(),
      v.minValue(1),
      v.description('Speed-up of the whole if the part took no time; null = unbounded'),
    ),
  ),
});

export type PrioritizeByAmdahlInput = WithPctSpelling<v.InferInput<typeof PrioritizeByAmdahlInputSchema>>;
export type AmdahlPriority = v.InferOutput<typeof PrioritizeByAmdahlOutputSchema>;

/**
 * Whether a part that takes a share x of the run time is worth work: high from 0.10, medium from 0.05, else low.
 *
 * max_speedup = 1 / (1 - x) (Amdahl's law with an infinite gain of the part), null at 1.
 *
 * @throws ToolError INVALID_ARGUMENT outside 0..1.
 */
export function prioritizeByAmdahl(input: PrioritizeByAmdahlInput, options: ToolOptions = {}): AmdahlPriority {
  return callSyncTool(prioritizeByAmdahlTool, input, options);
}

export const prioritizeByAmdahlTool = defineSyncTool({
  key: 'bottleneck.prioritize_by_amdahl',
  description:
    'Priority of optimising a part of a program by its share of the run time (0..1), and the most that can be gained. ' +
    'Example: execution_time_frac 0.35 is high, at most 1.54x.',
  toolClass: 'read_only',
  inputSchema: PrioritizeByAmdahlInputSchema,
  outputSchema: PrioritizeByAmdahlOutputSchema,
  run({ execution_time_frac: frac }) {
    const maxSpeedup = frac === 1 ? null : 1 / (1 - frac);
    const share = `${roundTo(100 * frac, 1)} % of the run time`;
    return {
      priority: amdahlPriority(frac),
      rationale:
        maxSpeedup === null
          ? `It takes ${share}: what it gains, the whole gains.`
          : `It takes ${share}: however fast it gets, the whole gains at most ${roundTo(maxSpeedup, 2)}x.`,
      max_speedup: maxSpeedup,
    };
  },
});
