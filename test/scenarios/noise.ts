/** Reproducible noise, one sequence per key: adding or removing other operations does not change it. */
export interface Noise {
  /** The next factor near 1 of a key's sequence; `spread` is about one standard deviation. Never below 0.7. */
  factor(key: string, spread: number): number;
  /** The next number of a key's sequence, uniform in [0, 1). */
  uniform(key: string): number;
}

/** Noise of a seed. Equal seeds give equal sequences for each key, whatever the other keys do. */
export function createNoise(seed: number): Noise {
  const drawn = new Map<string, number>();
  const uniform = (key: string): number => {
    const count = drawn.get(key) ?? 0;
    drawn.set(key, count + 1);
    return scramble(textHash(key, seed) ^ Math.imul(count + 1, 0x9e3779b9)) / 2 ** 32;
  };
  // The sum of three uniform numbers is nearly normal, with variance 1/4, and bounded.
  const bell = (key: string): number => 2 * (uniform(key) + uniform(key) + uniform(key) - 1.5);
  return { uniform, factor: (key, spread) => Math.max(0.7, 1 + spread * bell(key)) };
}

/** FNV-1a over a text, started with a seed. */
function textHash(text: string, seed: number): number {
  let hash = (0x811c9dc5 ^ scramble(seed)) >>> 0;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

/** The finalizer of MurmurHash3 (Austin Appleby): every bit of the input changes half of the output. */
function scramble(value: number): number {
  let mixed = value >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
