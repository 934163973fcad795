/**
 * Text whose lines a GitHub runner takes for no command: `::` at the start of a line and `##[` anywhere are broken by a
 * visible escape. Names of a trace stand in what a build prints, and one may be `::add-mask::`.
 *
 * Source: actions/runner, ActionCommand.cs: the first after blanks, the second anywhere in a line.
 */
export function withoutCommands(text: string): string {
  return text.replace(/^([^\S\n]*:):/gm, '$1\\x3a').replaceAll('##[', '#\\x23[');
}

/** The same for JSON, where only `##[` can stand, in a text: it reads back unchanged. */
export function jsonWithoutCommands(json: string): string {
  return json.replaceAll('##[', '#\\u0023[');
}
