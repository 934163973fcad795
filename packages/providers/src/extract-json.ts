import { asRecord, parseJson } from './json-value.js';
import { scanJson } from './scan-json.js';

/** Texts are not searched beyond this many starting brackets: each try costs the length of the text. */
const MAX_STARTS = 64;

/**
 * The JSON object that a text of a model holds: the whole text, else the last balanced `{...}` that parses, with or without
 * a code fence or words around it. Undefined where there is none.
 */
export function extractJsonObject(text: string): Readonly<Record<string, unknown>> | undefined {
  const whole = asRecord(parseJson(text.trim()));
  if (whole !== null) return whole;
  const spans: (readonly [number, number])[] = [];
  scanJson(text, false, (start, end) => spans.push([start, end]));
  for (const [start, end] of spans.slice(-MAX_STARTS).reverse()) {
    const record = asRecord(parseJson(text.slice(start, end)));
    if (record !== null) return record;
  }
  return undefined;
}
