import * as v from 'valibot';
import { finiteQuotient } from '../../lib/metrics/finite-quotient.js';
import { amount, text } from '../../schemas/numbers.js';
import { callSyncTool, defineSyncTool } from '../../tool/sync-tool.js';
import type { ToolOptions } from '../../tool/tool-context.js';

export const CheckInputSchema = v.strictObject({
  history: v.pipe(
    v.array(v.looseObject({ total_runtime_ns: amount('Total run time, nanoseconds') })),
    v.maxLength(10_000),
    v.description('Runs in order, oldest first; further fields are ignored'),
  ),
});

export const CheckOutputSchema = v.object({
  plateau_detected: v.boolean(),
  recent_deltas: v.pipe(
    v.array(amount('Change, fraction')),
    v.description('|current - previous| / previous, oldest first'),
  ),
  reason: v.exactOptional(text('Why nothing can be said')),
  trend: v.nullable(
    v.pipe(
      v.picklist(['improving', 'worsening', 'flat']),
      v.description('Last against first of the runs looked at; null without enough of them'),
    ),
  ),
});

export type CheckInput = v.InferInput<typeof CheckInputSchema>;
export type Plateau = v.InferOutput<typeof CheckOutputSchema>;

/** Runs that are looked at. */
const WINDOW = 3;
/** A change below this counts as none. */
const STILL_FRAC = 0.02;

/**
 * Whether the last three runs have stopped changing: both changes below 2 %. A change is |current - previous| /
 * previous; a pair with a previous time of 0 has none. With fewer than three runs, or no change at all to look at,
 * nothing is detected and `reason` says so.
 *
 * @throws ToolError INVALID_ARGUMENT
 */
export function check(input: CheckInput, options: ToolOptions = {}): Plateau {
  return callSyncTool(checkTool, input, options);
}

export const checkTool = defineSyncTool({
  key: 'plateau.check',
  description:
    'Whether optimising has stopped paying: the last three total run times (nanoseconds) changed by less than 2 % each. ' +
    'Example: history [{"total_runtime_ns": 100}, {"total_runtime_ns": 99}, {"total_runtime_ns": 98.5}].',
  toolClass: 'read_only',
  inputSchema: CheckInputSchema,
  outputSchema: CheckOutputSchema,
  run({ history }) {
    const totals = history.slice(-WINDOW).map((run) => run.total_runtime_ns);
    const deltas = totals.flatMap((total, index) => {
      const previous = totals[index - 1];
      return previous === undefined || previous === 0
        ? []
        : [finiteQuotient('history', Math.abs(total - previous), previous)];
    });
    const [first] = totals;
    const last = totals.at(-1);
    if (totals.length < WINDOW || deltas.length === 0 || first === undefined || last === undefined)
      return { plateau_detected: false, recent_deltas: deltas, reason: 'insufficient history', trend: null };
    return {
      plateau_detected: deltas.every((delta) => delta < STILL_FRAC),
      recent_deltas: deltas,
      trend: last < first ? ('improving' as const) : last > first ? ('worsening' as const) : ('flat' as const),
    };
  },
});
