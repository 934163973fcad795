import type { Database } from 'better-sqlite3';

const MAX_HANDLES = 4;

/** Few open handles for look-ups, however many files a trace has. */
export class HandleCache {
  private readonly handles = new Map<string, Database>();

  /** Runs a function with a handle for `key`, opened by `open` if none is kept. */
  use<T>(key: string, open: () => Database, read: (database: Database) => T): T {
    const database = this.handles.get(key) ?? open();
    this.handles.delete(key);
    this.handles.set(key, database);
    for (const [oldest, handle] of this.handles) {
      if (this.handles.size <= MAX_HANDLES) break;
      this.handles.delete(oldest);
      handle.close();
    }
    return read(database);
  }

  close(): void {
    for (const handle of this.handles.values()) handle.close();
    this.handles.clear();
  }
}
