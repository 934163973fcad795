import type { Technique } from '@perfxpert/tools';

export type SpecialistKind = 'compute' | 'memory' | 'latency';

const STATUS_RANK: Readonly<Record<string, number>> = { applicable: 0, needs_data: 1, not_applicable: 2 };
const RISK_RANK: Readonly<Record<string, number>> = { low: 0, medium: 1, high: 2 };

/** Expected gain per effort; an effort of 0 counts as 1. */
export function techniqueScore({ expected_impact: impact, effort_factor: effort }: RankedFields): number {
  return impact / (effort === undefined || effort === 0 ? 1 : effort);
}

/** The fields that decide the order. */
export interface RankedFields {
  readonly name: string;
  readonly expected_impact: number;
  readonly effort_factor?: number | undefined;
  readonly risk?: string | undefined;
  readonly status?: Technique['status'] | undefined;
}

/**
 * Techniques in the order in which they are offered: those whose preconditions hold, those that need data, those that do
 * not apply; among these the promoted one first, then by score, then by risk (unknown counts as medium), else as given.
 */
export function rankTechniques<T extends RankedFields>(techniques: readonly T[], promoted: string | null): T[] {
  return [...techniques].sort(
    (left, right) =>
      rankOf(left) - rankOf(right) ||
      Number(right.name === promoted) - Number(left.name === promoted) ||
      techniqueScore(right) - techniqueScore(left) ||
      riskOf(left) - riskOf(right),
  );
}

/** The technique that goes first for a specialist: matrix units for kernels of that name, overlap for memory. */
export function promotedTechnique(kind: SpecialistKind, hasMatrixKernel: boolean): string | null {
  if (kind === 'compute') return hasMatrixKernel ? 'mfma_enablement' : null;
  return kind === 'memory' ? 'hip_stream_overlap' : null;
}

function rankOf({ status }: RankedFields): number {
  return STATUS_RANK[status ?? 'needs_data'] ?? 1;
}

function riskOf({ risk }: RankedFields): number {
  return RISK_RANK[risk ?? 'medium'] ?? 1;
}
