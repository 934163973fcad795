import type { PageFile } from './page-file.js';
import type { RecordReader } from './record-reader.js';

const INTERIOR = 5;
const LEAF = 13;
const INTERIOR_HEADER_BYTES = 12;
const LEAF_HEADER_BYTES = 8;
/** A tree of this many levels would hold more rows than a file can. */
const MAX_DEPTH = 20;
/** The header of the file takes the first bytes of page 1. */
const FILE_HEADER_BYTES = 100;

/** Takes a row: its id; its values are in the reader. */
type Visit = (rowid: number) => void;

/**
 * Visits the rows of a table with ids from `first` to `last`, in order. False as soon as something is not as expected:
 * a damaged page, ids out of order, a record that the reader leaves to SQLite. Rows visited before that are void.
 *
 * @param root page of the table's root.
 */
export function readRowsOfPages(
  file: PageFile,
  reader: RecordReader,
  root: number,
  { first, last }: { readonly first: number; readonly last: number },
  visit: Visit,
): boolean {
  let lastRowid = first - 1;
  let isOver = false;
  const { view, usableBytes } = file;
  const maxLocal = usableBytes - 35;
  const minLocal = Math.floor(((usableBytes - 12) * 32) / 255) - 23;

  /** Bytes of a payload that lie in the leaf itself. */
  const localBytes = (payload: number): number => {
    if (payload <= maxLocal) return payload;
    const kept = minLocal + ((payload - minLocal) % (usableBytes - 4));
    return kept <= maxLocal ? kept : minLocal;
  };

  const readLeaf = (start: number, header: number): boolean => {
    const end = start + usableBytes;
    const count = view.getUint16(header + 3);
    const pointers = header + LEAF_HEADER_BYTES;
    if (pointers + 2 * count > end) return false;
    for (let cell = 0; cell < count; cell++) {
      const at = start + view.getUint16(pointers + 2 * cell);
      // The two varints of a cell take at most 18 bytes; the shortest cell takes 4.
      if (at < pointers || at + 4 > end) return false;
      const payload = reader.varint(at);
      const rowid = reader.varint(reader.next);
      if (rowid < first && lastRowid < first) continue;
      if (rowid > last) {
        isOver = true;
        return true;
      }
      const body = reader.next;
      const bodyEnd = body + localBytes(payload);
      if (rowid <= lastRowid || bodyEnd > end) return false;
      lastRowid = rowid;
      if (!reader.read(body, bodyEnd, rowid)) return false;
      visit(rowid);
    }
    return true;
  };

  /** Children of an interior page that may hold ids of the range; null if the page is damaged. */
  const childrenOf = (start: number, header: number): number[] | null => {
    const end = start + usableBytes;
    const count = view.getUint16(header + 3);
    const pointers = header + INTERIOR_HEADER_BYTES;
    if (pointers + 2 * count > end) return null;
    const children: number[] = [];
    for (let cell = 0; cell < count; cell++) {
      const at = start + view.getUint16(pointers + 2 * cell);
      if (at < pointers || at + 5 > end) return null;
      const key = reader.varint(at + 4);
      if (key < first) continue;
      children.push(view.getUint32(at));
      if (key >= last) return children;
    }
    children.push(view.getUint32(header + 8));
    return children;
  };

  // A page holds a row at least; more pages than twice the rows are a tree that runs in circles.
  let pagesLeft = 2 * (last - first + 1) + MAX_DEPTH;
  const readPage = (page: number, depth: number): boolean => {
    const start = file.load(page);
    if (start < 0 || depth > MAX_DEPTH || pagesLeft-- <= 0) return false;
    const header = page === 1 ? start + FILE_HEADER_BYTES : start;
    const kind = view.getUint8(header);
    if (kind === LEAF) return readLeaf(start, header);
    if (kind !== INTERIOR) return false;
    const children = childrenOf(start, header);
    if (children === null) return false;
    for (const child of children) {
      if (isOver) break;
      if (!readPage(child, depth + 1)) return false;
    }
    return true;
  };

  try {
    return readPage(root, 0);
  } catch (error) {
    // A field beyond the view: the page says something impossible.
    if (error instanceof RangeError) return false;
    throw error;
  }
}
