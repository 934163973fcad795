import type { Check } from '../doctor/check.js';
import type { Io } from '../io.js';
import { isUnicodeTerminal } from '../terminal.js';
import { escapeText } from './escape-text.js';

const MARKS = { ok: '✓', warn: '▲', fail: '✗' } as const;
const ASCII_MARKS = { ok: 'OK  ', warn: 'WARN', fail: 'FAIL' } as const;

/** One line per check, each with its mark. */
export function checkLines(checks: readonly Check[], io: Pick<Io, 'env' | 'platform'>): string {
  const marks = isUnicodeTerminal(io) ? MARKS : ASCII_MARKS;
  return checks.map(({ status, text }) => `${marks[status]} ${escapeText(text)}\n`).join('');
}
