import type { TermExplanation } from '@perfxpert/agents/toolkit';
import { escapeStrings } from '../escape-strings.js';
import { NO_BREAK_SPACE } from '../format-number.js';
import { paragraph } from './paragraph.js';
import { splitLine } from './split-line.js';
import type { TextOptions } from './text-context.js';
import { createTextContext } from './text-context.js';

/** What a word of a report means, for a terminal. Ends in a line break. */
export function renderTerm(explanation: TermExplanation, options: TextOptions): string {
  const { term, kind, text, unit, facts } = escapeStrings(explanation);
  const context = createTextContext(options, []);
  const lines = [
    ...splitLine(term, unit === null ? kind : `${kind}, ${unit}`, context, context.paint.heading),
    ...paragraph(text, context, { paint: context.paint.verdict }),
    ...facts.flatMap(({ name, value }) => paragraph(value, context, { label: `${name}:`, indent: 4 })),
  ];
  return `${lines.map((line) => line.replaceAll(NO_BREAK_SPACE, ' ').trimEnd()).join('\n')}\n`;
}
