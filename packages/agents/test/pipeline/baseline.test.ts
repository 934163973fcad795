import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildTrace } from '@perfxpert/rocpd/testing';
import * as v from 'valibot';
import { analyzeTrace, isCompared, ReportSchema } from '../../src/index.js';
import type { AnalyzeInput, AnalyzeOptions, Comparison, Report } from '../../src/index.js';
import { codesOf } from '../built-report.js';
import { brokenLaws } from '../report-laws.js';

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'perfxpert-baseline-'));
const file = (name: string) => path.join(root, name);

/** Ten calls of `main` and ten of `side`, back to back: 10 * (main + 100) ns. */
function write(name: string, mainNs: number, pid = 1): void {
  const kernels = Array.from({ length: 10 }, (_, index) => {
    const start = index * (mainNs + 100);
    return [
      { name: 'main', startNs: start, endNs: start + mainNs },
      { name: 'side', startNs: start + mainNs, endNs: start + mainNs + 100 },
    ];
  }).flat();
  buildTrace({ pid, kernels }, { path: file(name) });
}

beforeAll(() => {
  write('before.db', 900);
  write('after.db', 980);
  for (const [rank, ns] of [900, 900].entries()) write(`before-rank${rank}.db`, ns, 10 + rank);
  for (const [rank, ns] of [980, 900].entries()) write(`after-rank${rank}.db`, ns, 20 + rank);
  buildTrace({ regions: [{ name: 'hipMalloc', startNs: 0, endNs: 10 }] }, { path: file('no-kernels.db') });
  fs.writeFileSync(file('notes.db'), 'no database\n'.repeat(100));
});
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

type Baseline = NonNullable<NonNullable<AnalyzeInput['analysis_options']>['baseline_db']>;

async function reportOf(
  database: string | string[],
  baseline: Baseline,
  options: AnalyzeOptions = {},
  topKernels = 10,
): Promise<Report> {
  const input = { database_path: database, analysis_options: { baseline_db: baseline, top_kernels: topKernels } };
  const report = await analyzeTrace(input, { timestamps: false, ...options });
  expect(v.parse(ReportSchema, report)).toEqual(report);
  expect(brokenLaws(report)).toEqual([]);
  return report;
}

function compared({ trace_diff: comparison }: Report): Extract<Comparison, { verdict: string }> {
  if (comparison === undefined || !isCompared(comparison)) throw new Error('no comparison');
  return comparison;
}

describe('baseline_db', () => {
  it('R28: adds the section, names it among the features, and leaves the rest as it was', async () => {
    const report = await reportOf(file('after.db'), file('before.db'));
    const alone = await analyzeTrace({ database_path: file('after.db') }, { timestamps: false });
    expect(report.features).toEqual([...alone.features, 'trace_diff'].sort());
    const { trace_diff: comparison, features: _features, warnings, diagnostics, ...others } = report;
    const { features: _alone, warnings: before, diagnostics: ownNotices, ...same } = alone;
    expect(others).toEqual(same);
    expect(warnings.slice(0, before.length)).toEqual(before);
    expect(diagnostics.slice(0, ownNotices.length)).toEqual(ownNotices);
    // 10,000 ns -> 10,800 ns: +8 %
    expect(comparison).toMatchObject({
      schema_version: '0.3.1',
      verdict: 'regressed',
      verdict_delta_ns: 800,
      verdict_delta_pct: 8,
      verdict_threshold_pct: 5,
    });
    expect(codesOf(report)).toContain('HOT_KERNEL_SLOWER');
  });

  it('takes the threshold of the options and the number of kernels', async () => {
    const report = await reportOf(file('after.db'), file('before.db'), { regressionThresholdPct: 10 }, 1);
    expect(compared(report)).toMatchObject({ verdict: 'neutral', verdict_threshold_pct: 10 });
    expect(compared(report).per_kernel.map(({ name }) => name)).toEqual(['main']);
  });

  it('takes the files of the input as one run, and a list of baselines as several', async () => {
    const ranks = (side: string) => [file(`${side}-rank0.db`), file(`${side}-rank1.db`)];
    const report = await reportOf(ranks('after'), [ranks('before'), ranks('before')]);
    const { runs } = compared(report);
    expect(runs.new.map(({ file_count: count }) => count)).toEqual([2]);
    expect(runs.baseline.map(({ file_count: count }) => count)).toEqual([2, 2]);
  });

  it('a run against itself: neutral, all changes 0, nothing to tell', async () => {
    const report = await reportOf(file('after.db'), file('after.db'));
    const diff = compared(report);
    expect(diff).toMatchObject({ verdict: 'neutral', verdict_delta_ns: 0, wall_delta_ns: 0, warnings: [] });
    expect(diff.per_kernel.map(({ delta_ns: delta }) => delta)).toEqual([0, 0]);
    expect([...diff.primary_regressions, ...diff.primary_improvements]).toEqual([]);
  });

  it.each([
    ['no-kernels.db', 'INVALID_ARGUMENT', /has no kernels/],
    ['notes.db', 'NOT_A_TRACE', /notes\.db/],
  ])('%s: the report stands, the section and a notice say why there is no comparison', async (name, code, reason) => {
    const report = await reportOf(file('after.db'), file(name));
    expect(report.trace_diff).toMatchObject({ has_data: false, error_code: code });
    expect(report.trace_diff).toHaveProperty('reason', expect.stringMatching(reason));
    expect(codesOf(report)).toContain('BASELINE_UNAVAILABLE');
    expect(report.hotspots).toHaveLength(2);
  });

  it('filters are for both sides', async () => {
    // The first 5,000 ns of both: five steps of `before` (1,000 ns), four and a part of `after` (1,080 ns)
    const input = {
      database_path: file('after.db'),
      analysis_options: { baseline_db: file('before.db'), filters: { to_ns: 5_000 } },
    };
    const { runs } = compared(await analyzeTrace(input, { timestamps: false }));
    const whole = compared(await reportOf(file('after.db'), file('before.db'))).runs;
    for (const side of ['baseline', 'new'] as const) {
      expect(runs[side][0]?.dispatch_count).toBeLessThan(whole[side][0]?.dispatch_count ?? 0);
      expect(runs[side][0]?.kernel_time_ns).toBeLessThan(6_000);
    }
  });

  it('a path that leads nowhere is an error', async () => {
    await expect(reportOf(file('after.db'), file('missing.db'))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('needs a trace', async () => {
    const input = { source_dir: root, analysis_options: { baseline_db: file('before.db') } };
    await expect(analyzeTrace(input)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });
});
