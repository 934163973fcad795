import { describe, expect, it } from '@jest/globals';
import type { Report } from '@perfxpert/agents';
import { renderFirstThings } from '../../../../src/render/text/sections/first-things.js';
import { fullReport } from '../../../fixtures/full-report.js';
import { testContext } from '../../../fixtures/text-context.js';

type Recommendation = Report['recommendations'][number];

function linesOf(...changes: Partial<Recommendation>[]): string[] {
  const report = fullReport();
  const recommendations = changes.map((change) => ({ ...report.recommendations[0]!, ...change }));
  const section = renderFirstThings({ ...report, recommendations }, testContext());
  return (section?.lines ?? []).map((line) => line.replaceAll('\u00a0', ' '));
}

describe('renderFirstThings', () => {
  it('shows three in full and the others by title', () => {
    const lines = linesOf(...['a', 'b', 'c', 'd', 'e'].map((letter) => ({ title: `Title ${letter}` })));
    expect(lines.filter((line) => line.includes('evidence'))).toHaveLength(3);
    expect(lines.filter((line) => /^ {2}\d {2}Title/.test(line))).toHaveLength(5);
    expect(lines).toContain('  2 further findings, in full in JSON:');
  });

  it('puts bounds below each other, with their share of the window', () => {
    const lines = linesOf({ recoverable_ns: 21_200_000 }, { recoverable_ns: 3_700_000, recoverable_pct: 4.26 });
    const bounds = lines.filter((line) => line.includes('≤'));
    expect(bounds.map((line) => line.slice(-17))).toEqual(['≤ 21.2 ms   24.4%', '≤ 3.70 ms    4.3%']);
  });

  it('goes on below with a long title, the bound at its place', () => {
    const [first, second] = linesOf({ title: 'Record what happens '.repeat(5).trim() });
    expect(first).toMatch(/^ {2}1 {2}Record .*[a-z] {2,}≤ 21\.2 ms {3}24\.4%$/);
    expect(first).toHaveLength(92);
    expect(second).toMatch(/^ {5}[A-Za-z]/);
  });

  it('says what it may bring in words where there is no bound', () => {
    const lines = linesOf({ recoverable_ns: null, estimated_impact: 'Not bounded.' });
    expect(lines).toContain('     gain      Not bounded.');
    expect(lines.some((line) => line.includes('≤'))).toBe(false);
  });

  it('R36: shows the evidence with its units and the tool that recomputes it', () => {
    const text = linesOf({}).join('\n');
    expect(text).toContain('evidence  arrival spread 5.60 ms; last rank rank 1');
    expect(text).toContain('source rccl_analysis.analyze_collectives');
  });

  it('leaves out what was not measured and says what to watch', () => {
    const source = 'trace_analysis.hotspots';
    const [lines] = [
      linesOf({
        evidence: [
          { metric: 'l1_miss', value: 0.0625, unit: 'fraction', source },
          { metric: 'lds_conflicts_per_access', value: null, unit: 'conflicts/access', source },
        ],
        verify: { full_command: 'perfxpert diff a.db b.db', metrics: ['execution_breakdown.wall_ns', 'L2CacheHit'] },
      }),
    ];
    expect(lines).toContain('     evidence  l1 miss 6.3%');
    expect(lines).toContain('     verify    perfxpert diff a.db b.db; watch the window, L2CacheHit');
  });

  it('puts the values of one figure together', () => {
    const source = 'trace_analysis.time_breakdown';
    const evidence = [
      { metric: 'idle_other_ns', value: 2_820_000, unit: 'ns', source },
      { metric: 'idle_other_pct', value: 80.6, unit: 'percent', source },
      { metric: 'calls', value: 26, unit: 'count', source },
    ];
    expect(linesOf({ evidence }).join('\n')).toContain('evidence  idle other 2.82 ms (80.6%); calls 26');
  });

  it('rounds confidence instead of cutting it', () => {
    expect(linesOf({ confidence: 0.29 }).join('\n')).toContain('confidence 29%');
  });

  it('keeps a long command fit for copying', () => {
    const command = `rocprofv3 --pmc ${Array.from({ length: 20 }, (_, index) => `COUNTER_${index}`).join(' ')} -- ./app`;
    const [base] = fullReport().recommendations;
    const lines = linesOf({ commands: [{ ...base!.commands[0]!, full_command: command }] });
    const start = lines.findIndex((line) => line.includes('rocprofv3 --pmc'));
    const end = lines.findIndex((line) => line.includes('-- ./app'));
    const pasted = lines
      .slice(start, end + 1)
      .join('\n')
      .replace(/\\\n/g, '')
      .replace(/ +/g, ' ')
      .trim();
    expect(pasted).toBe(command);
  });

  it('says that nothing is worth changing where nothing is', () => {
    expect(linesOf()).toEqual(['  Nothing in this trace is worth changing.']);
  });
});
