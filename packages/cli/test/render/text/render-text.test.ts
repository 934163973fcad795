import { describe, expect, it } from '@jest/globals';
import type { Report } from '@perfxpert/agents';
import { displayWidth } from '../../../src/render/text/display-width.js';
import { renderText } from '../../../src/render/text/render-text.js';
import type { TextOptions } from '../../../src/render/text/text-context.js';
import { emptyReport } from '../../fixtures/empty-report.js';
import { fullReport } from '../../fixtures/full-report.js';

const render = (report: Report, options: Partial<TextOptions> = {}) =>
  renderText(report, { width: 92, isUnicode: true, isColored: false, ...options });

/** Every text of the report, keys of open records apart, replaced. */
function withTexts(report: Report, replace: (text: string, key: string) => string): Report {
  const visit = (value: unknown, key: string): unknown => {
    if (typeof value === 'string') return replace(value, key);
    if (Array.isArray(value)) return value.map((entry) => visit(entry, key));
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, visit(entry, name)]));
  };
  return visit(report, '') as Report;
}

/** Fields whose values are picked from a list by the schema. */
const PICKED =
  /^(severity|severity_label|priority|primary_bottleneck|bottleneck|regime|op_type|efficiency_label|class|family|limiting_resource|kind|tool|unit|cause|grown_part|source)$/;

const headings = (text: string) => text.split('\n').filter((line) => /^[A-Z][A-Z -]+( {2}|$)/.test(line));

describe('renderText', () => {
  it('has its sections in one order', () => {
    expect(headings(render(fullReport())).map((line) => line.split('  ')[0])).toEqual([
      'WHERE THE TIME WENT',
      'WHY THE GPU WAS IDLE',
      'STEPS',
      'WHAT TO DO FIRST',
      'KERNELS',
      'KERNEL DURATIONS',
      'KERNEL CATEGORIES',
      'KERNEL RESOURCES',
      'COPIES',
      'HOST API CALLS',
      'HARDWARE COUNTERS',
      'ROOFLINE',
      'THREAD TRACE',
      'RANKS',
      'COMMUNICATION',
      'TEMPERATURE AND POWER',
      'SHORT KERNELS',
      'WARM-UP',
      'SOURCES',
      'UNPROVEN IDEAS OF A MODEL',
      'WHAT THIS TRACE CANNOT TELL',
      'TRACE QUALITY',
      'INPUTS',
    ]);
  });

  it.each([80, 92, 100])('stays within %d columns and ends no line in a space', (width) => {
    const lines = render(fullReport(), { width }).split('\n');
    expect(lines.filter((line) => displayWidth(line) > width)).toEqual([]);
    expect(lines.filter((line) => line !== line.trimEnd())).toEqual([]);
    expect(lines.at(-1)).toBe('');
  });

  it('is pure ASCII without UTF-8, and still within the width', () => {
    const text = render(fullReport(), { isUnicode: false });

    expect(text).toMatch(/^[\n\x20-\x7e]*$/);
    expect(text.split('\n').filter((line) => line.length > 92)).toEqual([]);
    expect(text).toContain('<= 21.2 ms');
    expect(text).toContain('2 x MI300X');
    expect(text).toContain('WARN');
  });

  it('says the same with colours as without', () => {
    const colored = render(fullReport(), { isColored: true });

    expect(colored.replace(/\x1b\[\d+m/g, '')).toBe(render(fullReport()));
    // Only the sixteen names: bold, dim, 30 to 37 and their ends

    expect([...new Set(colored.match(/\x1b\[\d+m/g))].every((code) => /\[(1|2|22|3[0-79])m/.test(code))).toBe(true);
  });

  it('has no colour code without colours', () => {
    expect(render(fullReport())).not.toContain('\x1b');
  });

  it('gives equal reports equal bytes', () => {
    expect(render(fullReport())).toBe(render(fullReport()));
  });

  it('reads sensibly for a trace without rows', () => {
    const text = render(emptyReport());
    expect(text).toContain('no activity recorded');
    expect(text).toContain('No activity recorded.');
    expect(headings(text)).toEqual(['WHAT TO DO FIRST', 'INPUTS']);
    expect(text).not.toMatch(/NaN|undefined|Infinity|null/);
  });

  it('reads sensibly for a trace without GPU work', () => {
    const { api_breakdown } = fullReport();
    const empty = emptyReport();
    const text = render({ ...empty, api_breakdown, trace_quality: { ...empty.trace_quality, api_calls: 9_030 } });
    expect(text).toContain('no GPU work recorded, 9,030 API calls');
    expect(headings(text).map((line) => line.split('  ')[0])).toEqual(['WHAT TO DO FIRST', 'HOST API CALLS', 'INPUTS']);
  });
});

describe('renderText, hostile texts', () => {
  const ATTACKS: [string, string][] = [
    ['terminal sequences', '\x1b[2J\x1b]0;title\x07\x9b31m'],
    ['bidi overrides', '\u202egnp.exe\u2066'],
    ['line breaks', 'a\r\nFAKE HEADING\n\u2028\u2029b'],
    ['invalid UTF-8 as decoded', '\ufffd\ufffd\ud800'],
    ['stacked accents', `a${'\u0301'.repeat(2_000)}`],
    ['wide characters', '日本語のカーネル名'],
  ];

  it.each(ATTACKS)('shows %s as visible text on aligned lines', (_kind, attack) => {
    const clean = render(withTexts(fullReport(), (text) => text)).split('\n');
    const report = withTexts(fullReport(), (text, key) => (PICKED.test(key) ? text : `${text}${attack}`));
    const text = render(report);

    expect(text.replaceAll('\n', '')).not.toMatch(/[\x00-\x1f\x7f-\x9f\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
    expect(text.split('\n').filter((line) => line.startsWith('FAKE'))).toEqual([]);
    expect(headings(text)).toHaveLength(headings(clean.join('\n')).length);
  });

  it('keeps the columns of the kernel table aligned under hostile and wide names', () => {
    const names = [
      'plain',
      '日本語のカーネル',
      '\x1b[31mred',
      'e\u0301'.repeat(20),
      '😀'.repeat(60),
      `${'long'.repeat(25_000)}`,
    ];
    const [first] = fullReport().hotspots;
    if (first === undefined) throw new Error('the fixture has hotspots');
    const hotspots = names.map((name, index) => ({ ...first, rank: index + 1, name, source_locations: [] }));
    const lines = render({ ...fullReport(), hotspots }).split('\n');
    const start = lines.findIndex((line) => line.startsWith('KERNELS'));
    const rows = lines.slice(start + 1, start + 2 + names.length);
    expect(new Set(rows.map(displayWidth))).toEqual(new Set([92]));
  });

  it('stays short for names of 100 KB', () => {
    const report = withTexts(fullReport(), (text, key) => (PICKED.test(key) ? text : `${text} ${'x'.repeat(100_000)}`));
    const text = render(report);
    expect(text.length).toBeLessThan(200_000);
  });
});
