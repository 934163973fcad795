import type { Io, OutputStream } from './io.js';

const NARROWEST = 80;
const WIDEST = 100;
const NOT_A_TERMINAL = 92;

export const COLOR_MODES = ['auto', 'always', 'never'] as const;
export type ColorMode = (typeof COLOR_MODES)[number];

/** Columns of a report: the terminal's, 80 at least, 100 at most; 92 when it isn't a terminal. */
export function textWidth(stream: OutputStream): number {
  if (stream.isTTY !== true || stream.columns === undefined || stream.columns < 1) return NOT_A_TERMINAL;
  return Math.min(Math.max(stream.columns, NARROWEST), WIDEST);
}

/**
 * False where the locale names a character set other than UTF-8 (LC_ALL before LC_CTYPE before LANG, as POSIX has it).
 * Without any of them, and on Windows, UTF-8 is assumed.
 */
export function isUnicodeTerminal(io: Pick<Io, 'env' | 'platform'>): boolean {
  if (io.platform === 'win32') return true;
  const locale = [io.env['LC_ALL'], io.env['LC_CTYPE'], io.env['LANG']].find(
    (value) => value !== undefined && value !== '',
  );
  return locale === undefined || /utf-?8/i.test(locale);
}

/**
 * Whether a stream gets colours: as the user says, else off with NO_COLOR (no-color.org), on with FORCE_COLOR, else for
 * terminals that are not `TERM=dumb`.
 */
export function hasColors(stream: OutputStream, env: Io['env'], mode: ColorMode): boolean {
  if (mode !== 'auto') return mode === 'always';
  if (isSet(env['NO_COLOR'])) return false;
  if (isSet(env['FORCE_COLOR'])) return env['FORCE_COLOR'] !== '0';
  return stream.isTTY === true && env['TERM'] !== 'dumb';
}

/** Whether a line of a stream can be rewritten in place: a terminal, not `TERM=dumb`, not CI. */
export function canRewriteLines(stream: OutputStream, env: Io['env']): boolean {
  return stream.isTTY === true && env['TERM'] !== 'dumb' && !isSet(env['CI']);
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '';
}
