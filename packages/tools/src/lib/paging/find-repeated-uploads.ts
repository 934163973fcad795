import type { ProcessColumns } from '@perfxpert/rocpd';

/** A host buffer that was uploaded more than once. */
export interface RepeatedUpload {
  readonly address: bigint;
  readonly sizeBytes: number;
  readonly count: number;
}

/** Uploads of one process by host buffer. */
export interface Uploads {
  /** Buffers uploaded more than once, in order of first upload. */
  readonly repeated: readonly RepeatedUpload[];
  /** Uploads whose source address is recorded; nothing can be said of the others. */
  readonly withAddress: number;
}

/** Uploads whose addresses are looked up at a time. */
const CHUNK = 65_536;

/**
 * Finds buffers that were copied to the GPU more than once: equal source address and size. The host may have written to
 * a buffer in between, so this is what could be avoided at most. Reads the file again for the rows asked for.
 *
 * @param rows copies from host to device of a known size, in order of start.
 */
export function findRepeatedUploads({ copies, copyDetails }: ProcessColumns, rows: Uint32Array): Uploads {
  const found = new Map<string, { address: bigint; sizeBytes: number; count: number }>();
  let withAddress = 0;
  for (let from = 0; from < rows.length; from += CHUNK) {
    const chunk = rows.subarray(from, from + CHUNK);
    const addresses = copyDetails.sourceAddresses(chunk);
    for (let place = 0; place < chunk.length; place++) {
      const address = addresses[place] ?? null;
      if (address === null) continue;
      withAddress += 1;
      const sizeBytes = copies.sizeBytes[chunk[place] ?? 0] ?? 0;
      const key = `${String(address)} ${String(sizeBytes)}`;
      const known = found.get(key);
      if (known === undefined) found.set(key, { address, sizeBytes, count: 1 });
      else known.count += 1;
    }
  }
  return { repeated: [...found.values()].filter(({ count }) => count > 1), withAddress };
}
