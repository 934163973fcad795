const BUCKET = /^(\d+)-(\d+)(?:μ|µ|u)s$/;

/** A class of durations in words: `1-5μs` is `1 to 5 µs`, `0-1μs` is `below 1 µs`. Other labels stay as they are. */
export function bucketWords(label: string): string {
  const [, from, to] = BUCKET.exec(label) ?? [];
  if (from === undefined || to === undefined) return label;
  return from === '0' ? `below ${to} µs` : `${from} to ${to} µs`;
}
