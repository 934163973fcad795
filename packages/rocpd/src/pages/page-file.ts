import fs from 'node:fs';

/** Bytes read at once: pages of one table lie in order, but between those of others. */
const WINDOW_BYTES = 1 << 14;
const HEADER_BYTES = 100;

/** What a reader must know of a database file to find its pages. Plain data: it goes to another thread as it is. */
export interface PageSource {
  /** Open for reading; owned by whoever made the source. */
  readonly descriptor: number;
  readonly pageBytes: number;
  /** Bytes of a page that hold content; the rest is reserved. */
  readonly usableBytes: number;
}

/**
 * The pages of a SQLite database file, read past SQLite (docs/decisions/0015-reading-pages.md; file format:
 * https://www.sqlite.org/fileformat2.html). Only while a transaction of SQLite keeps writers away.
 */
export class PageFile {
  /** A stretch of the file. */
  readonly view: DataView;
  private readonly window: Uint8Array;
  private firstByte = 0;
  private lastByte = 0;

  constructor(private readonly source: PageSource) {
    this.window = new Uint8Array(Math.max(WINDOW_BYTES, source.pageBytes));
    this.view = new DataView(this.window.buffer);
  }

  get usableBytes(): number {
    return this.source.usableBytes;
  }

  /** Brings a page into the view: where it starts there, -1 if the file does not have all of it. */
  load(page: number): number {
    const { pageBytes, descriptor } = this.source;
    const start = (page - 1) * pageBytes;
    if (start < this.firstByte || start + pageBytes > this.lastByte) {
      const length = fs.readSync(descriptor, this.window, 0, this.window.length, start);
      this.firstByte = start;
      this.lastByte = start + length;
      if (length < pageBytes) return -1;
    }
    return start - this.firstByte;
  }
}

/** Pages that may be read as long as the transaction lasts that keeps writers away. */
export interface OpenPages {
  readonly source: PageSource;
  /** True if nobody wrote the file since it was opened, which the lock should see to. */
  isUnchanged(): boolean;
  close(): void;
}

/** Opens a database file for its pages; null for one in write-ahead-log mode, whose pages are not all there is. */
export function openPages(file: string): OpenPages | null {
  const descriptor = fs.openSync(file, 'r');
  const header = Buffer.alloc(HEADER_BYTES);
  fs.readSync(descriptor, header, 0, HEADER_BYTES, 0);
  const size = header.readUInt16BE(16);
  const pageBytes = size === 1 ? 65_536 : size;
  if (header[18] !== 1 || header[19] !== 1 || pageBytes < 512) {
    fs.closeSync(descriptor);
    return null;
  }
  const state = stateOf(descriptor);
  return {
    source: { descriptor, pageBytes, usableBytes: pageBytes - (header[20] ?? 0) },
    isUnchanged: () => stateOf(descriptor) === state,
    close: () => {
      fs.closeSync(descriptor);
    },
  };
}

/** The state of a file as far as its header, which counts changes, and its inode tell. */
function stateOf(descriptor: number): string {
  const header = Buffer.alloc(HEADER_BYTES);
  fs.readSync(descriptor, header, 0, HEADER_BYTES, 0);
  const { size, mtimeNs } = fs.fstatSync(descriptor, { bigint: true });
  return `${header.toString('hex')} ${String(size)} ${String(mtimeNs)}`;
}
