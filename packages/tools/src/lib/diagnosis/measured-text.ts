import { percentText } from './figures.js';
import type { KernelLimit } from './kernel-limit.js';
import { RULE_THRESHOLDS } from './rule-thresholds.js';

/** The measured utilisations of a kernel in words; those that were not measured stay out. */
export function measuredText({ metrics }: KernelLimit): string {
  const { hbmPct, matrixPct, vectorPct, ldsConflictsPerAccess: conflicts, l1MissFrac } = metrics;
  const parts = [
    hbmPct === null ? null : `HBM at ${percentText(hbmPct)} of its peak`,
    matrixPct === null ? null : `matrix units busy ${percentText(matrixPct)}`,
    vectorPct === null ? null : `vector units busy ${percentText(vectorPct)}`,
    conflicts === null || conflicts < 1 ? null : `${conflicts.toFixed(1)} bank conflicts per LDS access`,
    l1MissFrac === null || l1MissFrac <= RULE_THRESHOLDS.l1MissFrac.value
      ? null
      : `${percentText(100 * l1MissFrac)} of its L1 requests go to L2`,
  ].filter((part) => part !== null);
  return parts.join(', ');
}
