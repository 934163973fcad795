/** Numbers that follow from a seed (mulberry32), 0 to below 1. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);

/** Values that no field wants, or only some do. */
const ODD: readonly unknown[] = [
  null,
  '',
  'x'.repeat(20_000),
  '../../../../etc/passwd',
  '/etc/passwd',
  '/dev/zero',
  'absent.db',
  'a\0b',
  '\u202eevil\u0007\ud800',
  "'; DROP TABLE kernels; --",
  '$(touch owned)',
  -1,
  0,
  1e308,
  2 ** 53,
  0.5,
  45,
  true,
  [],
  {},
  [null],
  ['before.db', 'after.db'],
  { __proto__: null, constructor: { prototype: { polluted: true } } },
  nested(200),
  Array.from({ length: 3000 }, (_, index) => index),
  Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`key_${index}`, index])),
];
const KEYS = ['limit', 'cursor', 'detail', '__proto__', 'constructor', 'toString', 'unknown', 'provider', ''];

/** A call with one to three changes: fields dropped, replaced, added, or the whole of its arguments. */
export function mutate(
  name: string,
  input: Readonly<Record<string, unknown>>,
  random: () => number,
): { name: unknown; arguments: unknown } {
  const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(random() * items.length)];
  let changed: unknown = structuredClone(input);
  let called: unknown = name;
  for (let round = 1 + Math.floor(random() * 3); round > 0; round--) {
    const kind = random();
    if (kind < 0.03) called = pick([`${name}x`, '', name.toUpperCase(), 'a'.repeat(5000), '__proto__']);
    else if (kind < 0.06) changed = pick(ODD);
    if (typeof changed !== 'object' || changed === null || Array.isArray(changed)) continue;
    const entries = Object.entries(changed);
    const key = pick(entries.map(([field]) => field)) ?? 'unknown';
    if (kind < 0.25) changed = Object.fromEntries(entries.filter(([field]) => field !== key));
    else if (kind < 0.8) changed = { ...changed, [key]: pick(ODD) };
    else changed = Object.fromEntries([...entries, [pick(KEYS) ?? 'unknown', pick(ODD)]]);
  }
  return { name: called, arguments: changed };
}
