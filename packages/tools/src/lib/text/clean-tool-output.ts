// Escape sequences of terminals: colours, cursor movement (ECMA-48, control sequence introducer).
const ESCAPE_SEQUENCES = new RegExp(`${String.fromCharCode(27)}\\[[0-9;?]*[ -/]*[@-~]`, 'g');
const BYTE_ORDER_MARK = 0xfeff;

/** Output of a command as plain text: no byte order mark, no escape sequences of terminals, lines ending in `\n`. */
export function cleanToolOutput(text: string): string {
  const body = text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text;
  return body.replace(ESCAPE_SEQUENCES, '').replaceAll('\r\n', '\n');
}
