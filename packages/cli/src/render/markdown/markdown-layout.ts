import { cutApart } from '../text/cut-apart.js';
import { cutMiddle } from '../text/cut-middle.js';
import type { Layout } from '../text/layout.js';
import type { ParagraphOptions } from '../text/paragraph.js';
import type { Column } from '../text/table.js';
import { escapeCell, escapeMarkdown, fenceFor } from './escape-markdown.js';

/** Longer names of a table are cut in the middle, so that no two look alike; JSON has them whole. */
const WIDEST_NAME = 80;
/** Longer prose is cut in the middle. */
const LONGEST_PROSE = 2000;
const ELLIPSIS = '…';
/** Marks that only stand for "an entry of a list". */
const BULLETS: ReadonlySet<string> = new Set(['-', '–']);

/**
 * The parts of the text report as GitHub Flavored Markdown: tables as pipe tables, paragraphs with a label as entries of
 * a list, commands as fenced code.
 */
export const MARKDOWN_LAYOUT: Layout = { table, paragraph, command };

function table(columns: readonly Column[], rows: readonly (readonly string[])[]): string[] {
  const cells = columns.map(({ kind }, at) => {
    const own = rows.map((row) => row[at] ?? '');
    const texts = kind === 'name' ? cutApart(own, WIDEST_NAME, ELLIPSIS) : own;
    return texts.map((text) => escapeCell(text, kind === 'name'));
  });
  return [
    '',
    line(columns.map(({ header }) => escapeCell(header, false))),
    line(columns.map(({ kind }) => (kind === 'number' ? '---:' : '---'))),
    ...rows.map((_row, index) => line(cells.map((column) => column[index] ?? ''))),
    '',
  ];
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function paragraph(text: string, { label = '', indent = 2 }: ParagraphOptions): string[] {
  const shown = escapeMarkdown(cutMiddle(text, LONGEST_PROSE, ELLIPSIS));
  if (label !== '') {
    const level = indent > 10 ? '  ' : '';
    return [`${level}- ${BULLETS.has(label) ? '' : `**${escapeMarkdown(label)}** `}${shown}`];
  }
  // Without a label and further in, a text goes on with the entry above.
  return indent > 2 && indent < 5 ? [`  ${shown}`] : ['', shown, ''];
}

function command(text: string): string[] {
  const fence = fenceFor(text, 3);
  return ['', `${fence}sh`, text, fence, ''];
}
