import { describe, expect, it, jest } from '@jest/globals';
import { analyzeTraceWithTimeline } from '@perfxpert/agents';
import { renderHtml } from '../../../src/render/html/render-html.js';
import { SECTION_KEYS } from '../../../src/render/section-keys.js';
import type { SectionKey } from '../../../src/render/section-keys.js';
import { sharedInputs } from '../../fixtures/browser-suite.js';
import { deadLinks } from '../../fixtures/dead-links.js';
import { emptyReport } from '../../fixtures/empty-report.js';
import { fullReport } from '../../fixtures/full-report.js';
import { all, attribute, parsePage } from '../../fixtures/html-page.js';

// Thirty analyses, and the machine may be busy.
jest.setTimeout(180_000);

/** Choices that cut a link in one direction or the other; undefined is the whole report. */
const CHOICES: readonly (readonly SectionKey[] | undefined)[] = [
  undefined,
  ['hotspots'],
  ['recommendations'],
  ['roofline'],
  ['recommendations', 'hotspots', 'timeline'],
  ['idle_causes', 'steps'],
];

const asSet = (sections: readonly SectionKey[] | undefined) => (sections === undefined ? undefined : new Set(sections));

/** Sections that others link to. */
const LINKED: readonly SectionKey[] = [
  'execution_breakdown',
  'timeline',
  'recommendations',
  'hotspots',
  'hardware_counters',
  'roofline',
];

describe('links of the HTML report', () => {
  it.each([
    ['a full report', fullReport()],
    ['an empty report', emptyReport()],
  ])('lead to something, in %s and in every section of it alone', (_name, report) => {
    expect(deadLinks(renderHtml(report))).toEqual([]);
    for (const key of SECTION_KEYS)
      expect([key, deadLinks(renderHtml(report, { sections: new Set([key]) }))]).toEqual([key, []]);
    for (const left of LINKED) {
      const others = new Set(SECTION_KEYS.filter((key) => key !== left));
      expect([left, deadLinks(renderHtml(report, { sections: others }))]).toEqual([left, []]);
    }
  });

  it('still lead to kernels and findings where these are drawn', () => {
    const report = fullReport();
    for (const entry of report.recommendations) entry.target = report.hotspots[0]?.name ?? null;
    const html = renderHtml(report, { sections: new Set<SectionKey>(['recommendations', 'hotspots']) });
    const targets = all(parsePage(html), 'a').map((link) => attribute(link, 'href') ?? '');
    expect(targets).toEqual(expect.arrayContaining([expect.stringMatching(/^#k\d/), expect.stringMatching(/^#f-/)]));
    expect(targets).not.toContain('#timeline');
  });
});

const inputs = sharedInputs().filter(({ name }) => !/edge_(not_rocpd|truncated)/.test(name));
const describeShared = inputs.length === 0 ? describe.skip : describe;

describeShared('links of the HTML reports of shared traces', () => {
  it.each(inputs)('lead to something: $name', async ({ inputs: files }) => {
    const { report, timeline } = await analyzeTraceWithTimeline({ database_path: [...files] });
    for (const sections of CHOICES)
      expect([sections, deadLinks(renderHtml(report, { timeline, sections: asSet(sections) }))]).toEqual([
        sections,
        [],
      ]);
  });
});
