import * as v from 'valibot';

/** Nanoseconds of a length of time: whole, never negative. */
export const nanoseconds = (description: string) =>
  v.pipe(v.number(), v.integer(), v.minValue(0), v.description(`${description}, nanoseconds`));

/** A whole number of things. */
export const count = (description: string) =>
  v.pipe(v.number(), v.integer(), v.minValue(0), v.description(description));

/** A count of bytes. */
export const bytes = (description: string) =>
  v.pipe(v.number(), v.integer(), v.minValue(0), v.description(`${description}, bytes`));

/** A share of a whole, 0 to 100. The description names the whole. */
export const percent = (description: string) =>
  v.pipe(v.number(), v.minValue(0), v.maxValue(100), v.description(`${description}, percent 0..100`));

/** A share of a whole, 0 to 1. */
export const fraction = (description: string) =>
  v.pipe(v.number(), v.minValue(0), v.maxValue(1), v.description(`${description}, fraction 0..1`));

/** Any finite number that is not negative; the description gives the unit. */
export const amount = (description: string) => v.pipe(v.number(), v.minValue(0), v.description(description));

/** A number that may have either sign; the description gives the unit. */
export const signed = (description: string) => v.pipe(v.number(), v.description(description));

/** A text from the product or, where the description says so, from the trace. */
export const text = (description: string) => v.pipe(v.string(), v.description(description));
