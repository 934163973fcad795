import { describe, expect, it } from '@jest/globals';
import { renderMarkdown } from '../../../src/render/markdown/render-markdown.js';
import { emptyReport } from '../../fixtures/empty-report.js';
import { fullReport } from '../../fixtures/full-report.js';

const HOSTILE = [
  '<img src=x onerror=alert(1)>|</td>',
  '```\n# owned\n| a | b |\n\x1b[31m\u202e',
  '[click](javascript:alert(1)) ![x](https://evil.example/p.png) @everyone #1',
  `${'k'.repeat(100_000)}|x`,
];

/** Lines outside fenced code, code spans replaced by X. */
function proseOf(markdown: string): string[] {
  const kept: string[] = [];
  let fence = '';
  for (const line of markdown.split('\n')) {
    const mark = /^`{3,}/.exec(line)?.[0] ?? '';
    if (fence === '' && mark !== '') fence = mark;
    else if (fence !== '' && line === fence) fence = '';
    else if (fence === '') kept.push(line.replace(/(?<!\\)(`+)(?:(?!\1)[^])*?\1(?!`)/g, 'X'));
  }
  return kept;
}

describe('renderMarkdown', () => {
  it('R35: has H1, summary, rule, database and time breakdown in this order, with a summary', () => {
    const text = renderMarkdown(fullReport());
    const places = ['# PerfXpert', '## Summary', '\n---\n', '**Database:**', '## Time Breakdown'].map((part) =>
      text.indexOf(part),
    );
    expect(places[0]).toBe(0);
    expect([...places].sort((a, b) => a - b)).toEqual(places);
    expect(text.slice(places[1], places[2]).replace('## Summary', '').trim()).not.toBe('');
  });

  it('has one row per kernel and nothing between the rows of a table', () => {
    const lines = renderMarkdown(fullReport()).split('\n');
    const start = lines.indexOf('## Top Kernel Hotspots');
    const table = lines.slice(start).filter((line) => line.startsWith('|'));
    const first = lines.findIndex((line, at) => at > start && line.startsWith('|'));
    const end = lines.findIndex((line, at) => at > first && line === '');
    // header, rule, four kernels, the rest
    expect(end - first).toBe(7);
    expect(table.length).toBeGreaterThan(7);
  });

  it('gives every row of a table the cells of its header, also for hostile names', () => {
    const report = fullReport();
    report.hotspots.forEach((entry, at) => (entry.name = HOSTILE[at] ?? ''));
    report.summary.key_findings = [...HOSTILE];
    let columns = 0;
    for (const line of proseOf(renderMarkdown(report))) {
      if (!line.startsWith('|')) columns = 0;
      else {
        const cells = line.split(/(?<!\\)\|/).length;
        if (columns > 0) expect(cells).toBe(columns);
        columns = cells;
      }
    }
  });

  it('hard input 25: lets no name become HTML, a heading, a link, a mention or a control character', () => {
    const report = fullReport();
    report.hotspots.forEach((entry, at) => (entry.name = HOSTILE[at] ?? ''));
    report.summary.key_findings = [...HOSTILE];
    report.recommendations.forEach((entry, at) => (entry.title = HOSTILE[at] ?? ''));
    const markdown = renderMarkdown(report);
    const prose = proseOf(markdown).join('\n');
    expect(prose).not.toMatch(/(?<!\\)<|(?<!\\)\]\(|@everyone|https:/);
    expect(markdown).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
    expect(markdown).not.toMatch(/^#{1,6} owned/m);
    expect(markdown.length).toBeLessThan(100_000);
  });

  it('says that nothing was recorded', () => {
    const markdown = renderMarkdown(emptyReport());
    expect(markdown).toContain('**No activity recorded.**');
    expect(markdown).not.toMatch(/NaN|undefined|null/);
  });
});
