import type { Communication } from '../../../schemas/communication.js';
import type { Diagnostic } from '../../../schemas/diagnostic.js';

/** Notices about the communication section: calls that were not recorded, and bandwidth above what the link carries. */
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
  return diagnostics;
}
