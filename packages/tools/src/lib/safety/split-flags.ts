/** Flags in their order, by whether a list allows them. */
export interface SplitFlags {
  readonly accepted: readonly string[];
  readonly rejected: readonly string[];
}

/** Splits flags into those that are allowed and the rest, both in the order given. */
export function splitFlags(flags: readonly string[], isAllowed: (flag: string) => boolean): SplitFlags {
  return { accepted: flags.filter(isAllowed), rejected: flags.filter((flag) => !isAllowed(flag)) };
}
