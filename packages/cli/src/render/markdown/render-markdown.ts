import type { Report } from '@perfxpert/agents';
import { escapeStrings } from '../escape-strings.js';
import { NO_BREAK_SPACE } from '../format-number.js';
import { kernelNamesOf } from '../kernel-names-of.js';
import type { SectionOptions } from '../section-keys.js';
import { createTextContext } from '../text/text-context.js';
import { escapeMarkdown } from './escape-markdown.js';
import { MARKDOWN_LAYOUT } from './markdown-layout.js';
import { markdownSections } from './markdown-sections.js';

/** Tables of a page are as wide as they need to be. */
const WIDTH = 160;

/**
 * The report as GitHub Flavored Markdown, which CommonMark reads too (tables as text). The sections are those of the text
 * report; every recommendation stands in full. Ends in a line break.
 */
export function renderMarkdown(report: Report, { sections: chosen }: SectionOptions = {}): string {
  const safe = escapeStrings(report);
  const options = { width: WIDTH, isUnicode: true, isColored: false };
  const context = { ...createTextContext(options, kernelNamesOf(safe)), layout: MARKDOWN_LAYOUT };
  const sections = markdownSections(safe, context, chosen).map(({ title, aside = '', lines }) => [
    '',
    ...(title === null ? [] : [`## ${title}`, '']),
    ...(aside === '' ? [] : [`*${escapeMarkdown(aside)}*`, '']),
    ...lines,
  ]);
  return `${separate(['# PerfXpert Performance Analysis', ...sections.flat()]).join('\n')}\n`;
}

/** One empty line where there were several. */
function separate(lines: readonly string[]): string[] {
  const separated: string[] = [];
  for (const raw of lines) {
    const line = raw.replaceAll(NO_BREAK_SPACE, ' ').trimEnd();
    const last = separated.at(-1) ?? '';
    if (line === '' && last === '') continue;
    separated.push(line);
  }
  while (separated.at(-1) === '') separated.pop();
  return separated;
}
