import { describe, expect, it } from '@jest/globals';
import type { Report } from '@perfxpert/agents';
import { renderCsv } from '../../src/render/csv/render-csv.js';
import { renderMarkdown } from '../../src/render/markdown/render-markdown.js';
import { renderJson } from '../../src/render/render-json.js';
import { fullReport } from '../fixtures/full-report.js';
import { leavesOf, withOtherValue } from '../fixtures/report-leaves.js';
import { LEFT_TO_JSON } from '../fixtures/left-to-json.js';
import { OTHER_CHOICE } from '../fixtures/other-choice.js';

/** Places whose value changes what a renderer draws. */
function shownBy(render: (report: Report) => string): { shown: Set<string>; all: Set<string> } {
  const report = fullReport();
  const before = render(report);
  const leaves = leavesOf(report).filter(({ value }) => value !== null);
  const shown = new Set<string>();
  for (const leaf of leaves)
    if (!shown.has(leaf.place) && render(withOtherValue(report, leaf, OTHER_CHOICE)) !== before) shown.add(leaf.place);
  return { shown, all: new Set(leaves.map(({ place }) => place)) };
}

const missing = ({ shown, all }: { shown: Set<string>; all: Set<string> }) =>
  [...all].filter((place) => !shown.has(place));

describe('JSON and CSV', () => {
  it.each([
    ['json', renderJson],
    ['csv', renderCsv],
  ] as const)('%s shows every leaf of the report', (_name, render) => {
    expect(missing(shownBy(render))).toEqual([]);
  });
});

/** Markdown draws the sections of the text report, and leaves to JSON what that does, but for these. */
const ONLY_IN_MARKDOWN: Readonly<Record<string, string>> = {
  'warmup.outliers[].grid': 'tables of a page have room for it',
};

describe('Markdown', () => {
  it('shows every leaf of the report, or leaves it to JSON for a reason', () => {
    const left = Object.keys(LEFT_TO_JSON).filter((place) => !Object.hasOwn(ONLY_IN_MARKDOWN, place));
    expect(missing(shownBy(renderMarkdown)).sort()).toEqual(left.sort());
  });
});
