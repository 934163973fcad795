/** Missing ranks listed by number. */
const MAX_LISTED = 64;

/** Which of the ranks 0 to `limit` - 1 are not among the present ones. */
export interface MissingNumbers {
  readonly count: number;
  /** The first of them, rising; all where there are few. */
  readonly listed: number[];
}

/** Finds the numbers below `limit` that are missing. Linear in the present ones and in what is listed. */
export function missingNumbers(present: ReadonlySet<number>, limit: number): MissingNumbers {
  const listed: number[] = [];
  for (let number = 0; number < limit && listed.length < MAX_LISTED; number++)
    if (!present.has(number)) listed.push(number);
  return { count: limit - [...present].filter((number) => number < limit).length, listed };
}
