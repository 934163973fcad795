import { EMPTY_INTERVALS } from './empty-intervals.js';
import type { IntervalList } from './interval-list.js';
import { unionOfLists } from './union-of-lists.js';

/** What lies in one list or more. By halves: each interval is looked at once per level, so n lists cost log n passes. */
export function unionOfAll(lists: readonly IntervalList[]): IntervalList {
  const [first = EMPTY_INTERVALS] = lists;
  if (lists.length < 2) return first;
  const half = lists.length >>> 1;
  return unionOfLists(unionOfAll(lists.slice(0, half)), unionOfAll(lists.slice(half)));
}
