import type { Redactor } from './redactor.js';
import { visibleText } from './untrusted-text.js';

/** Longest narrative of a model that is kept, in characters. */
export const NARRATIVE_LENGTH = 4000;

/**
 * Words of a model as they may be shown: plain text without terminal control sequences or invisible characters, kernels by
 * their names again, secrets and absolute paths removed once more, at most 4,000 characters (a longer text ends in `...`).
 * Line ends stay. Not escaped for HTML: that is the formatter's.
 */
export function cleanNarrative(text: string, redactor: Redactor): string {
  const lines = text.split(/\r\n?|\n/).map((line) => visibleText(redactor.restoreText(redactor.text(line))));
  const clean = lines
    .map((line) => line.trimEnd())
    .join('\n')
    .trim();
  const characters = [...clean];
  return characters.length <= NARRATIVE_LENGTH ? clean : `${characters.slice(0, NARRATIVE_LENGTH - 3).join('')}...`;
}
