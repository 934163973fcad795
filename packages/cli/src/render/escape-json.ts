/**
 * Characters that JSON may hold as they are but a terminal obeys or hides, and that no HTML document may hold: DEL, C1,
 * format characters, U+2028, U+2029, noncharacters.
 */
const UNSAFE = /[\x7f-\x9f\p{Cf}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu;

/** JSON text with hidden characters written as `\uXXXX`; it reads back to exactly the same values. */
export function escapeJson(json: string): string {
  return json.replace(UNSAFE, escapeUnits);
}

function escapeUnits(character: string): string {
  let escaped = '';
  for (let index = 0; index < character.length; index++)
    escaped += `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`;
  return escaped;
}
