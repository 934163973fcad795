import { formatCount } from './format-number.js';

/** A count with its noun: `1 copy`, `2,200 copies`. The plural is the singular with an s where it isn't given. */
export function plural(count: number, singular: string, several = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : several}`;
}
