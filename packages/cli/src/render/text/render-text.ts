import type { Report } from '@perfxpert/agents';
import { escapeStrings } from '../escape-strings.js';
import { NO_BREAK_SPACE } from '../format-number.js';
import { kernelNamesOf } from '../kernel-names-of.js';
import type { SectionOptions } from '../section-keys.js';
import { isChosen } from './section-keys.js';
import type { Section } from './section.js';
import { SECTIONS } from './sections.js';
import { splitLine } from './split-line.js';
import type { TextContext, TextOptions } from './text-context.js';
import { createTextContext } from './text-context.js';

/** The report for a terminal, or for a text file. Ends in a line break; no line ends in spaces. */
export function renderText(report: Report, options: TextOptions & SectionOptions): string {
  const safe = escapeStrings(report);
  const context = createTextContext(options, kernelNamesOf(safe));
  const blocks = SECTIONS.filter((render) => isChosen(render, options.sections))
    .map((render) => render(safe, context))
    .filter((section) => section !== null);
  const lines = blocks.flatMap((section, index) => [...(index === 0 ? [] : ['']), ...drawSection(section, context)]);
  return `${lines.map((line) => line.replaceAll(NO_BREAK_SPACE, ' ').trimEnd()).join('\n')}\n`;
}

function drawSection(section: Section, context: TextContext): string[] {
  const { title, aside = '', lines } = section;
  return [...(title === null ? [] : splitLine(title, aside, context, context.paint.heading)), ...lines];
}
