/** Levels of objects and lists in a message. No input of a tool needs ten; parsers and writers of JSON fail at some thousands. */
export const MAX_DEPTH = 500;

/** Whether a parsed message has more levels than the code behind it, which calls itself once for each, can stand. */
export function isTooDeep(message: unknown): boolean {
  let level = objectsOf([message]);
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === MAX_DEPTH) return true;
    level = level.flatMap((value) => objectsOf(Object.values(value)));
  }
  return false;
}

function objectsOf(values: readonly unknown[]): object[] {
  return values.filter((value) => typeof value === 'object' && value !== null);
}
