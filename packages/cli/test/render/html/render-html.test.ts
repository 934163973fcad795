import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Report } from '@perfxpert/agents';
import { renderHtml } from '../../../src/render/html/render-html.js';
import { emptyReport } from '../../fixtures/empty-report.js';
import { fullReport } from '../../fixtures/full-report.js';
import { all, attribute, byId, parsePage, textOf } from '../../fixtures/html-page.js';

const full = renderHtml(fullReport());
const page = parsePage(full);

describe('an HTML report', () => {
  it('is one document without a parse error (R34)', () => {
    expect(page.errors).toEqual([]);
    for (const name of ['html', 'head', 'body', 'main', 'h1']) expect(all(page, name)).toHaveLength(1);
    expect(full.match(/<!doctype/gi)).toHaveLength(1);
  });

  it('has its sections in order, made from the report (W5)', () => {
    expect(all(page, 'section').map((section) => attribute(section, 'id'))).toEqual([
      'first',
      'time',
      'timeline',
      'kernels',
      'kinds',
      'copies',
      'counters',
      'roofline',
      'communication',
      'att',
      'ranks',
      'thermal',
      'steps',
      'idle',
      'api',
      'warmup',
      'sources',
      'proposals',
      'warnings',
      'inputs',
    ]);
  });

  it('has navigation to each of them (W9)', () => {
    const links = all(page, 'nav')[0]?.childNodes ?? [];
    expect(links).toHaveLength(1);
    const hrefs = all(page, 'a').map((link) => attribute(link, 'href'));
    for (const section of all(page, 'section')) expect(hrefs).toContain(`#${attribute(section, 'id') ?? ''}`);
  });

  it('skips no level of headings', () => {
    const levels = page.elements.flatMap(({ tagName }) => (/^h[1-6]$/.test(tagName) ? [Number(tagName.slice(1))] : []));
    for (const [index, level] of levels.entries()) expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1);
  });

  it('has unique ids, and every link leads to one', () => {
    const ids = page.elements.flatMap((element) => attribute(element, 'id') ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    for (const link of all(page, 'a')) {
      const href = attribute(link, 'href') ?? '';
      expect(href).toMatch(/^#/);
      expect(ids).toContain(href.slice(1));
    }
  });

  it('names tables, headers and drawings', () => {
    for (const table of all(page, 'table')) expect(table.childNodes[0]?.nodeName).toBe('caption');
    for (const header of all(page, 'th')) expect(attribute(header, 'scope')).toMatch(/^(row|col)$/);
    for (const svg of all(page, 'svg')) {
      const isNamed = attribute(svg, 'aria-label') !== null || attribute(svg, 'aria-hidden') === 'true';
      const isPart = svg.parentNode !== null && 'tagName' in svg.parentNode && svg.parentNode.tagName === 'svg';
      expect(isNamed || isPart).toBe(true);
    }
  });

  it('is the same for the same report', () => {
    expect(renderHtml(fullReport())).toBe(full);
  });

  it('has no time of making without timestamps', () => {
    const report = fullReport();
    const untimed = {
      ...report,
      metadata: { ...report.metadata, analysis_timestamp: null, analysis_duration_ms: null },
    };
    expect(renderHtml(untimed)).not.toContain('2026-01-02');
  });

  it('tells the words of a model apart from what was found', () => {
    expect(textOf(all(page, 'footer')[0])).toContain('ollama');
    const report = fullReport();
    const deterministic = { ...report, metadata: { ...report.metadata, provider: null } };
    expect(textOf(all(parsePage(renderHtml(deterministic)), 'footer')[0])).not.toContain('words by');
  });
});

describe('a report without anything to say', () => {
  it('has no figure of a machine that is not in it (W7)', () => {
    const text = textOf(all(parsePage(renderHtml(emptyReport())), 'main')[0]);
    expect(text).not.toMatch(/\d\s*(GB\/s|TB\/s|TFLOP\/s)/);
    expect(text).not.toContain('PCIe');
  });

  it('says that nothing is worth changing, and how the timeline comes', () => {
    const empty = parsePage(renderHtml(emptyReport()));
    expect(textOf(byId(empty, 'first'))).toContain('Nothing in this trace is worth changing.');
    expect(empty.errors).toEqual([]);
  });

  it('leaves out sections without data, and their links', () => {
    const empty = parsePage(renderHtml(emptyReport()));
    for (const id of ['kernels', 'roofline', 'communication', 'att', 'ranks', 'steps'])
      expect(byId(empty, id)).toBeUndefined();
  });
});

describe('the policy of the page (S7)', () => {
  const policy = all(page, 'meta')
    .filter((meta) => attribute(meta, 'http-equiv') === 'Content-Security-Policy')
    .map((meta) => attribute(meta, 'content'))[0];
  const hashOf = (text: string) => createHash('sha256').update(text).digest('base64');

  it('allows its own style and script by hash, and no request', () => {
    const style = textOf(all(page, 'style')[0]);
    const script = all(page, 'script').find((element) => attribute(element, 'type') === null);
    expect(policy).toBe(
      `default-src 'none'; style-src 'sha256-${hashOf(style)}'; script-src 'sha256-${hashOf(textOf(script))}'; ` +
        `img-src data:; base-uri 'none'; form-action 'none'`,
    );
  });

  it('has nothing that it would block: no style attribute, no handler (S6), no outside address', () => {
    for (const element of page.elements)
      for (const { name, value } of element.attrs) {
        expect(name).not.toBe('style');
        expect(name).not.toMatch(/^on/);
        if (name === 'href' || name === 'src') expect(value).toMatch(/^(#|data:)/);
      }
    expect(all(page, 'form')).toEqual([]);
  });
});

describe('the data in the page', () => {
  it('is exactly the report (W4)', () => {
    expect(JSON.parse(textOf(byId(page, 'report-data')))).toEqual(fullReport());
  });

  it('is left out where it would make the page too large, and the page says so (W10)', () => {
    const report: Report = { ...fullReport(), errors: ['x'.repeat(1_000_000)] };
    const large = parsePage(renderHtml(report));
    expect(byId(large, 'report-data')).toBeUndefined();
    expect(textOf(all(large, 'footer')[0])).toContain('--format json');
  });
});
