import { cutMiddle } from './cut-middle.js';
import { displayUnits } from './display-units.js';
import { displayWidth } from './display-width.js';

/** Code units of a text that are searched for a difference; texts that are equal so far may look alike. */
const LONGEST_COMPARED = 8192;
/** Units shown before a difference. */
const LEAD_IN = 3;

/**
 * Texts cut to at most `width` columns, as `cutMiddle` does, but so that different texts stay different: those that would
 * look alike show their beginning and the places where they differ.
 *
 * In 14 columns `gemm_a_b_MT64_c_d_WS64` and `gemm_a_b_MT32_c_d_WS64` are `gemm_a…_MT64_…` and `gemm_a…_MT32_…`.
 */
export function cutApart(texts: readonly string[], width: number, ellipsis: string): string[] {
  const distinct = [...new Set(texts)];
  const cut = new Map(distinct.map((text) => [text, cutMiddle(text, width, ellipsis)]));
  // Texts told apart from those that they looked like may then look like others: all of them are told apart together.
  let clusters: readonly string[][] = [];
  for (;;) {
    const joined = joinClusters([...clusters, ...groupsOf(distinct, (text) => cut.get(text) ?? '')]);
    const isComplete = joined.length === clusters.length && joined.flat().length === clusters.flat().length;
    if (isComplete) return texts.map((text) => cut.get(text) ?? text);
    clusters = joined;
    for (const cluster of clusters)
      for (const [text, shown] of cutWhereDifferent(cluster, [], width, ellipsis)) cut.set(text, shown);
  }
}

/** Lists that share a text become one. */
function joinClusters(lists: readonly (readonly string[])[]): string[][] {
  const clusterOf = new Map<string, Set<string>>();
  for (const list of lists) {
    const touching = new Set(list.flatMap((text) => clusterOf.get(text) ?? []));
    const joined = new Set([...touching].flatMap((cluster) => [...cluster]).concat(list));
    for (const text of joined) clusterOf.set(text, joined);
  }
  return [...new Set(clusterOf.values())].map((cluster) => [...cluster]);
}

/** @param places where the texts differ from others that looked like them too. */
function cutWhereDifferent(
  texts: readonly string[],
  places: readonly number[],
  width: number,
  ellipsis: string,
): Map<string, string> {
  const units = new Map(texts.map((text) => [text, displayUnits(text.slice(0, LONGEST_COMPARED))]));
  const place = firstDifference([...units.values()]);
  const shown = new Map<string, string>();
  if (place === null) return shown;
  const starts = [0, ...places, place].map((start) => Math.max(0, start - LEAD_IN));
  const share = Math.floor(width / starts.length) - displayWidth(ellipsis);
  if (share <= LEAD_IN) return shown;
  for (const [text, own] of units) shown.set(text, showPieces(own, starts, share, ellipsis));
  // Some of them may be equal at that place: those differ further on.
  for (const alike of groupsOf(texts, (text) => shown.get(text) ?? ''))
    if (alike.length < texts.length)
      for (const [text, later] of cutWhereDifferent(alike, [...places, place], width, ellipsis)) shown.set(text, later);
  return shown;
}

/** Pieces of `share` columns from each start on, in order; the last one ends with the text if that is near. */
function showPieces(units: readonly string[], starts: readonly number[], share: number, ellipsis: string): string {
  let text = '';
  let at = 0;
  for (const wanted of starts) {
    const start = Math.max(at, Math.min(wanted, units.length - share));
    const piece = takeColumns(units.slice(start), share);
    text += `${start > at ? ellipsis : ''}${piece.join('')}`;
    at = start + piece.length;
  }
  return at < units.length ? `${text}${ellipsis}` : text;
}

/** Groups of texts that share a key with another one. */
function groupsOf(texts: readonly string[], keyOf: (text: string) => string): string[][] {
  const groups = new Map<string, string[]>();
  for (const text of texts) {
    const key = keyOf(text);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [text]);
    else group.push(text);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}

/** Index of the first unit that not all have in common; null if there is none within the compared length. */
function firstDifference(texts: readonly (readonly string[])[]): number | null {
  const [first = [], ...others] = texts;
  const longest = texts.reduce((most, units) => Math.max(most, units.length), 0);
  for (let at = 0; at < longest; at++) if (others.some((units) => units[at] !== first[at])) return at;
  return null;
}

function takeColumns(units: readonly string[], width: number): string[] {
  let used = 0;
  const end = units.findIndex((unit) => (used += displayWidth(unit)) > width);
  return end < 0 ? [...units] : units.slice(0, end);
}
