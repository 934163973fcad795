import type { Database } from 'better-sqlite3';

const MAX_IDLE = 4;

/**
 * Keeps a few handles open between uses, however many files a trace has: opening a file that holds hundreds of processes
 * takes SQLite a while. A handle in use belongs to its user alone.
 */
export class HandlePool {
  private idle: { readonly key: string; readonly database: Database }[] = [];
  private isClosed = false;

  /** A handle for `key`: an idle one, else what `open` makes. */
  take(key: string, open: () => Database): Database {
    const found = this.idle.find((handle) => handle.key === key);
    if (found === undefined) return open();
    this.idle = this.idle.filter((handle) => handle !== found);
    return found.database;
  }

  /** Gives a handle back, with no statement or transaction under way. */
  give(key: string, database: Database): void {
    // Of databases that lie in memory as a whole only the last one stays.
    if (database.memory) this.closeIdle(({ memory }) => memory);
    this.idle.push({ key, database });
    while (this.idle.length > (this.isClosed ? 0 : MAX_IDLE)) this.idle.shift()?.database.close();
  }

  /** Closes idle handles now, and those in use when they are given back. */
  close(): void {
    this.isClosed = true;
    this.closeIdle(() => true);
  }

  private closeIdle(isUnwanted: (database: Database) => boolean): void {
    for (const { database } of this.idle) if (isUnwanted(database)) database.close();
    this.idle = this.idle.filter(({ database }) => database.open);
  }
}
