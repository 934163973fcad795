import { describe, expect, it } from '@jest/globals';
import type { Report } from '@perfxpert/agents';
import { renderHtml } from '../../src/render/html/render-html.js';
import { renderMarkdown } from '../../src/render/markdown/render-markdown.js';
import { renderJson } from '../../src/render/render-json.js';
import { renderText } from '../../src/render/text/render-text.js';
import { fullReport } from '../fixtures/full-report.js';
import { all, attribute, byId, parsePage, textOf } from '../fixtures/html-page.js';

const text = (report: Report) => renderText(report, { width: 92, isUnicode: true, isColored: false });
const HOSTILE = '</p><script>alert(1)</script> | ## \u001b[2J';

function hostile(): Report {
  const report = fullReport();
  const proposals = (report.exploratory_proposals ?? []).map((proposal) => ({ ...proposal, title: HOSTILE }));
  return { ...report, exploratory_proposals: proposals };
}

describe('the lane of unproven ideas', () => {
  it('is in JSON as it is', () => {
    const report = fullReport();
    expect(JSON.parse(renderJson(report))).toMatchObject({ exploratory_proposals: report.exploratory_proposals });
  });

  it.each([
    ['text', text, 'UNPROVEN IDEAS OF A MODEL', 'WHAT TO DO FIRST'],
    ['markdown', renderMarkdown, '## Unproven Ideas of a Model', '## Recommendations'],
  ] as const)(
    'stands apart from the recommendations in %s, and says that it is unverified',
    (_name, render, title, first) => {
      const drawn = render(fullReport());
      const [before = '', after = ''] = drawn.split(title);
      expect(before).toContain(first);
      expect(before).not.toContain('running mean');
      expect(after).toContain('nothing here is verified');
      expect(after).toContain('running mean');
      expect(after).toMatch(/it lies left of the ridge \(unverified\)/);
      // The recommendations end before the section begins.
      expect(after).not.toContain(first);
    },
  );

  it('stands apart in the page, in a section of its own', () => {
    const page = parsePage(renderHtml(fullReport()));
    const lane = byId(page, 'proposals');
    if (lane === undefined) throw new Error('no section');
    expect(textOf(lane)).toContain('nothing here is verified');
    expect(textOf(lane)).toContain('running mean');
    const others = all(page, 'section').filter((section) => attribute(section, 'id') !== 'proposals');
    for (const section of others) expect(textOf(section)).not.toContain('running mean');
  });

  it('is left out where it is empty', () => {
    const { exploratory_proposals: _lane, ...report } = fullReport();
    for (const empty of [report, { ...report, exploratory_proposals: [] }]) {
      expect(text(empty)).not.toContain('UNPROVEN');
      expect(renderMarkdown(empty)).not.toContain('Unproven');
      expect(byId(parsePage(renderHtml(empty)), 'proposals')).toBeUndefined();
    }
  });

  it('holds hostile words as words', () => {
    expect(text(hostile())).not.toContain('\u001b');
    expect(renderMarkdown(hostile())).not.toMatch(/<script>|^## \u001b/m);
    expect(renderHtml(hostile())).not.toContain('<script>alert(1)');
  });

  it('can be chosen', () => {
    const chosen = renderText(fullReport(), {
      width: 92,
      isUnicode: true,
      isColored: false,
      sections: new Set(['exploratory_proposals'] as const),
    });
    expect(chosen).toContain('UNPROVEN IDEAS OF A MODEL');
    expect(chosen).not.toContain('WHAT TO DO FIRST');
  });
});
