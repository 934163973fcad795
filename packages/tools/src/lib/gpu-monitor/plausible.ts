/** Largest value of a 16-bit field: firmware writes it for "not supported". */
const NOT_SUPPORTED = 65_535;

/** A share, 0 to 100; null for anything else. */
export function percentOrNull(value: number | null): number | null {
  return value !== null && value >= 0 && value <= 100 ? value : null;
}

/** Watts or MHz: not negative, below the mark for "not supported"; null otherwise. */
export function amountOrNull(value: number | null): number | null {
  return value !== null && value >= 0 && value < NOT_SUPPORTED ? value : null;
}

/** Degrees Celsius that silicon can have; null otherwise. */
export function temperatureOrNull(value: number | null): number | null {
  return value !== null && value > -100 && value < 1000 ? value : null;
}

/** Whole bytes; null for negative or senseless sizes. */
export function bytesOrNull(value: number | null): number | null {
  const whole = value === null ? null : Math.round(value);
  return whole !== null && whole >= 0 && Number.isSafeInteger(whole) ? whole : null;
}
