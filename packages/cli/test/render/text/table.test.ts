import { describe, expect, it } from '@jest/globals';
import { displayWidth } from '../../../src/render/text/display-width.js';
import type { Column } from '../../../src/render/text/table.js';
import { renderTable } from '../../../src/render/text/table.js';
import { testContext } from '../../fixtures/text-context.js';

const COLUMNS: Column[] = [
  { header: 'kernel', kind: 'name' },
  { header: 'calls', kind: 'number' },
  { header: 'kind', kind: 'word' },
];

describe('renderTable', () => {
  it('puts numbers to the right and text to the left', () => {
    expect(
      renderTable(
        COLUMNS,
        [
          ['a', '1', 'x'],
          ['bcd', '1,234', 'yy'],
        ],
        testContext(),
      ),
    ).toEqual(['  kernel  calls  kind', '  a           1  x', '  bcd     1,234  yy']);
  });

  it('shows absent values as a dash and leaves out columns in which nothing stands', () => {
    const rows = [
      ['a', null, null],
      ['b', '2', null],
    ];
    expect(renderTable(COLUMNS, rows, testContext())).toEqual([
      '  kernel  calls',
      '  a           –',
      '  b           2',
    ]);
  });

  it('cuts names to the width, never numbers', () => {
    const lines = renderTable(COLUMNS, [['n'.repeat(200), '123,456,789', 'word']], testContext({ width: 80 }));
    expect(lines.map(displayWidth)).toEqual([80, 80]);
    expect(lines[1]).toContain('…');
    expect(lines[1]).toContain('123,456,789');
  });

  it('keeps columns aligned under wide characters, escapes and accents', () => {
    const names = ['日本語カーネル', 'e\u0301e\u0301', '\\x1b[31m', '😀'];
    const lines = renderTable(
      COLUMNS,
      names.map((name) => [name, '7', 'x']),
      testContext(),
    );
    expect(new Set(lines.slice(1).map((line) => displayWidth(line))).size).toBe(1);
  });

  it('draws more rows than a function takes arguments', () => {
    const rows = Array.from({ length: 200_000 }, (_, row) => [`kernel ${row}`, '1', null]);
    expect(renderTable(COLUMNS, rows, testContext())).toHaveLength(200_001);
  });

  it('leaves optional columns out, the last first, before names get too narrow', () => {
    const columns: Column[] = [
      { header: 'name', kind: 'name' },
      { header: 'kept', kind: 'number' },
      ...['one', 'two'].map((header): Column => ({ header, kind: 'number', isOptional: true })),
    ];
    // 80 - indent 2 - gaps 6 - 3 * 20 leaves 12 columns for the name, fewer than 16; without "two" 34
    const [header] = renderTable(
      columns,
      [['n'.repeat(50), ...Array<string>(3).fill('9'.repeat(20))]],
      testContext({ width: 80 }),
    );
    expect(header).toContain('one');
    expect(header).not.toContain('two');
  });

  it('pads painted cells by what they show', () => {
    const paint = (text: string) => `\x1b[31m${text}\x1b[39m`;
    const [, first, second] = renderTable(
      COLUMNS,
      [
        [{ text: 'a', paint }, '1', 'x'],
        ['bcd', '1', 'x'],
      ],
      testContext(),
    );
    expect(displayWidth(first ?? '')).toBe(displayWidth(second ?? ''));
  });

  it('is nothing without rows', () => {
    expect(renderTable(COLUMNS, [], testContext())).toEqual([]);
  });
});
