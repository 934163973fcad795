import type { DeviceHardware } from '../facts/device-hardware.js';

/**
 * Dispatches of one kernel on one kind of device that hold exactly the same counters in the same forms, and of which
 * either all or none have a duration. Whatever a metric needs, all dispatches of a group have it or none has.
 */
export interface CounterGroup {
  readonly kernel: string;
  readonly device: DeviceHardware;
  /** False for dispatches that start and end at once: their duration is unknown. */
  readonly isTimed: boolean;
  readonly dispatchCount: number;
  /** Summed duration. */
  readonly durationNs: number;
  /** Counters as recorded, sorted. */
  readonly counters: readonly string[];
  /** The same with time integrals under the name of their level counter (`nameAccumulation`): what formulas ask for. */
  readonly names: readonly string[];
  /** Form of each counter (`COUNTER_FORMS`). */
  readonly forms: readonly number[];
  /** False for a counter that reads 0 where it cannot be: recorded, but not measured. */
  readonly isMeasured: readonly boolean[];
  readonly sums: readonly number[];
  readonly minima: readonly number[];
  readonly maxima: readonly number[];
  /** For metrics that are shares of time: the sum of value x duration over the dispatches, by metric id. */
  readonly timeWeighted: Readonly<Record<string, number>>;
}

/** Name of the time integral of a level counter, as some recordings have it. */
export function accumulationOf(levelCounter: string): string {
  return `${levelCounter}_ACCUM`;
}

/**
 * The counters of a dispatch with `SQ_ACCUM_PREV_HIRES` under the name of the level counter that it integrates. That
 * is known only where there is one: the values do not say which counter they followed.
 */
export function nameAccumulation(counters: readonly string[]): readonly string[] {
  const [level, ...others] = counters.filter(isLevelCounter);
  if (level === undefined || others.length > 0 || counters.includes(accumulationOf(level))) return counters;
  return counters.map((name) => (name === ACCUMULATE_COUNTER ? accumulationOf(level) : name));
}

/** The integral of the level counter that was asked for just before it. */
export const ACCUMULATE_COUNTER = 'SQ_ACCUM_PREV_HIRES';

/** Whether a counter is a level: what is in flight at a moment. */
export function isLevelCounter(counter: string): boolean {
  return /^SQ_(LEVEL_|INST_LEVEL_|IFETCH_LEVEL)/.test(counter) && !counter.endsWith('_ACCUM');
}
