import type { Database } from 'better-sqlite3';
import type { ProcessTables } from '../layout/detect-layout.js';
import { columnExpressions } from '../queries/read-rows.js';
import { memoryCopyTable } from '../schema/device-work.js';
import type { CopyDetails } from '../trace.js';

/** What the look-ups need to find the rows of the file again. */
export interface CopyPlaces {
  readonly source: ProcessTables;
  /** Place of a sorted row; null where rows are places. */
  readonly order: Uint32Array | null;
  /** Row id of a place. */
  readonly rowidOf: (place: number) => bigint;
  /** Runs a function with an open handle. */
  readonly use: <T>(read: (database: Database) => T) => T;
}

/** Look-ups of copies by row: each call reads the file once, by row ids. */
export function createCopyDetails({ source, order, rowidOf, use }: CopyPlaces): CopyDetails {
  return {
    sourceAddresses(rows) {
      const table = source.tables.get('memory_copy');
      if (table === undefined || table.rowid === null) return Array.from(rows, () => null);
      const { srcAddress } = columnExpressions(table, memoryCopyTable(table.name));
      if (srcAddress === 'null') return Array.from(rows, () => null);
      return use((database) => {
        const read = database
          .prepare(`select ${srcAddress} from ${table.sql} where ${table.rowid ?? ''} = ?`)
          .pluck()
          .safeIntegers();
        return Array.from(rows, (row) => {
          const address: unknown = read.get(rowidOf(order?.[row] ?? row));
          return typeof address === 'bigint' && address !== 0n ? address : null;
        });
      });
    },
  };
}
