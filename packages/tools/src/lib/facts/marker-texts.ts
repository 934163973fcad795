import type { ProcessColumns } from '@perfxpert/rocpd';

const KNOWN_TEXTS = new WeakMap<ProcessColumns['details'], Map<number, string | null>>();

/**
 * Texts of marker rows (`RegionDetails.markerTexts`), each read from the file once a process, whoever asks. In the order
 * of the rows; null where a text cannot be read.
 */
export function markerTextsOf(
  { details }: Pick<ProcessColumns, 'details'>,
  rows: readonly number[],
): (string | null)[] {
  const known = KNOWN_TEXTS.get(details) ?? new Map<number, string | null>();
  KNOWN_TEXTS.set(details, known);
  const missing = rows.filter((row) => !known.has(row));
  const texts = missing.length === 0 ? [] : details.markerTexts(Uint32Array.from(missing));
  for (const [place, row] of missing.entries()) known.set(row, texts[place] ?? null);
  return rows.map((row) => known.get(row) ?? null);
}
