import { describe, expect, it } from '@jest/globals';
import type { Report } from '@perfxpert/agents';
import { jsonIsland } from '../../../src/render/html/json-island.js';
import { renderHtml } from '../../../src/render/html/render-html.js';
import { fullReport } from '../../fixtures/full-report.js';
import { all, attribute, byId, parsePage, textOf } from '../../fixtures/html-page.js';

/** Names as no compiler makes them. */
const HOSTILE: Readonly<Record<string, string>> = {
  'an element with a handler (S1)': '<img src=x onerror=alert(1)>',
  'the end of a script (S2)': '</script ><script>alert(1)</script><!--',
  'the end of a script in capitals (S2)': '</SCRIPT>',
  'a placeholder (S3)': '%%JSON_EMBEDDED%% ${process.exit()} {{x}}',
  'quotes (S4)': `"' onfocus=alert(1) autofocus x="`,
  'an entity': '&lt;b&gt;&#60;',
  'a bidi override and controls (S8)': 'ab\u202ecd\u2066\u0007\u001b[31m\u0000',
  'line ends': 'a\nb\r\nc\u2028d\u2029e',
  Markdown: '|x|`y`[z](javascript:alert(1))',
  'a broken surrogate': 'x\ud800y',
};

/** A report in which every text that a trace can choose is the given one. */
function withText(text: string): Report {
  const report = fullReport();
  const renamed = JSON.parse(JSON.stringify(report)) as Report;
  for (const [index, entry] of renamed.hotspots.entries()) entry.name = index === 0 ? text : entry.name;
  for (const entry of renamed.recommendations) {
    entry.target = text;
    entry.category = text;
    entry.issue = text;
    for (const command of entry.commands) command.full_command = `rocprofv3 -- ${text}`;
  }
  for (const entry of renamed.diagnostics) entry.message = text;
  renamed.narrative = text;
  renamed.summary.overall_assessment = text;
  renamed.metadata.database_file = text;
  renamed.metadata.inputs = renamed.metadata.inputs.map((input) => ({ ...input, path: text }));
  renamed.metadata.processes = renamed.metadata.processes.map((process) => ({ ...process, command: text, node: text }));
  renamed.hardware_counters.counters = {
    [text]: { sample_count: 1, avg_value: 1, min_value: 1, max_value: 1, total_value: 1 },
  };
  if (renamed.roofline !== undefined) for (const kernel of renamed.roofline.kernels) kernel.name = text;
  return renamed;
}

/** Names of elements, how often each. */
function shape(html: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { tagName } of parsePage(html).elements) counts.set(tagName, (counts.get(tagName) ?? 0) + 1);
  // Where a name may break depends on the name.
  counts.delete('wbr');
  counts.delete('span');
  return counts;
}

describe.each(Object.entries(HOSTILE))('a report whose texts are %s', (_, text) => {
  const html = renderHtml(withText(text));
  const page = parsePage(html);

  it('has the elements of a harmless one (S5)', () => {
    expect(page.errors).toEqual([]);
    expect(shape(html)).toEqual(shape(renderHtml(withText('harmless'))));
  });

  it('has no handler and no address of it', () => {
    for (const { attrs } of page.elements)
      for (const { name, value } of attrs) {
        expect(name).not.toMatch(/^on|^autofocus$/);
        if (name === 'href') expect(value).toMatch(/^(#|data:)/);
      }
  });

  it('shows no character that hides or turns text', () => {
    const shown = textOf(all(page, 'main')[0]);
    expect(shown).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u2028\u2029]/);
  });

  it('saves the text as it is', () => {
    const saved = JSON.parse(textOf(byId(page, 'report-data'))) as Report;
    expect(saved.hotspots[0]?.name).toBe(text.replace('\ud800', '\ud800'));
  });
});

describe('a name of 100,000 characters', () => {
  const name = `a${'b'.repeat(99_998)}c`;
  const html = renderHtml(withText(name));

  it('is cut where it is shown and leaves the page small', () => {
    expect(html.length).toBeLessThan(2_000_000);
    expect(parsePage(html).errors).toEqual([]);
    const drawer = byId(parsePage(html), 'k1');
    expect(textOf(drawer)).toContain('100,000 characters');
  });
});

describe('jsonIsland', () => {
  it('holds nothing that ends a script element', () => {
    const text = jsonIsland({ name: '</script><!-- & \u2028\u2029' });
    expect(text).not.toMatch(/[<>&\u2028\u2029]/);
    expect(JSON.parse(text)).toEqual({ name: '</script><!-- & \u2028\u2029' });
  });
});

describe('attributes', () => {
  it('hold no markup, only text: tooltips can be shown as text (S1)', () => {
    const page = parsePage(renderHtml(withText('<b>bold</b>')));
    const tips = page.elements.flatMap((element) => attribute(element, 'data-tip') ?? []);
    expect(tips.length).toBeGreaterThan(0);
    expect(tips[0]).toContain('<b>bold</b>');
  });
});
