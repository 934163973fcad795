import type { Redactor } from './redactor.js';
import { visibleText } from './untrusted-text.js';

/** Longest narrative of a model that is kept, in characters. */
export const NARRATIVE_LENGTH = 4000;

/** Of a text without end no more than this is looked at: cleaning takes time for each line. */
const LOOKED_AT = 16 * NARRATIVE_LENGTH;

/** Models that think aloud do so before they answer; some templates open the thought themselves, so only its end is there. */
const THOUGHT = /^[^]*<\/think(?:ing)?>|^\s*<think(?:ing)?>[^]*$/i;

/**
 * Words of a model as they may be shown: without what it thought aloud before, plain text without terminal control sequences or invisible characters, kernels by
 * their names again, secrets and absolute paths removed once more, at most 4,000 characters (a longer text ends in `...`).
 * Line ends stay. Not escaped for HTML: that is the formatter's.
 */
export function cleanNarrative(text: string, redactor: Redactor): string {
  // Cleaned before secrets are looked for, which invisible characters could tear apart, and after, since names come from a trace.
  const lines = text
    .replace(THOUGHT, '')
    .slice(0, LOOKED_AT)
    .split(/\r\n?|\n/)
    .map((line) => visibleText(redactor.restoreText(redactor.text(visibleText(line)))));
  const clean = lines
    .map((line) => line.trimEnd())
    .join('\n')
    .trim();
  const characters = [...clean];
  return characters.length <= NARRATIVE_LENGTH ? clean : `${characters.slice(0, NARRATIVE_LENGTH - 3).join('')}...`;
}
