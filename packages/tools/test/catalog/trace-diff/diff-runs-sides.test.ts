import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { buildTrace } from '@perfxpert/rocpd/testing';
import type { ProcessSpec } from '@perfxpert/rocpd/testing';
import Database from 'better-sqlite3';
import { diffMeasuredRun, diffRuns, diffRunsTool } from '../../../src/catalog/trace-diff/diff-runs.js';
import { computeFacts, openTrace } from '../../../src/analysis.js';
import type { TraceDiff } from '../../../src/schemas/trace-diff.js';
import { callTool } from '../../../src/tool/call-tool.js';
import { backToBack, withRuns } from '../../support/run-files.js';
import type { Calls } from '../../support/run-files.js';

const R: Calls = [
  ['matmul', 100, 700_000],
  ['conv2d', 50, 400_000],
  ['add', 20, 500_000],
];

function diffOf(before: Calls | ProcessSpec, after: Calls | ProcessSpec): Promise<TraceDiff> {
  return withRuns([before, after], (baseline = '', next = '') => diffRuns({ baseline_db: baseline, new_db: next }));
}

const codes = (diff: TraceDiff): string[] => diff.diagnostics.map(({ code }) => code);

describe('diffRuns: sides', () => {
  const run = (ns: number): Calls => [
    ['k', 10, ns],
    ['s', 10, 100],
  ];

  it('takes medians over the runs of each side', async () => {
    const diff = await withRuns([run(1000), run(1100), run(5000), run(900), run(1150)], (a, b, c, d, e) =>
      diffRuns({ baseline_db: [a ?? '', b ?? '', c ?? ''], new_db: [d ?? '', e ?? ''] }),
    );
    // Windows: 11,000, 12,000, 51,000 against 10,000 and 12,500: medians 12,000 and 11,250.
    expect(diff).toMatchObject({
      verdict: 'improved',
      gpu_window_baseline_ns: 12_000,
      gpu_window_new_ns: 11_250,
      verdict_delta_pct: -6.25,
      kernel_time_baseline_ns: 12_000,
    });
    expect(diff.per_kernel).toMatchObject([
      { name: 'k', baseline_ns: 11_000, new_ns: 10_250, calls_baseline: 10, median_baseline_ns: 1100 },
      { name: 's', baseline_ns: 1000, new_ns: 1000 },
    ]);
    // Ratios from 10,000 / 51,000 to 12,500 / 11,000; of C(5, 2) = 10 orders 1 has U = 0: 1 - 2 / 10.
    expect(diff.verdict_interval).toEqual({ low_pct: -80.3922, high_pct: 13.6364, confidence_frac: 0.8 });
    expect(codes(diff)).toContain('VERDICT_UNCERTAIN');
    expect(diff.narrative).toContain('medians of 3 and 2 runs');
    expect(diff.runs.baseline.map(({ gpu_window_ns: ns }) => ns)).toEqual([11_000, 12_000, 51_000]);
  });

  it('a run may have several files: its ranks', async () => {
    const rank = (pid: number, ns: number): ProcessSpec => ({ pid, kernels: backToBack([['k', 10, ns]]) });
    const diff = await withRuns([rank(1, 100), rank(2, 120), rank(3, 100), rank(4, 240)], (a, b, c, d) =>
      diffRuns({ baseline_db: [[a ?? '', b ?? '']], new_db: [[c ?? '', d ?? '']] }),
    );
    // Sum of the ranks, and the window that they share.
    expect(diff).toMatchObject({
      kernel_time_baseline_ns: 2200,
      kernel_time_new_ns: 3400,
      gpu_window_baseline_ns: 1200,
      gpu_window_new_ns: 2400,
    });
    expect(diff.runs.new).toMatchObject([{ file_count: 2, process_count: 2 }]);
  });

  it('a run that was measured with its facts compares as one that is read', async () => {
    const rank = (pid: number, ns: number): ProcessSpec => ({ pid, kernels: backToBack([['k', 10, ns]]) });
    await withRuns([rank(1, 100), rank(2, 120), rank(3, 100)], async (baseline = '', ...ranks) => {
      const input = { baseline_db: baseline, new_db: [ranks], top_kernels: 3 };
      const trace = openTrace(ranks);
      const { measure } = await computeFacts(trace, { measure: true });
      trace.close();
      if (measure === undefined) throw new Error('nothing was measured');
      const settings = { regressionThresholdPct: 7 };
      const compared = await diffMeasuredRun(input, measure, { settings });
      expect(compared).toEqual(await diffRuns(input, { settings }));
      expect(compared).toMatchObject({ verdict_threshold_pct: 7, kernel_time_new_ns: 2200 });
    });
  });

  it('a run that was measured must have kernels', async () => {
    await withRuns([run(1000), { pid: 2, kernels: [] }], async (baseline = '', empty = '') => {
      const { measure } = await computeFacts(openTrace(empty), { measure: true });
      if (measure === undefined) throw new Error('nothing was measured');
      const failed = diffMeasuredRun({ baseline_db: baseline, new_db: empty }, measure);
      await expect(failed).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', details: { field: 'new_db' } });
    });
  });

  it('warns of ranks given as runs, and of a recording given twice', async () => {
    const rank = (pid: number): ProcessSpec => ({ pid, kernels: backToBack([['k', 10, 100]]) });
    const ranks = await withRuns([rank(1), rank(2), rank(3)], (a, b, c) =>
      diffRuns({ baseline_db: [a ?? '', b ?? ''], new_db: c ?? '' }),
    );
    expect(codes(ranks)).toEqual(['RUNS_OVERLAP_IN_TIME']);
    const twice = await withRuns([rank(1), rank(2)], (a, b) =>
      diffRuns({ baseline_db: [a ?? '', a ?? ''], new_db: b ?? '' }),
    );
    expect(codes(twice)).toEqual(['RUN_REPEATED']);
  });

  it('warns when unlike is compared with unlike', async () => {
    const on = (name: string, gpus = 1, clock = 2100): ProcessSpec => ({
      agents: Array.from({ length: gpus }, () => ({
        name,
        productName: name,
        hardware: { max_engine_clk_fcompute: clock },
      })),
      kernels: Array.from({ length: gpus }, (_, agent) => ({ name: 'k', startNs: 0, endNs: 100, agent })),
    });
    expect(codes(await diffOf(on('gfx942'), on('gfx90a')))).toEqual(['GPU_DIFFERS']);
    expect(codes(await diffOf(on('gfx942'), on('gfx942', 1, 1700)))).toEqual(['CLOCK_DIFFERS']);
    expect(codes(await diffOf(on('gfx942'), on('gfx942', 2)))).toContain('DEVICE_COUNT_DIFFERS');
  });

  it('counts rows that were left out', async () => {
    const kernels = [...backToBack([['k', 2, 100]]), { name: 'k', startNs: 500, endNs: 400 }];
    const diff = await diffOf({ kernels }, { kernels });
    expect(diff.diagnostics.map(({ message }) => message)).toEqual([
      '1 kernel or copy of the baseline side without usable times or name left out.',
      '1 kernel or copy of the new side without usable times or name left out.',
    ]);
  });

  it('judges tables of durations without times by kernel time', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'flat-'));
    const flat = (name: string, rows: Calls): string => {
      const file = path.join(folder, name);
      const database = new Database(file);
      database.exec('create table rocpd_kernel_dispatch (name text, duration_ns integer)');
      const insert = database.prepare('insert into rocpd_kernel_dispatch values (?, ?)');
      for (const [kernel, calls, ns] of rows) for (let call = 0; call < calls; call++) insert.run(kernel, ns);
      database.close();
      return file;
    };
    const input = { baseline_db: flat('a.db', R), new_db: flat('b.db', [['matmul', 100, 560_000], ...R.slice(1)]) };
    const diff = await diffRuns(input);
    fs.rmSync(folder, { recursive: true });
    expect(diff).toMatchObject({
      verdict: 'improved',
      verdict_basis: 'kernel_time',
      verdict_delta_pct: -14,
      gpu_window_baseline_ns: null,
      gpu_busy_delta_ns: null,
      envelope_delta_pct: null,
      window_parts: [],
    });
    expect(diff.narrative).toContain('Improved: summed kernel time changed by -14.0 ms, -14.0%');
    expect(codes(diff)).toEqual(['NO_TIMES']);
  });

  it('refuses what is no trace, and unknown fields', async () => {
    const trace = buildTrace({ kernels: backToBack(R) });
    const against = (baseline: string) => diffRuns({ baseline_db: baseline, new_db: trace.path });
    await expect(against(path.join(os.tmpdir(), 'no such trace.db'))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(against(import.meta.filename)).rejects.toMatchObject({ code: 'NOT_A_TRACE' });
    await expect(callTool(diffRunsTool, { baseline_db: 'a' })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await expect(callTool(diffRunsTool, { baseline_db: 'a', new_db: 'b', x: 1 })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
    trace.dispose();
  });

  it('stops when cancelled', async () => {
    const call = withRuns([R], (file = '') =>
      diffRuns({ baseline_db: file, new_db: file }, { signal: AbortSignal.abort() }),
    );
    await expect(call).rejects.toMatchObject({ code: 'CANCELLED' });
  });
});
