/** Longer sentences are told in two parts. */
const LONGEST_HEADLINE = 100;
const SHORTEST_HEADLINE = 30;

/**
 * The verdict as a headline and what follows it. A long sentence is parted at its first colon or semicolon: nothing is
 * left out, the rest begins a sentence of its own.
 */
export function partHeadline(sentence: string): { readonly headline: string; readonly rest: string } {
  const at = sentence.search(/[:;] /);
  if (sentence.length <= LONGEST_HEADLINE || at < SHORTEST_HEADLINE) return { headline: sentence, rest: '' };
  const rest = sentence.slice(at + 2);
  return { headline: `${sentence.slice(0, at)}.`, rest: rest.charAt(0).toUpperCase() + rest.slice(1) };
}
