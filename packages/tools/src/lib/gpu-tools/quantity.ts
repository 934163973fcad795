/** A number as a GPU tool prints it. */
export interface Quantity {
  readonly value: number;
  /** As printed, without blanks; null where none is given. */
  readonly unit: string | null;
}

/** `500 MHz`, `(800Mhz)`, `72.5`: a number, then perhaps a unit, perhaps in parentheses. */
const QUANTITY = /^\(?\s*([-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)\s*([A-Za-z%][A-Za-z%/]*)?\s*\)?$/;
const MAX_CHARACTERS = 64;

/** Factor to the unit that is asked for. Sizes are powers of 1024 whatever the tools call them. */
const FACTORS = {
  mhz: { mhz: 1, ghz: 1000, khz: 1e-3, hz: 1e-6 },
  watt: { w: 1, mw: 1e-3, uw: 1e-6, kw: 1000 },
  celsius: { c: 1 },
  percent: { '%': 1 },
  byte: { b: 1, kb: 2 ** 10, mb: 2 ** 20, gb: 2 ** 30, tb: 2 ** 40, kib: 2 ** 10, mib: 2 ** 20, gib: 2 ** 30 },
  gbps: { 'gb/s': 1, 'mb/s': 1e-3, 'tb/s': 1000 },
  gtps: { 'gt/s': 1 },
  bit: { bit: 1, bits: 1 },
} as const satisfies Readonly<Record<string, Readonly<Record<string, number>>>>;

/** What a number may be asked for as. */
export type Dimension = keyof typeof FACTORS;

/**
 * Reads a value of amd-smi or rocm-smi: `{ value, unit }`, a number, or a text with or without unit. Null for `N/A`, an
 * empty text, a whole section that is not there, and everything else that is no finite number: unknown is never 0.
 */
export function readQuantity(raw: unknown): Quantity | null {
  if (typeof raw === 'number') return Number.isFinite(raw) ? { value: raw, unit: null } : null;
  if (typeof raw === 'string') return quantityOfText(raw);
  if (typeof raw !== 'object' || raw === null || !('value' in raw)) return null;
  const inner = typeof raw.value === 'object' ? null : readQuantity(raw.value);
  const unit = 'unit' in raw && typeof raw.unit === 'string' ? raw.unit.trim() : null;
  return inner === null ? null : { value: inner.value, unit: unit === null || unit === '' ? inner.unit : unit };
}

/**
 * A quantity in a dimension's base unit (MHz, W, degrees Celsius, percent, bytes, GB/s, GT/s, bits). Null for another
 * dimension's unit.
 *
 * @param fallbackUnit what a number without unit is in; default: the base unit.
 */
export function quantityIn(dimension: Dimension, raw: unknown, fallbackUnit?: string): number | null {
  const quantity = readQuantity(raw);
  if (quantity === null) return null;
  const unit = quantity.unit ?? fallbackUnit;
  if (unit === undefined) return quantity.value;
  const factors: Readonly<Record<string, number>> = FACTORS[dimension];
  const name = unit.toLowerCase();
  return Object.hasOwn(factors, name) ? quantity.value * (factors[name] ?? 1) : null;
}

function quantityOfText(text: string): Quantity | null {
  const found = text.length > MAX_CHARACTERS ? null : QUANTITY.exec(text.trim());
  const value = Number(found?.[1] ?? Number.NaN);
  return Number.isFinite(value) ? { value, unit: found?.[2] ?? null } : null;
}
