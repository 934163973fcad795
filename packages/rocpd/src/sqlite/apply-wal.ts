const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

/**
 * The content of a database after what its write-ahead log has committed: pages of committed frames replace those of
 * the main file. Frames after the last commit, or of an earlier use of the log (other salts), or with a wrong checksum
 * do not count. The main file is returned as it is where the log holds nothing.
 *
 * Source: SQLite documentation, "Database File Format", section 4 "The Write-Ahead Log".
 */
export function applyWal(main: Buffer, wal: Buffer): Buffer {
  if (wal.length < HEADER_BYTES) return main;
  const magic = wal.readUInt32BE(0);
  if ((magic & 0xffff_fffe) >>> 0 !== 0x377f_0682) return main;
  const pageSize = wal.readUInt32BE(8);
  if (pageSize < 512 || pageSize > 65_536 || (pageSize & (pageSize - 1)) !== 0) return main;
  const isBigEndian = (magic & 1) === 1;
  const salts = wal.subarray(16, 24);
  const sum: [number, number] = [0, 0];
  addChecksum(sum, wal, 0, 24, isBigEndian);
  if (sum[0] !== wal.readUInt32BE(24) || sum[1] !== wal.readUInt32BE(28)) return main;

  const committed = new Map<number, number>();
  let pending = new Map<number, number>();
  let pageCount = 0;
  for (let at = HEADER_BYTES; at + FRAME_HEADER_BYTES + pageSize <= wal.length; at += FRAME_HEADER_BYTES + pageSize) {
    const page = at + FRAME_HEADER_BYTES;
    if (!wal.subarray(at + 8, at + 16).equals(salts)) break;
    addChecksum(sum, wal, at, at + 8, isBigEndian);
    addChecksum(sum, wal, page, page + pageSize, isBigEndian);
    if (sum[0] !== wal.readUInt32BE(at + 16) || sum[1] !== wal.readUInt32BE(at + 20)) break;
    pending.set(wal.readUInt32BE(at), page);
    const pagesAfterCommit = wal.readUInt32BE(at + 4);
    if (pagesAfterCommit === 0) continue;
    pageCount = pagesAfterCommit;
    for (const [number, place] of pending) committed.set(number, place);
    pending = new Map();
  }
  return pageCount === 0 ? main : assemble(main, wal, committed, pageSize, pageCount);
}

function assemble(
  main: Buffer,
  wal: Buffer,
  pages: ReadonlyMap<number, number>,
  pageSize: number,
  pageCount: number,
): Buffer {
  const largest = main.length + wal.length;
  const size = Math.min(pageCount * pageSize, largest);
  const result = size === main.length ? main : Buffer.concat([main], size);
  for (const [number, place] of pages)
    if (number >= 1 && number * pageSize <= size) wal.copy(result, (number - 1) * pageSize, place, place + pageSize);
  return result;
}

/** SQLite's checksum: two sums over pairs of 32-bit words, in the byte order that the header names. */
function addChecksum(sum: [number, number], bytes: Buffer, from: number, to: number, isBigEndian: boolean): void {
  let [first, second] = sum;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = from; at < to; at += 8) {
    first = (first + view.getUint32(at, !isBigEndian) + second) >>> 0;
    second = (second + view.getUint32(at + 4, !isBigEndian) + first) >>> 0;
  }
  sum[0] = first;
  sum[1] = second;
}
