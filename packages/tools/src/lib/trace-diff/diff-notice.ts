import type { Diagnostic } from '../../schemas/diagnostic.js';
import type { DiffKernel } from '../../schemas/trace-diff.js';
import type { ComparisonSide } from './comparison-side.js';
import type { Judgement } from './judge-comparison.js';

/** What the notices of a comparison are made from. */
export interface NoticeInput {
  readonly baseline: ComparisonSide;
  readonly next: ComparisonSide;
  readonly rows: readonly DiffKernel[];
  /** Kernels slower or added, largest change first, all of them. */
  readonly regressions: readonly DiffKernel[];
  readonly judgement: Judgement;
}

/** A warning about a comparison. */
export function diffNotice(code: string, message: string, howToFix: string | null): Diagnostic {
  return { code, severity: 'warning', message, section: 'trace_diff', how_to_fix: howToFix };
}
