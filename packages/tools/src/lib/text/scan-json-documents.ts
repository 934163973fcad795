/** Characters that a scan may look at, per character of the text: bounds what text full of open brackets costs. */
const SCANS_PER_CHARACTER = 8;
const LEAST_BUDGET = 1_000_000;

/** What a text holds. */
export interface JsonScan {
  readonly documents: readonly unknown[];
  /** Places that look like a document and are none: cut off, or not JSON. */
  readonly brokenCount: number;
}

/**
 * The JSON documents of a text that may hold several (one a line, or one after the other) and other lines before,
 * between and after them. A document is an object or array that begins a line or follows another document at once. Of a
 * document that is cut off, the complete objects that begin a line inside of it are found.
 */
export function scanJsonDocuments(text: string): JsonScan {
  const whole = parse(text);
  if (whole !== undefined) return isDocument(whole) ? { documents: [whole], brokenCount: 0 } : NOTHING;
  const documents: unknown[] = [];
  let brokenCount = 0;
  let budget = Math.max(LEAST_BUDGET, SCANS_PER_CHARACTER * text.length);
  let place = 0;
  while (place < text.length && budget > 0) {
    place = skipBetween(text, place);
    if (!isOpening(text.charCodeAt(place))) {
      place = nextLine(text, place);
      continue;
    }
    const end = endOfDocument(text, place);
    budget -= (end < 0 ? text.length : end) - place;
    const document = end < 0 ? undefined : parse(text.slice(place, end));
    if (document === undefined) {
      brokenCount++;
      place = nextLine(text, place);
    } else {
      documents.push(document);
      place = end;
    }
  }
  return { documents, brokenCount: budget > 0 ? brokenCount : brokenCount + 1 };
}

const NOTHING: JsonScan = { documents: [], brokenCount: 0 };

const CODE = {
  quote: 34,
  comma: 44,
  openBracket: 91,
  backslash: 92,
  closeBracket: 93,
  openBrace: 123,
  closeBrace: 125,
};

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown; // JSON.parse is typed any
  } catch {
    return undefined;
  }
}

function isDocument(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function isOpening(code: number): boolean {
  return code === CODE.openBrace || code === CODE.openBracket;
}

/** Past blanks, line ends and commas. */
function skipBetween(text: string, from: number): number {
  let place = from;
  while (place < text.length && (text.charCodeAt(place) <= 32 || text.charCodeAt(place) === CODE.comma)) place++;
  return place;
}

function nextLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end + 1;
}

/** Place after the bracket that closes the one at `from`; -1 if none does. Brackets in strings don't count. */
function endOfDocument(text: string, from: number): number {
  let depth = 0;
  let inString = false;
  for (let place = from; place < text.length; place++) {
    const code = text.charCodeAt(place);
    if (inString) {
      if (code === CODE.backslash) place++;
      else if (code === CODE.quote) inString = false;
    } else if (code === CODE.quote) inString = true;
    else if (isOpening(code)) depth++;
    else if ((code === CODE.closeBrace || code === CODE.closeBracket) && --depth === 0) return place + 1;
  }
  return -1;
}
