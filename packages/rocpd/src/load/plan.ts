import type { RecordField } from '../pages/record-reader.js';

/** A big table: read once, by stretches of row ids. */
export type TableKey = 'events' | 'dispatches' | 'copies' | 'samples' | 'counters' | 'regions';

/** A stretch of a table by row id, and the places its rows take in the columns. */
export interface Chunk {
  readonly key: TableKey;
  readonly first: bigint;
  readonly last: bigint;
  readonly offset: number;
  readonly slots: number;
}

/** How one table is read. Plain data: it goes to the second thread as it is. */
export interface TablePlan {
  readonly key: TableKey;
  /** Table name, quoted. */
  readonly from: string;
  /** SQL name of the row id; null: the table is read in one piece. */
  readonly rowid: string | null;
  /** SQL expressions, the arguments of the row function. `:origin` is bound to the origin. */
  readonly columns: readonly string[];
  /** The same with times by plain subtraction, or null: see `QUICK_TIMES`. */
  readonly quickColumns: readonly string[] | null;
  /** Where the same values lie in the pages of the file; null if only SQLite can tell. */
  readonly pages: TablePages | null;
  /** True if a row's place is its row id minus the first one; false if places are given out in order of reading. */
  readonly isDense: boolean;
  readonly first: bigint;
  readonly slots: number;
}

/** A table as pages: its root, and the arguments of the row function by column of the record. */
export interface TablePages {
  readonly root: number;
  readonly fields: readonly RecordField[];
}

/** How events are found by the ids that records carry. */
export interface EventLinks {
  /** `dense`: place = id - first. `sorted`: the ids are kept and searched. `none`: there is no event table. */
  readonly kind: 'dense' | 'sorted' | 'none';
  readonly first: number;
  readonly slots: number;
}

/** Everything that a thread needs to read its share of one process. */
export interface ReadPlan {
  readonly origin: bigint;
  readonly tables: readonly TablePlan[];
  readonly chunks: readonly Chunk[];
  readonly links: EventLinks;
  /** True if dispatches must remember their events, because counter values point at them. */
  readonly hasCounters: boolean;
  /** Columns of more than 65,535 distinct values, and correlation ids beyond 2^32, need wide arrays. */
  readonly isWide: boolean;
}
