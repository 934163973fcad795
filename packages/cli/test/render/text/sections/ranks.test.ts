import { describe, expect, it } from '@jest/globals';
import type { Report } from '@perfxpert/agents';
import { renderRanks } from '../../../../src/render/text/sections/ranks.js';
import { fullReport } from '../../../fixtures/full-report.js';
import { testContext } from '../../../fixtures/text-context.js';

type Ranks = NonNullable<Report['ranks']>;

function textOf(change: Partial<Ranks>): string {
  const report = fullReport();
  const lines = renderRanks({ ...report, ranks: { ...report.ranks!, ...change } }, testContext())?.lines ?? [];
  return lines.join('\n').replaceAll('\u00a0', ' ');
}
const full = () => fullReport().ranks!;
const withClock = (change: Partial<Ranks['cohorts'][number]['clock']>) =>
  textOf({ cohorts: full().cohorts.map((cohort) => ({ ...cohort, clock: { ...cohort.clock, ...change } })) });

describe('renderRanks', () => {
  it('names the straggler, what it costs and what it does longer', () => {
    const text = textOf({}).replace(/\s+/g, ' ');
    expect(text).toContain('GPU 1 (rank 1) comes last to 15 of 17 matched collectives');
    expect(text).toContain('lets the others wait 4.00 ms in sum, 92.5% of all waiting');
    expect(text).toContain('At most 3.50 ms to gain in each of 2 windows.');
    expect(text).toContain('idle: blocking sync');
  });

  it('says why there is none', () => {
    expect(textOf({ straggler: null, straggler_reason: 'Ranks take turns.' })).toContain('Ranks take turns.');
  });

  it('says what a longest window means', () => {
    const straggler = { ...full().straggler!, basis: 'window' as const, last_count: null, window_count: 1 };
    expect(textOf({ straggler })).toContain('GPU 1 (rank 1) has the longest window. At most 3.50 ms to gain. Mostly:');
  });

  it('counts ranks that are missing, with or without a size of the job', () => {
    expect(textOf({})).toContain('3 of 8 ranks. 5 ranks are not in the trace (3, 4, 5, 6, 7).');
    expect(textOf({ world_size: null, missing_rank_count: null, missing_ranks: null })).toContain('3 ranks.');
    expect(textOf({ missing_ranks: null })).toContain('5 ranks are not in the trace.');
  });

  it('shows 16 ranks of many', () => {
    const ranks = Array.from({ length: 40 }, (_, index) => ({ ...full().ranks[0]!, device: `GPU ${index}` }));
    const text = textOf({ ranks, rank_count: 40 });
    expect(text).toContain('GPU 15');
    expect(text).not.toContain('GPU 16');
    expect(text).toContain('24 ranks more');
  });

  it('says how starts were compared, or that they were not', () => {
    expect(withClock({})).toContain('Clocks aligned by the ends of 17 matched collectives');
    expect(withClock({ method: 'one_clock', drift_ppm: null })).toContain('One clock, checked by the ends of');
    expect(withClock({ method: 'one_clock', residual_ns: null, drift_ppm: null })).toContain('no collective to check');
    const none = withClock({ method: 'none', reason: 'Ends disagree.' }).replace(/\s+/g, ' ');
    expect(none).toContain('Starts are not compared. Ends disagree. Ends of 17 matched collectives differ by 250 ns.');
  });
});
