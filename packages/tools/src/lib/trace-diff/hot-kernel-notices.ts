import type { Diagnostic } from '../../schemas/diagnostic.js';
import type { DiffKernel } from '../../schemas/trace-diff.js';
import { countText, timeText } from '../diagnosis/figures.js';
import { kernelDisplayName } from '../diagnosis/kernel-display-name.js';
import { signedPercent } from './change-text.js';
import { diffNotice } from './diff-notice.js';
import type { NoticeInput } from './diff-notice.js';

/** Kernels that get a notice of their own; of more only their number is told. */
const MAX_NAMED = 5;

/** Hot kernels that are slower or new, one notice each. They do not turn the verdict. */
export function hotKernelNotices({
  regressions,
  judgement,
}: Pick<NoticeInput, 'regressions' | 'judgement'>): Diagnostic[] {
  const fix = judgement.verdict === 'regressed' ? null : 'The verdict judges the whole run; look at this kernel.';
  const hot = regressions.filter((row) => row.was_hot || (row.change === 'added' && row.is_hot));
  const named = hot.slice(0, MAX_NAMED).map((row) => {
    const name = kernelDisplayName(row.name);
    if (row.change === 'added')
      return diffNotice('HOT_KERNEL_ADDED', `${name} is new and takes ${timeText(row.new_ns)}.`, fix);
    const change = `${timeText(row.delta_ns)} more (${signedPercent(row.delta_pct)})`;
    return diffNotice('HOT_KERNEL_SLOWER', `${name} takes ${change}${causeOf(row)}.`, fix);
  });
  if (hot.length <= MAX_NAMED) return named;
  const more = countText(hot.length - MAX_NAMED, 'more hot kernel', 'more hot kernels');
  return [...named, diffNotice('HOT_KERNEL_SLOWER', `${more} slower or new.`, 'See primary_regressions.')];
}

function causeOf(row: DiffKernel): string {
  if (row.explained_by === 'call_count')
    return `, mostly because of ${row.calls_new} calls instead of ${row.calls_baseline}`;
  return row.significance === 'not_significant' ? ', which single dispatches do not confirm' : '';
}
