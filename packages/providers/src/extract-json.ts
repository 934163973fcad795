import { asRecord, parseJson } from './json-value.js';

/** Texts are not searched beyond this many starting brackets: each try costs the length of the text. */
const MAX_STARTS = 64;

/**
 * The JSON object that a text of a model holds: the whole text, else the last balanced `{...}` that parses, with or without
 * a code fence or words around it. Undefined where there is none.
 */
export function extractJsonObject(text: string): Readonly<Record<string, unknown>> | undefined {
  const whole = asRecord(parseJson(text.trim()));
  if (whole !== null) return whole;
  const spans = topLevelSpans(text).slice(-MAX_STARTS).reverse();
  for (const [start, end] of spans) {
    const record = asRecord(parseJson(text.slice(start, end)));
    if (record !== null) return record;
  }
  return undefined;
}

/** Start and end of each `{...}` that is balanced and lies in no other one; brackets inside JSON strings do not count. */
function topLevelSpans(text: string): (readonly [number, number])[] {
  const spans: (readonly [number, number])[] = [];
  let depth = 0;
  let start = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index += 1) {
    const sign = text[index];
    if (isInString) {
      if (sign === '\\') index += 1;
      else if (sign === '"') isInString = false;
    } else if (sign === '"' && depth > 0) isInString = true;
    else if (sign === '{') {
      if (depth === 0) start = index;
      depth += 1;
    } else if (sign === '}' && depth > 0) {
      depth -= 1;
      if (depth === 0) spans.push([start, index + 1]);
    }
  }
  return spans;
}
