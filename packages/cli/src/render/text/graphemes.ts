const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Code units given to the segmenter at once: the time that it takes grows with the square of the length. */
const WINDOW = 512;

/**
 * The characters of a text as people perceive them, in order: letters with their marks, emoji of several code points.
 * Linear in the length of the text; a character longer than 256 code units comes in pieces.
 */
export function* graphemes(text: string): Generator<string> {
  let start = 0;
  while (start < text.length) {
    const end = endOfWindow(text, start);
    let last = '';
    for (const { segment } of segmenter.segment(text.slice(start, end))) {
      if (last !== '') yield last;
      start += last.length;
      last = segment;
    }
    // The last one may go on behind the window: it comes again with the next, unless it fills this one.
    if (end < text.length && last.length < WINDOW / 2) continue;
    yield last;
    start += last.length;
  }
}

/** No window ends within a surrogate pair: half a character would not be joined to what is before it. */
function endOfWindow(text: string, start: number): number {
  const end = start + WINDOW;
  if (end >= text.length) return text.length;
  return (text.codePointAt(end - 1) ?? 0) > 0xffff ? end - 1 : end;
}
