import type { Diagnostic } from '../../schemas/diagnostic.js';
import { percentText } from '../diagnosis/figures.js';
import { signedPercent } from './change-text.js';
import { comparabilityNotices } from './comparability-notices.js';
import { diffNotice } from './diff-notice.js';
import type { NoticeInput } from './diff-notice.js';
import { hotKernelNotices } from './hot-kernel-notices.js';
import type { Judgement } from './judge-comparison.js';
import { sideNotices } from './side-notices.js';

/** Notices of a comparison: what regressed among the hot kernels, and why the verdict may not mean what it says. */
export function diffDiagnostics(input: NoticeInput): Diagnostic[] {
  return [
    ...hotKernelNotices(input),
    ...comparabilityNotices(input),
    ...sideNotices(input.baseline, 'baseline'),
    ...sideNotices(input.next, 'new'),
    ...intervalNotices(input.judgement),
    ...basisNotices(input.judgement),
  ];
}

function intervalNotices({ interval, verdict, thresholdPct }: Judgement): Diagnostic[] {
  if (interval === null || verdict === 'neutral') return [];
  const isSure = verdict === 'regressed' ? interval.low_pct > thresholdPct : interval.high_pct < -thresholdPct;
  if (isSure) return [];
  const range = `${signedPercent(interval.low_pct)} and ${signedPercent(interval.high_pct)}`;
  const confidence = percentText(100 * interval.confidence_frac);
  return [
    diffNotice(
      'VERDICT_UNCERTAIN',
      `The runs spread: the change lies between ${range} with a confidence of ${confidence}.`,
      'Record more runs of each side, with fixed clocks and an idle machine.',
    ),
  ];
}

function basisNotices({ basis }: Judgement): Diagnostic[] {
  if (basis === 'gpu_window') return [];
  return [
    diffNotice(
      'NO_TIMES',
      'A run holds durations without times: the verdict judges summed kernel time.',
      'Record a trace with rocprofv3 --kernel-trace --memory-copy-trace --output-format rocpd.',
    ),
  ];
}
