/** Fewer repetitions than this are no loop. */
const MIN_STEPS = 4;
/** Candidates looked at, and how much of the sequence for each of them. */
const MAX_CANDIDATES = 32;
const MAX_LENGTH = 200_000;
/** Share of the sequence that must repeat. */
const MIN_MATCHED = 0.7;
/** A shorter period is taken if it explains nearly as much as the best ... */
const NEARLY_ALL = 0.97;
/** ... and holds nearly all the kernels that the best one holds. */
const NEARLY_ALL_KERNELS = 0.9;

interface Candidate {
  readonly places: Uint32Array;
  /** Share of the sequence that is in windows like the typical one. */
  readonly matched: number;
  readonly distinctKernels: number;
}

/**
 * Finds where each repetition of a loop starts in a sequence of kernels. Anchors are kernels that occur at least 4
 * times, one for each number of occurrences (that which comes first); between two of its occurrences lies a window.
 * Windows are compared with the one of median length as bags of kernels, so kernels that come, go or change places cost
 * no more than themselves. Of the anchors that explain nearly as much as the best, with nearly all of its kernels, the
 * most frequent wins: it is the step, neither a layer (which lacks the kernels of the ends of a step) nor several
 * steps. Null where less than 70 % of the sequence repeats, or where one kernel just follows itself.
 */
export function findRepetition(sequence: Uint32Array, kernelCount: number): Uint32Array | null {
  const limit = Math.min(sequence.length, MAX_LENGTH);
  const counts = new Uint32Array(kernelCount);
  const firstPlace = new Uint32Array(kernelCount).fill(limit);
  for (let place = limit - 1; place >= 0; place--) {
    const kernel = sequence[place] ?? 0;
    counts[kernel] = (counts[kernel] ?? 0) + 1;
    firstPlace[kernel] = place;
  }
  const candidates = chooseAnchors(counts, firstPlace, limit).map((anchor) =>
    judge(sequence.subarray(0, limit), placesOf(sequence.subarray(0, limit), anchor), counts.length),
  );
  const best = candidates.reduce((most, { matched }) => Math.max(most, matched), 0);
  if (best < MIN_MATCHED) return null;
  const good = candidates.filter(({ matched }) => matched >= NEARLY_ALL * best);
  const kernels = Math.max(...good.map(({ distinctKernels }) => distinctKernels));
  const [chosen] = good
    .filter(({ distinctKernels }) => distinctKernels >= NEARLY_ALL_KERNELS * kernels)
    .sort((a, b) => b.places.length - a.places.length);
  const anchor = sequence[chosen?.places[0] ?? 0];
  return chosen === undefined || anchor === undefined || chosen.distinctKernels < 2 ? null : placesOf(sequence, anchor);
}

/** One kernel for each number of occurrences; those numbers that most kernels share come first. */
function chooseAnchors(counts: Uint32Array, firstPlace: Uint32Array, length: number): number[] {
  const byCount = new Map<number, { anchor: number; kernels: number }>();
  for (let kernel = 0; kernel < counts.length; kernel++) {
    const count = counts[kernel] ?? 0;
    if (count < MIN_STEPS || 2 * count > length) continue;
    const known = byCount.get(count);
    const isFirst = known === undefined || (firstPlace[kernel] ?? 0) < (firstPlace[known.anchor] ?? 0);
    byCount.set(count, { anchor: isFirst ? kernel : known.anchor, kernels: (known?.kernels ?? 0) + 1 });
  }
  return [...byCount]
    .sort(([countA, a], [countB, b]) => b.kernels - a.kernels || countA - countB)
    .slice(0, MAX_CANDIDATES)
    .map(([, { anchor }]) => anchor);
}

function placesOf(sequence: Uint32Array, kernel: number): Uint32Array {
  let count = 0;
  for (let place = 0; place < sequence.length; place++) if (sequence[place] === kernel) count++;
  const places = new Uint32Array(count);
  let filled = 0;
  for (let place = 0; place < sequence.length; place++) if (sequence[place] === kernel) places[filled++] = place;
  return places;
}

function judge(sequence: Uint32Array, places: Uint32Array, kernelCount: number): Candidate {
  const lengths = Array.from({ length: places.length - 1 }, (_, at) => (places[at + 1] ?? 0) - (places[at] ?? 0));
  const order = lengths.map((_, at) => at).sort((a, b) => (lengths[a] ?? 0) - (lengths[b] ?? 0) || a - b);
  const typical = order[order.length >> 1] ?? 0;
  const typicalLength = lengths[typical] ?? 0;
  const reference = new Uint32Array(kernelCount);
  let distinctKernels = 0;
  for (let place = places[typical] ?? 0; place < (places[typical + 1] ?? 0); place++) {
    const kernel = sequence[place] ?? 0;
    if (reference[kernel] === 0) distinctKernels++;
    reference[kernel] = (reference[kernel] ?? 0) + 1;
  }
  const seen = new Uint32Array(kernelCount);
  let matched = typicalLength;
  for (const [at, length] of lengths.entries()) {
    const from = places[at] ?? 0;
    let common = 0;
    for (let place = from; place < from + length; place++) {
      const kernel = sequence[place] ?? 0;
      const times = (seen[kernel] ?? 0) + 1;
      seen[kernel] = times;
      if (times <= (reference[kernel] ?? 0)) common++;
    }
    for (let place = from; place < from + length; place++) seen[sequence[place] ?? 0] = 0;
    // What is missing counts as much as what is too much.
    matched += Math.max(0, common - (typicalLength - common));
  }
  // The last window has no end; it counts as one more like the others, which the cap below evens out.
  return { places, matched: Math.min(1, matched / Math.max(1, sequence.length)), distinctKernels };
}
