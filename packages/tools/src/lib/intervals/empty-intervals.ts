import type { IntervalList } from './interval-list.js';

/** No interval at all. */
export const EMPTY_INTERVALS: IntervalList = { starts: new Float64Array(0), ends: new Float64Array(0) };
