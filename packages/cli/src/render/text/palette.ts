import picocolors from 'picocolors';

export type Paint = (text: string) => string;

/** What is coloured. Colour only repeats what a word or a mark says already. */
export interface Palette {
  readonly heading: Paint;
  readonly verdict: Paint;
  readonly compute: Paint;
  readonly communication: Paint;
  readonly copy: Paint;
  readonly api: Paint;
  readonly idle: Paint;
  readonly fail: Paint;
  readonly warning: Paint;
  readonly note: Paint;
  readonly command: Paint;
}

/** The sixteen ANSI names only, so that the theme of the terminal decides. Without colour every paint is the identity. */
export function createPalette(isColored: boolean): Palette {
  const colors = picocolors.createColors(isColored);
  return {
    heading: colors.bold,
    verdict: colors.bold,
    compute: colors.blue,
    communication: colors.yellow,
    copy: colors.cyan,
    api: colors.magenta,
    idle: colors.dim,
    fail: (text) => colors.bold(colors.red(text)),
    warning: colors.yellow,
    note: colors.dim,
    command: colors.bold,
  };
}
