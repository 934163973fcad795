/** A seeded source of pseudo-random numbers; equal seeds give equal sequences on every machine. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  /** Uniform integer in [0, limit); 0 for a limit below 1. */
  integer(limit: number): number;
  /** Standard normal, by Box and Muller's transform. */
  normal(): number;
}

/**
 * Makes a generator of the kind sfc32 (Chris Doty-Humphrey, PractRand): 128 bits of state, 32 bits a draw.
 * The first twelve draws are thrown away, as its author advises for seeds with few bits.
 */
export function createRandom(seed: number): Random {
  let a = 0;
  let b = seed >>> 0;
  let c = Math.floor(seed / 2 ** 32) >>> 0;
  let counter = 1;
  const draw = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    c |= 0;
    return (sum >>> 0) / 2 ** 32;
  };
  for (let index = 0; index < 12; index += 1) draw();
  return {
    next: draw,
    integer: (limit) => Math.floor(draw() * Math.max(0, limit)),
    // 1 - draw() is in (0, 1], so that the logarithm is finite.
    normal: () => Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw()),
  };
}

/** A shuffled copy of a list (Fisher and Yates). */
export function shuffled<T>(items: readonly T[], random: Random): T[] {
  const result: T[] = [];
  for (const item of items) {
    const place = random.integer(result.length + 1);
    const displaced = result[place];
    if (displaced === undefined) result.push(item);
    else {
      result.push(displaced);
      result[place] = item;
    }
  }
  return result;
}
