import type { Diagnostic } from '../../../schemas/diagnostic.js';
import type { MemoryAnalysis } from '../../../schemas/memory-analysis.js';

/** Notices about copies that are faster than their path allows: merged copies, or a peak of another part. */
export function copyDiagnostics(memoryAnalysis: MemoryAnalysis): Diagnostic[] {
  return Object.entries(memoryAnalysis).flatMap(([direction, statistics]): Diagnostic[] => {
    const efficiencyPct = statistics?.efficiency_pct ?? null;
    if (efficiencyPct === null || efficiencyPct <= 100) return [];
    return [
      {
        code: 'BANDWIDTH_ABOVE_PEAK',
        severity: 'warning',
        message: `${direction} copies reach ${efficiencyPct.toFixed(0)} % of the peak of their path (${String(statistics?.peak_gbps ?? 0)} GB/s, ${statistics?.peak_source ?? ''}): sizes, times or peak are wrong.`,
        section: 'memory_analysis',
        how_to_fix: null,
      },
    ];
  });
}
