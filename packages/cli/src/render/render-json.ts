/** Characters that JSON may hold as they are but a terminal obeys or hides: DEL, C1, format characters, U+2028, U+2029. */
const UNSAFE = /[\x7f-\x9f\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A report or a proof as JSON, two spaces deep. Reads back to exactly the same; hidden characters are written as `\uXXXX`. */
export function renderJson(value: object): string {
  return `${JSON.stringify(value, null, 2).replace(UNSAFE, escapeUnits)}\n`;
}

function escapeUnits(character: string): string {
  let escaped = '';
  for (let index = 0; index < character.length; index++)
    escaped += `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`;
  return escaped;
}
