import { describe, expect, it } from '@jest/globals';
import type { TraceDiff } from '@perfxpert/agents';
import { renderDiffHtml } from '../../../src/render/diff/render-diff-html.js';
import { renderDiffMarkdown } from '../../../src/render/diff/render-diff-markdown.js';
import { renderDiffText } from '../../../src/render/diff/render-diff-text.js';
import { fullTraceDiff } from '../../fixtures/full-trace-diff.js';

/** What the text leaves to JSON, and why. A leaf that is listed and shown after all fails too. */
const LEFT_BY_TEXT: Readonly<Record<string, string>> = {
  'copies[].bandwidth_new_gbps': 'shown with that of the baseline where there is room',
  'diagnostics[].code': 'warnings have it',
  'diagnostics[].how_to_fix': 'likewise',
  'diagnostics[].message': 'likewise',
  'diagnostics[].section': 'likewise',
  'diagnostics[].severity': 'likewise',
  copies_regressed: 'the copies that are slower are marked',
  'per_kernel[].count_effect_ns': 'which effect is the larger is shown',
  'per_kernel[].median_baseline_ns': 'sums are shown',
  'per_kernel[].median_delta_pct': 'likewise',
  'per_kernel[].median_new_ns': 'likewise',
  'per_kernel[].p_adjusted': 'significance says it',
  'per_kernel[].quantiles_baseline.p25_ns': 'pages draw them',
  'per_kernel[].quantiles_baseline.p50_ns': 'likewise',
  'per_kernel[].quantiles_baseline.p5_ns': 'likewise',
  'per_kernel[].quantiles_baseline.p75_ns': 'likewise',
  'per_kernel[].quantiles_baseline.p95_ns': 'likewise',
  'per_kernel[].quantiles_new.p25_ns': 'likewise',
  'per_kernel[].quantiles_new.p50_ns': 'likewise',
  'per_kernel[].quantiles_new.p5_ns': 'likewise',
  'per_kernel[].quantiles_new.p75_ns': 'likewise',
  'per_kernel[].quantiles_new.p95_ns': 'likewise',
  'per_kernel[].rate_effect_ns': 'which effect is the larger is shown',
  'per_kernel[].renamed_from': 'the list of renamed kernels has it',
  'per_kernel[].regressed': 'change says it; an added kernel is coloured by it',
  'statistics.adjustment': 'a constant, described in the documents',
  'statistics.level': 'likewise',
  'statistics.min_calls': 'likewise',
  'statistics.min_median_change_pct': 'likewise',
  'statistics.test': 'likewise',
  verdict_delta_ns: 'the narrative has it',
};

/** What Markdown, the short form, leaves out beside that. */
const LEFT_BY_MARKDOWN: readonly string[] = [
  'copies[].bandwidth_baseline_gbps',
  'copies[].bytes_baseline',
  'copies[].bytes_new',
  'copies[].count_baseline',
  'copies[].count_new',
  'copies[].regressed',
  'added[].calls_new',
  'added[].new_ns',
  'launch_spread_pct',
  'narrative',
  'per_kernel[].explained_by',
  'removed[].baseline_ns',
  'removed[].calls_baseline',
  'renamed[].reason',
  'schema_version',
  'statistics.note',
  'totals.improvements',
  'totals.regressions',
];

/** Rows of these lists are those of per_kernel. */
const REPEATED = /^primary_(regressions|improvements)\[\]/;
/** Named without a place of its own in a short form. */
const RUNS = /^runs\./;

const OTHER: Readonly<Record<string, string>> = {
  regressed: 'improved',
  gpu_window: 'kernel_time',
  slower: 'faster',
  same: 'slower',
  not_significant: 'significant',
  duration: 'call_count',
  significant: 'not_significant',
  compute: 'idle_other',
  tile: 'spelling',
};

function comparison(): TraceDiff {
  const diff = fullTraceDiff();
  const [slower, same] = diff.per_kernel;
  if (slower === undefined || same === undefined) throw new Error('two kernels');
  return {
    ...diff,
    baseline_db: 'before.db',
    per_kernel: [{ ...slower, renamed_from: 'spmm_old' }, same],
    more_calls: ['spmm_csr<float, 4>'],
    verdict_interval: { low_pct: 7.5, high_pct: 12.25, confidence_frac: 0.9 },
    totals: { kernels: 9, regressions: 1, improvements: 2, added: 7, removed: 8, renamed: 6 },
    copies: [
      {
        direction: 'Host-to-Device',
        baseline_ns: 50_000,
        new_ns: 60_000,
        delta_ns: 10_000,
        delta_pct: 20,
        regressed: true,
        count_baseline: 3,
        count_new: 4,
        bytes_baseline: 5_000_000,
        bytes_new: 6_000_000,
        bandwidth_baseline_gbps: 53.1,
        bandwidth_new_gbps: null,
      },
    ],
    runs: {
      baseline: diff.runs.baseline.map((run) => ({ ...run, file_count: 2, dropped_row_count: 3 })),
      new: diff.runs.new,
    },
    warnings: ['GPU_DIFFERS: Architectures differ.'],
  };
}

function leaves(value: unknown, path: readonly (string | number)[] = [], place = ''): [string, (string | number)[]][] {
  if (Array.isArray(value)) return value.flatMap((entry, at) => leaves(entry, [...path, at], `${place}[]`));
  if (value === null) return [];
  if (typeof value !== 'object') return [[place, [...path]]];
  return Object.entries(value).flatMap(([key, entry]) =>
    leaves(entry, [...path, key], place === '' ? key : `${place}.${key}`),
  );
}

function withOther(diff: TraceDiff, path: readonly (string | number)[]): TraceDiff {
  const copy = structuredClone(diff);
  let parent: unknown = copy;
  for (const key of path.slice(0, -1)) parent = (parent as Record<string | number, unknown>)[key];
  const record = parent as Record<string | number, unknown>;
  const key = path.at(-1) ?? '';
  const value = record[key];
  record[key] =
    typeof value === 'number'
      ? value * 3 + 1_000_000
      : typeof value === 'boolean'
        ? !value
        : (OTHER[String(value)] ?? `${String(value)}x`);
  return copy;
}

function leftOut(render: (diff: TraceDiff) => string): string[] {
  const diff = comparison();
  const before = render(diff);
  const all = leaves(diff).filter(([place]) => !REPEATED.test(place));
  const shown = new Set(all.filter(([, path]) => render(withOther(diff, path)) !== before).map(([place]) => place));
  return [...new Set(all.map(([place]) => place))].filter((place) => !shown.has(place)).sort();
}

describe('renderers of a comparison', () => {
  const known = Object.keys(LEFT_BY_TEXT);
  const existing = (places: readonly string[]) => {
    const all = new Set(leaves(comparison()).map(([place]) => place));
    return places.filter((place) => all.has(place)).sort();
  };

  it('text shows every leaf that it does not leave to JSON', () => {
    const options = { width: 140, isUnicode: true, isColored: false };
    expect(leftOut((diff) => renderDiffText(diff, options))).toEqual(existing(known));
  });

  it('Markdown, the short form, leaves out what is listed', () => {
    const left = leftOut(renderDiffMarkdown).filter((place) => !RUNS.test(place));
    expect(left).toEqual(existing([...known, ...LEFT_BY_MARKDOWN]));
  });

  it('the page holds every leaf, as data beside what it draws', () => {
    expect(leftOut(renderDiffHtml)).toEqual([]);
  });
});
