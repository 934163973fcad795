import type { Communication } from '../../../schemas/communication.js';
import type { Diagnostic } from '../../../schemas/diagnostic.js';

/**
 * Notices about the communication section: calls that were not recorded, bandwidth above what the link carries, ranks
 * that are not in the trace, collectives that could not be compared across ranks.
 */
export function communicationDiagnostics(communication: Communication | null): Diagnostic[] {
  if (communication === null) return [];
  const { summary, collectives } = communication;
  const diagnostics: Diagnostic[] = [];
  if (summary.capture_incomplete)
    diagnostics.push({
      code: 'COMMUNICATION_CALLS_MISSING',
      severity: 'info',
      message: `Communication kernels without a recorded call: ${summary.fallback_kernel_count ?? 0} of ${summary.kernel_count}. Their operation and message size are unknown.`,
      section: 'communication',
      how_to_fix: 'Record with RCCL tracing on: rocprofv3 --rccl-trace.',
    });
  const tooFast = collectives.filter((row) => (row.efficiency_pct ?? 0) > 100).length;
  if (tooFast > 0)
    diagnostics.push({
      code: 'BANDWIDTH_ABOVE_PEAK',
      severity: 'warning',
      message: `Collectives with a bus bandwidth above the peak of the link: ${tooFast} of the ${collectives.length} listed. Size, number of ranks or peak is wrong for them.`,
      section: 'communication',
      how_to_fix: null,
    });
  if ((summary.missing_rank_count ?? 0) > 0) diagnostics.push(missingRanks(communication));
  if (communication.ranks.length > 1 && summary.unmatched_kernel_count > 0)
    diagnostics.push({
      code: 'COLLECTIVES_UNMATCHED',
      severity: 'info',
      message: `Not all collectives could be compared across the ${communication.ranks.length} ranks. ${summary.ranks_reason ?? ''}`,
      section: 'communication',
      how_to_fix: 'Record all ranks of one job over the same steps, with RCCL tracing on: rocprofv3 --rccl-trace.',
    });
  return diagnostics;
}

function missingRanks({ summary, ranks }: Communication): Diagnostic {
  const missing = summary.missing_rank_count ?? 0;
  const numbers = summary.missing_ranks ?? [];
  const listed = numbers.length === missing ? ` (${numbers.join(', ')})` : '';
  return {
    code: 'RANKS_MISSING',
    severity: 'warning',
    message: `${missing} of the ${missing + ranks.length} ranks of the job are not in the trace${listed}: a slower rank among them would go unseen.`,
    section: 'communication',
    how_to_fix: 'Record every rank, and give all files to one analysis.',
  };
}
