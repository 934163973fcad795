import { UsageError } from '../usage-error.js';

/** Parser of an option that takes a whole number of at least 1. */
export function parseCount(option: string): (value: string) => number {
  return (value) => {
    const count = /^\d+$/.test(value) ? Number(value) : 0;
    if (count < 1 || !Number.isSafeInteger(count))
      throw new UsageError(`${option} ${value}: give a whole number of at least 1`);
    return count;
  };
}

/** Adds one more value of an option that may be given several times. */
export function collect(value: string, earlier: readonly string[] | undefined): string[] {
  return [...(earlier ?? []), value];
}
