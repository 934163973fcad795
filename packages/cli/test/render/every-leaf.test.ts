import { describe, expect, it } from '@jest/globals';
import { renderCsv } from '../../src/render/csv/render-csv.js';
import { renderMarkdown } from '../../src/render/markdown/render-markdown.js';
import { renderJson } from '../../src/render/render-json.js';
import { fullReport } from '../fixtures/full-report.js';
import { hiddenPlaces, shownBy } from '../fixtures/report-leaves.js';
import { LEFT_TO_JSON } from '../fixtures/left-to-json.js';

describe('JSON and CSV', () => {
  it.each([
    ['json', renderJson],
    ['csv', renderCsv],
  ] as const)('%s shows every leaf of the report', (_name, render) => {
    expect(hiddenPlaces(shownBy(render, fullReport()))).toEqual([]);
  });
});

/** Markdown draws the sections of the text report, and leaves to JSON what that does, but for these. */
const ONLY_IN_MARKDOWN: Readonly<Record<string, string>> = {
  'warmup.outliers[].grid': 'tables of a page have room for it',
};

describe('Markdown', () => {
  it('shows every leaf of the report, or leaves it to JSON for a reason', () => {
    const left = Object.keys(LEFT_TO_JSON).filter((place) => !Object.hasOwn(ONLY_IN_MARKDOWN, place));
    expect(hiddenPlaces(shownBy(renderMarkdown, fullReport()))).toEqual(left.sort());
  });
});
