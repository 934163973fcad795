const MAGIC = Buffer.from('d9d505f920a163d7', 'hex');
const HEADER_BYTES = 28;

/** True for the first bytes of a journal that is in use; a finished one was deleted, cut to nothing or begins with zeros. */
export function isJournal(head: Buffer): boolean {
  return head.length >= HEADER_BYTES && head.subarray(0, MAGIC.length).equals(MAGIC);
}

/**
 * The content of a database before a transaction that was never finished: the pages which its journal saved are put
 * back, in a copy. The main file is returned as it is where the journal holds nothing.
 *
 * Source: SQLite documentation, "Database File Format", section 3 "The Rollback Journal".
 */
export function rollBackJournal(main: Buffer, journal: Buffer): Buffer {
  let at = 0;
  let result = main;
  let pageCount: number | null = null;
  while (at + HEADER_BYTES <= journal.length && journal.subarray(at, at + 8).equals(MAGIC)) {
    const recordCount = journal.readUInt32BE(at + 8);
    const nonce = journal.readUInt32BE(at + 12);
    pageCount ??= journal.readUInt32BE(at + 16);
    const sectorSize = Math.max(journal.readUInt32BE(at + 20), 512);
    const pageSize = journal.readUInt32BE(at + 24);
    if (pageSize < 512 || pageSize > 65_536) break;
    at += sectorSize;
    const recordBytes = pageSize + 8;
    const rest = Math.floor((journal.length - at) / recordBytes);
    const records = recordCount === 0xffff_ffff ? rest : Math.min(recordCount, rest);
    for (let record = 0; record < records; record += 1) {
      const number = journal.readUInt32BE(at);
      const page = at + 4;
      if (checksum(journal, page, pageSize, nonce) !== journal.readUInt32BE(page + pageSize))
        return truncate(result, pageCount, pageSize);
      if (number >= 1 && number <= pageCount) {
        if (result.length < number * pageSize) result = Buffer.concat([result], number * pageSize);
        journal.copy(result, (number - 1) * pageSize, page, page + pageSize);
      }
      at += recordBytes;
    }
    result = truncate(result, pageCount, pageSize);
    at = Math.ceil(at / sectorSize) * sectorSize;
  }
  return result;
}

function truncate(content: Buffer, pageCount: number, pageSize: number): Buffer {
  return pageCount > 0 && content.length > pageCount * pageSize ? content.subarray(0, pageCount * pageSize) : content;
}

/** The nonce plus every 200th byte of the page, counted from its end. */
function checksum(journal: Buffer, page: number, pageSize: number, nonce: number): number {
  let sum = nonce;
  for (let at = pageSize - 200; at > 0; at -= 200) sum = (sum + (journal[page + at] ?? 0)) >>> 0;
  return sum;
}
