import { formatFixed } from './format-number.js';

/** The one unit of a table column, named in its header. */
export interface TimeUnit {
  readonly name: 'µs' | 'ms';
  /** Fixed decimals: µs 1, ms 2. Null stays null. */
  format(nanoseconds: number): string;
  format(nanoseconds: number | null): string | null;
}

/** Below this, milliseconds with two decimals would hide the figures. */
const SHORT_NS = 1e6;

/** Milliseconds where the longest of the values reaches one, else microseconds. */
export function timeUnitFor(nanoseconds: readonly (number | null)[]): TimeUnit {
  const isLong = nanoseconds.some((value) => value !== null && value >= SHORT_NS);
  return isLong ? MILLISECONDS : MICROSECONDS;
}

function createUnit(name: TimeUnit['name'], divisor: number, decimals: number): TimeUnit {
  function format(nanoseconds: number): string;
  function format(nanoseconds: number | null): string | null;
  function format(nanoseconds: number | null): string | null {
    return nanoseconds === null ? null : formatFixed(nanoseconds / divisor, decimals);
  }
  return { name, format };
}

const MILLISECONDS = createUnit('ms', 1e6, 2);
/** Durations of single kernels and calls. */
export const MICROSECONDS = createUnit('µs', 1e3, 1);
