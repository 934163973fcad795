import type { DiffKernel } from '../../schemas/trace-diff.js';
import { countText, numberText, percentText, timeText } from '../diagnosis/figures.js';
import { kernelDisplayName } from '../diagnosis/kernel-display-name.js';
import { signedPercent, signedTime } from './change-text.js';
import type { Judgement, SidePair } from './judge-comparison.js';
import { changePct } from './relative-change.js';

/** Kernels named of each list. */
const MAX_NAMED = 3;
/** A kernel explains a change by itself from this share of it on. */
const EXPLAINS_FROM = 0.5;
/** Above this the kernel changed more than the whole, so that "explains" would be the wrong word. */
const EXPLAINS_TO = 1.05;

/** What the text is made from. */
export interface NarrativeInput {
  readonly judgement: Judgement;
  readonly kernelTime: SidePair;
  /** Kernels slower or added, largest change first. */
  readonly regressions: readonly DiffKernel[];
  /** Kernels faster or removed, largest change first. */
  readonly improvements: readonly DiffKernel[];
  readonly renameCount: number;
  readonly runCounts: SidePair;
}

const HEADLINES = { regressed: 'Regressed', improved: 'Improved', neutral: 'Neutral' } as const;
const BASES = { gpu_window: 'the GPU window', kernel_time: 'summed kernel time' } as const;

/**
 * The comparison in words. The headline follows the verdict; each further sentence is there only if there is something
 * to say. "GPU window" is first start to last end of kernels and copies, "summed kernel time" the sum of durations.
 */
export function diffNarrative(input: NarrativeInput): string {
  const { regressions, improvements, renameCount, kernelTime, judgement } = input;
  const kernelTimeSentence =
    judgement.basis === 'kernel_time'
      ? null
      : `Summed kernel time changed by ${changeText(kernelTime)}: ` +
        `${countText(regressions.length, 'kernel')} slower or new, ${countText(improvements.length, 'kernel')} faster or gone.`;
  return [
    headline(input),
    kernelTimeSentence,
    explanation(input),
    kernelList('Slower', regressions, false),
    kernelList('New', regressions, true),
    kernelList('Faster', improvements, false),
    kernelList('Gone', improvements, true),
    renameCount === 0 ? null : `${countText(renameCount, 'kernel')} under another name compared as the same.`,
  ]
    .filter((sentence) => sentence !== null)
    .join(' ');
}

function headline({ judgement, runCounts }: NarrativeInput): string {
  const { verdict, basis, pair, thresholdPct } = judgement;
  const runs =
    runCounts.before + runCounts.after > 2 ? `, medians of ${runCounts.before} and ${runCounts.after} runs` : '';
  return (
    `${HEADLINES[verdict]}: ${BASES[basis]} ${pair.after === pair.before ? 'did not change' : `changed by ${changeText(pair)}`}` +
    ` (threshold ${percentText(thresholdPct)}${runs}).`
  );
}

function changeText({ before, after }: SidePair): string {
  return `${signedTime(after - before)}, ${signedPercent(changePct(before, after))}`;
}

/** The kernel that changed most, where it makes up most of the verdict's change. */
function explanation({ judgement, regressions, improvements }: NarrativeInput): string | null {
  const { verdict, pair } = judgement;
  const [row] = verdict === 'regressed' ? regressions : verdict === 'improved' ? improvements : [];
  if (row === undefined) return null;
  const share = row.delta_ns / (pair.after - pair.before);
  if (share < EXPLAINS_FROM || share > EXPLAINS_TO) return null;
  const percent = Math.round(100 * Math.min(1, share));
  return `${kernelDisplayName(row.name)} explains ${percent}% of it: ${causeText(row)}.`;
}

function causeText(row: DiffKernel): string {
  if (row.change === 'added') return `it is new, ${countText(row.calls_new, 'call')}`;
  if (row.change === 'removed') return `it is gone, ${countText(row.calls_baseline, 'call')}`;
  if (row.calls_new === row.calls_baseline) {
    const each = signedPercent(row.delta_pct);
    return row.calls_new === 1
      ? `its one call by ${each}`
      : `the same ${numberText(row.calls_new)} calls, each ${each}`;
  }
  return `${numberText(row.calls_new)} calls instead of ${numberText(row.calls_baseline)}, ${signedTime(row.count_effect_ns)} by their number and ${signedTime(row.rate_effect_ns)} by their length`;
}

/** Kernels of both runs, or those that only one of them has: a percentage of nothing says nothing. */
function kernelList(title: string, rows: readonly DiffKernel[], onlyOneRun: boolean): string | null {
  const listed = rows.filter(({ change }) => (change === 'added' || change === 'removed') === onlyOneRun);
  if (listed.length === 0) return null;
  const items = listed.slice(0, MAX_NAMED).map((row) => {
    const name = kernelDisplayName(row.name);
    const [before, after] = [timeText(row.baseline_ns), timeText(row.new_ns)];
    if (!onlyOneRun) return `${name} ${signedPercent(row.delta_pct)} (${before} -> ${after})`;
    const isNew = row.change === 'added';
    return `${name} (${isNew ? after : before} in ${countText(isNew ? row.calls_new : row.calls_baseline, 'call')})`;
  });
  const more = listed.length > MAX_NAMED ? `, and ${numberText(listed.length - MAX_NAMED)} more` : '';
  return `${title}: ${items.join(', ')}${more}.`;
}
