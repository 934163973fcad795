import { escapeCharacter } from '../escape-text.js';

/** What stands for the marks of the report on a terminal without UTF-8. */
const SUBSTITUTES: Readonly<Record<string, string>> = {
  '█': '#',
  '▓': '=',
  '▒': '+',
  '░': '-',
  '·': '.',
  '✓': 'OK',
  '✗': 'FAIL',
  '▲': 'WARN',
  '●': 'NOTE',
  µ: 'u',
  μ: 'u',
  '×': 'x',
  '≤': '<=',
  '≥': '>=',
  '≈': '~',
  '−': '-',
  '–': '-',
  '—': '-',
  '→': '->',
  '…': '...',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '\u00a0': ' ',
};

/** Text for a terminal without UTF-8: marks by their ASCII form, any other character as a visible escape. */
export function toAscii(text: string): string {
  return text.replace(/[^\x00-\x7f]/gu, (character) => SUBSTITUTES[character] ?? escapeCharacter(character));
}
