import { UsageError } from '../usage-error.js';

/** Last second that a JavaScript date can hold (ECMAScript, time values). */
const LAST_SECOND = 8_640_000_000_000;

/** Seconds since 1970 from SOURCE_DATE_EPOCH (reproducible-builds.org); undefined where it isn't set. */
export function parseSourceDateEpoch(value: string | undefined): number | undefined {
  if (value === undefined || value === '') return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (!(seconds <= LAST_SECOND)) throw new UsageError(`SOURCE_DATE_EPOCH ${value}: give whole seconds since 1970`);
  return seconds;
}
