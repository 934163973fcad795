import { createHash } from 'node:crypto';

/** Longest text from a trace that goes to a model, in characters. */
export const UNTRUSTED_TEXT_LENGTH = 256;

/**
 * Control characters, zero-width and direction marks, soft hyphens, byte order marks, tag characters and lone
 * surrogates: nothing that shows, all of it able to hide words from a reader.
 */
const INVISIBLE =
  // eslint has no objection to ranges of control characters written as escapes inside a class built from a string.
  new RegExp(
    '[\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f' +
      '\\u2028-\\u202e\\u2060-\\u206f\\ufe00-\\ufe0f\\ufeff\\ufff0-\\ufffb]|[\\u{e0000}-\\u{e0fff}]|\\p{Surrogate}',
    'gu',
  );
const ANSI = new RegExp('\\u001b\\[[0-9;?]*[ -/]*[@-~]|\\u001b\\][^\\u0007\\u001b]*(?:\\u0007|\\u001b\\\\)?', 'g');

/** Marks by which chat formats tell who speaks. Split by a space they are only letters. */
const MARKERS: readonly (readonly [RegExp, string])[] = [
  [/<\|/g, '< |'],
  [/\|>/g, '| >'],
  [/\[(\/?)(INST|SYS|SYSTEM|USER|ASSISTANT|TOOL_CALLS|AVAILABLE_TOOLS|TOOL_RESULTS)\]/gi, '[ $1$2 ]'],
  [/<<(\/?)SYS>>/gi, '< <$1SYS> >'],
  [
    /<(\/?)(s|system|user|assistant|human|tool|function_calls|tool_result|tool_call|untrusted_data)(\s[^<>]*)?>/gi,
    '< $1$2 >',
  ],
  [/<(start|end)_of_turn>/gi, '< $1_of_turn >'],
  [/\b(Human|Assistant|System|User)\s*:/g, '$1 :'],
  [/^(#{1,6})\s*(system|instruction|response|assistant)/gi, '$1-$2'],
];

/** Text without terminal control sequences and without characters that do not show; line ends become spaces. */
export function visibleText(text: string): string {
  return text
    .replace(ANSI, '')
    .replace(/[\t\r\n\u2028\u2029]+/g, ' ')
    .replace(INVISIBLE, '')
    .normalize('NFC');
}

/** Text in which no chat format's marks can be read any more. */
export function neutralizeMarkers(text: string): string {
  return MARKERS.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), text);
}

/**
 * A text of a trace (kernel, marker, host, process, argument) as it may go to a model: visible characters only, NFC, no
 * chat marks, at most 256 characters. A longer one keeps its start; `~` and 8 hex digits of its SHA-256 stand for the rest,
 * so that different names stay different.
 */
export function untrustedText(text: string, maxLength: number = UNTRUSTED_TEXT_LENGTH): string {
  const clean = neutralizeMarkers(visibleText(text));
  const characters = [...clean];
  if (characters.length <= maxLength) return clean;
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 8);
  return `${characters.slice(0, maxLength - 9).join('')}~${hash}`;
}
