/** How errors are told on stderr: one line for people, or one JSON object. */
export const ERROR_FORMATS = ['text', 'json'] as const;
export type ErrorFormat = (typeof ERROR_FORMATS)[number];

/** `--error-format` of the arguments, read before they are parsed: what cannot be parsed is told in that form, too. */
export function errorFormatOf(argv: readonly string[]): ErrorFormat {
  const end = argv.indexOf('--');
  const own = end < 0 ? argv : argv.slice(0, end);
  for (const [index, argument] of own.entries()) {
    const value = argument.startsWith('--error-format=')
      ? argument.slice('--error-format='.length)
      : argument === '--error-format'
        ? own[index + 1]
        : undefined;
    if (value === 'json') return 'json';
  }
  return 'text';
}
