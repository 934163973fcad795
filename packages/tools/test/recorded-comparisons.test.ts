import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { compareRuns } from '../src/catalog/regression/compare-runs.js';
import { extractKernelRuntimesFromDb } from '../src/catalog/regression/extract-kernel-runtimes-from-db.js';
import { identifyHotKernels } from '../src/catalog/regression/identify-hot-kernels.js';
import { predictChangeImpact } from '../src/catalog/predict-impact/predict-change-impact.js';
import { diffRuns } from '../src/catalog/trace-diff/diff-runs.js';
import { findSharedFolder, readRecordedFacts } from './support/shared-traces.js';
import type { RecordedFacts } from './support/shared-traces.js';

const SHARED = findSharedFolder();
const RECORDED: ReadonlyMap<string, RecordedFacts> = SHARED === null ? new Map() : readRecordedFacts(SHARED);
const suite = SHARED === null ? describe.skip : describe;
const fileOf = (name: string): string => path.join(SHARED ?? '', 'traces', name);
const readable = [...RECORDED].filter(([, { kernels, op_types: ops }]) => kernels !== undefined || ops !== undefined);
const timed = readable.filter(([, { kernels }]) => kernels === undefined || kernels.total_ns > 0);

suite('recorded traces', () => {
  it.each(timed)('%s against itself: nothing changed', async (name, { kernels }) => {
    const file = fileOf(name);
    const diff = await diffRuns({ baseline_db: file, new_db: file, top_kernels: 100_000 });
    expect(diff).toMatchObject({
      verdict: 'neutral',
      verdict_delta_ns: 0,
      verdict_delta_pct: 0,
      wall_delta_ns: 0,
      gpu_busy_delta_ns: 0,
      copies_regressed: false,
    });
    const found = [diff.primary_regressions, diff.primary_improvements, diff.added, diff.removed, diff.renamed];
    expect(found).toEqual([[], [], [], [], []]);
    // What these say is true of a file by itself.
    const ofFile = ['ROWS_LEFT_OUT', 'WINDOW_WITH_COUNTERS'];
    expect(diff.diagnostics.filter(({ code }) => !ofFile.includes(code))).toEqual([]);
    expect(diff.per_kernel.every((row) => row.delta_ns === 0)).toBe(true);
    if (kernels !== undefined)
      expect([diff.totals.kernels, diff.kernel_time_baseline_ns]).toEqual([kernels.distinct_names, kernels.total_ns]);
    expect(await compareRuns({ db_before: file, db_after: file })).toMatchObject({
      verdict: 'neutral',
      total_delta_pct: 0,
      weighted_geomean_delta_pct: 0,
    });
  });

  it.each(readable)('%s: kernels, and a prediction for the hottest', async (name, { kernels }) => {
    const file = fileOf(name);
    const runtimes = await extractKernelRuntimesFromDb({ db_path: file });
    const hot = await identifyHotKernels({ db_path: file });
    if (kernels !== undefined) {
      expect(runtimes).toHaveLength(kernels.distinct_names);
      expect(runtimes.reduce((sum, row) => sum + row.total_runtime_ns, 0)).toBe(kernels.total_ns);
    }
    expect(runtimes.slice(0, hot.length > 0 ? 1 : 0).map((row) => row.kernel_name)).toEqual(
      hot.slice(0, 1).map((row) => row.name),
    );
    const prediction = await predictChangeImpact({
      baseline_db: file,
      kernel_name: runtimes[0]?.kernel_name ?? '',
      change_type: 'vgpr_reduction',
    });
    expect(['predicted', 'gated']).toContain(prediction.status);
    expect(prediction.rationale).not.toBe('');
  });

  it('refuses what has no kernel time', async () => {
    for (const name of ['edge_empty.db', 'edge_zero_duration.db'])
      await expect(
        diffRuns({ baseline_db: fileOf(name), new_db: fileOf('torch_bert_small_mi300x.db') }),
      ).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', details: { field: 'baseline_db' } });
    for (const [name, code] of [
      ['edge_not_rocpd.db', 'NOT_A_TRACE'],
      ['edge_truncated.db', 'DAMAGED'],
    ] as const)
      await expect(diffRuns({ baseline_db: fileOf(name), new_db: fileOf(name) })).rejects.toMatchObject({ code });
  });

  it('the ranks of one run are one run; a file of each rank as a run of its own is warned of', async () => {
    const ranks = [0, 1, 2, 3].map((rank) => fileOf(`ddp_resnet_mi300x_rank${rank}.db`));
    const one = await diffRuns({ baseline_db: [ranks], new_db: [[...ranks].reverse()] });
    expect(one).toMatchObject({ verdict: 'neutral', verdict_delta_ns: 0, diagnostics: [] });
    expect(one.runs.baseline).toMatchObject([{ file_count: 4, process_count: 4 }]);
    const apart = await diffRuns({ baseline_db: ranks.slice(0, 2), new_db: ranks.slice(2) });
    expect(apart.diagnostics.map(({ code }) => code)).toContain('RUNS_OVERLAP_IN_TIME');
  });

  it('two schema versions of one recording are the same run', async () => {
    const diff = await diffRuns({
      baseline_db: fileOf('variant_schema305_bert.db'),
      new_db: fileOf('variant_schema410_bert.db'),
    });
    expect([diff.verdict, diff.wall_delta_ns, diff.added, diff.removed]).toEqual(['neutral', 0, [], []]);
  });
});
