import type { DiagnoseTrace } from '../../catalog/diagnosis/diagnose-trace.js';
import type { Rank, Ranks } from '../../schemas/ranks.js';
import type { FoundFigure } from './found-figure.js';

/** A figure of the ranks in the answer of `diagnosis.diagnose_trace`. */
export function ofRanks(metric: string, { ranks, execution_breakdown: time }: DiagnoseTrace): FoundFigure | null {
  if (metric === 'rank_waiting_ns')
    return { value: sumOf(ranks, ({ waiting_ns: ns }) => ns ?? 0), formula: 'sum of ranks.ranks[].waiting_ns' };
  if (metric === 'rank_matched_ns')
    return {
      value: sumOf(ranks, ({ waiting_ns: waiting, transfer_ns: ns }) => (waiting ?? 0) + (ns ?? 0)),
      formula: 'sum of ranks.ranks[].waiting_ns + transfer_ns',
    };
  const straggler = ranks?.straggler ?? null;
  if (straggler === null) return null;
  const part = straggler.parts.find((one) => metric === `${one.part}_excess_ns`);
  if (part !== undefined)
    return { value: part.excess_ns, formula: `ranks.straggler.parts[].excess_ns of ${part.part}` };
  switch (metric) {
    case 'straggler':
      return { value: straggler.device, formula: 'ranks.straggler.device' };
    case 'straggler_bound_ns':
      return { value: straggler.bound_ns * straggler.window_count, formula: 'ranks.straggler.bound_ns x window_count' };
    case 'straggler_waited_ns':
      return {
        value: Math.min(straggler.bound_ns * straggler.window_count, time?.communication_exposed_ns ?? 0),
        formula: 'ranks.straggler.bound_ns x window_count, at most communication_exposed_ns',
      };
    case 'kernel':
      return { value: straggler.kernels[0]?.name ?? null, formula: 'ranks.straggler.kernels[0].name' };
    case 'kernel_excess_ns':
      return { value: straggler.kernels[0]?.excess_ns ?? null, formula: 'ranks.straggler.kernels[0].excess_ns' };
    case 'idle_cause':
      return { value: straggler.idle_causes[0]?.cause ?? null, formula: 'ranks.straggler.idle_causes[0].cause' };
    case 'idle_cause_excess_ns':
      return {
        value: straggler.idle_causes[0]?.excess_ns ?? null,
        formula: 'ranks.straggler.idle_causes[0].excess_ns',
      };
    case 'last_count':
    case 'matched_count':
    case 'caused_waiting_ns':
    case 'caused_waiting_pct':
      return { value: straggler[metric], formula: `ranks.straggler.${metric}` };
    default:
      return null;
  }
}

function sumOf(ranks: Ranks | null | undefined, pick: (rank: Rank) => number): number {
  return (ranks?.ranks ?? []).reduce((sum, rank) => sum + pick(rank), 0);
}
