import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { diffRuns } from '../src/catalog/trace-diff/diff-runs.js';
import { findSharedFolder } from './support/shared-traces.js';

/** The truth of a pair of planted traces. */
interface Truth {
  readonly kind: string;
  readonly baseline: string;
  readonly candidate: string;
  readonly verdict: string;
  readonly regressed_kernels: readonly string[];
  readonly improved_kernels: readonly string[];
  readonly renamed: readonly { readonly old: string; readonly new: string }[];
  readonly more_calls: readonly string[];
  readonly copies_regressed: boolean;
  readonly kernel_time_ns: Totals;
  readonly gpu_window_ns: Totals;
  readonly gpu_busy_ns: Totals;
  readonly per_kernel: readonly (Readonly<Record<string, number | string | null>> & { readonly name: string })[];
}
interface Totals {
  readonly baseline: number;
  readonly new: number;
  readonly delta_pct: number;
}

const SHARED = findSharedFolder();
const PLANTED = path.join(SHARED ?? '', 'planted');
const truths = (SHARED !== null && fs.existsSync(PLANTED) ? fs.readdirSync(PLANTED) : [])
  .filter((name) => fs.existsSync(path.join(PLANTED, name, 'truth.json')))
  .map((name) => [name, JSON.parse(fs.readFileSync(path.join(PLANTED, name, 'truth.json'), 'utf8')) as Truth] as const)
  .filter(([, { kind }]) => kind === 'pair')
  .sort();
const suite = truths.length === 0 ? describe.skip : describe;
const names = (rows: readonly { readonly name: string }[]): string[] => rows.map(({ name }) => name);

suite('planted pairs', () => {
  it.each(truths.length === 0 ? [['none', {} as Truth] as const] : truths)('%s', async (name, truth) => {
    const diff = await diffRuns({
      baseline_db: path.join(PLANTED, name, truth.baseline),
      new_db: path.join(PLANTED, name, truth.candidate),
    });
    expect(diff.verdict).toBe(truth.verdict);
    expect(names(diff.primary_regressions)).toEqual(truth.regressed_kernels);
    expect(names(diff.primary_improvements)).toEqual(truth.improved_kernels);
    expect(diff.renamed).toMatchObject(truth.renamed);
    expect(diff.renamed).toHaveLength(truth.renamed.length);
    expect([...diff.added, ...diff.removed]).toEqual([]);
    expect(diff.more_calls).toEqual(truth.more_calls);
    expect(diff.copies_regressed).toBe(truth.copies_regressed);
    expect(diff).toMatchObject({
      kernel_time_baseline_ns: truth.kernel_time_ns.baseline,
      kernel_time_new_ns: truth.kernel_time_ns.new,
      wall_delta_pct: truth.kernel_time_ns.delta_pct,
      gpu_window_baseline_ns: truth.gpu_window_ns.baseline,
      gpu_window_new_ns: truth.gpu_window_ns.new,
      verdict_delta_pct: truth.gpu_window_ns.delta_pct,
      gpu_busy_baseline_ns: truth.gpu_busy_ns.baseline,
      gpu_busy_new_ns: truth.gpu_busy_ns.new,
      gpu_busy_delta_pct: truth.gpu_busy_ns.delta_pct,
    });
    const others = new Set(truth.renamed.flatMap((rename) => [rename.old, rename.new]));
    for (const kernel of truth.per_kernel)
      if (!others.has(kernel.name))
        expect(diff.per_kernel.find((row) => row.name === kernel.name)).toMatchObject(kernel);
    // The renamed kernel itself: figures of the two rows of the truth in one.
    for (const rename of truth.renamed) {
      const row = diff.per_kernel.find(({ name: kernelName }) => kernelName === rename.new);
      const old = truth.per_kernel.find((kernel) => kernel.name === rename.old);
      const fresh = truth.per_kernel.find((kernel) => kernel.name === rename.new);
      expect(row).toMatchObject({
        renamed_from: rename.old,
        baseline_ns: old?.['baseline_ns'],
        new_ns: fresh?.['new_ns'],
      });
    }
  });
});
