/** Reproducible noise, one sequence per kind and label: adding or removing other operations does not change it. */
export interface Noise {
  /** The next factor near 1 of a sequence; `spread` is its standard deviation. Never below 0.7. */
  factor(kind: string, label: string, spread: number): number;
}

interface Sequence {
  readonly start: number;
  drawn: number;
}

/** Noise of a seed. Equal seeds give equal sequences for each kind and label, whatever the others do. */
export function createNoise(seed: number): Noise {
  const kinds = new Map<string, Map<string, Sequence>>();
  const sequenceOf = (kind: string, label: string): Sequence => {
    let labels = kinds.get(kind);
    if (labels === undefined) kinds.set(kind, (labels = new Map()));
    let sequence = labels.get(label);
    if (sequence === undefined) labels.set(label, (sequence = { start: textHash(`${kind} ${label}`, seed), drawn: 0 }));
    return sequence;
  };
  return {
    factor: (kind, label, spread) => {
      const sequence = sequenceOf(kind, label);
      // The sum of three uniform numbers is nearly normal, with variance 1/4, and bounded.
      const sum = uniform(sequence) + uniform(sequence) + uniform(sequence);
      return Math.max(0.7, 1 + spread * 2 * (sum - 1.5));
    },
  };
}

function uniform(sequence: Sequence): number {
  sequence.drawn += 1;
  return scramble(sequence.start ^ Math.imul(sequence.drawn, 0x9e3779b9)) / 2 ** 32;
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
