import { createHash } from 'node:crypto';

/** Reports that can be read: the latest traces that were analysed. */
const MOST_REPORTS = 32;

/** A trace whose report can be read as a resource. */
export interface ShelvedReport {
  readonly id: string;
  readonly paths: string | readonly string[];
}

/** Traces that were analysed in this process, so that their reports can be read whole. */
export interface ReportShelf {
  /** Puts a trace on the shelf; true if it was not there. */
  add(paths: string | readonly string[]): boolean;
  find(id: string): ShelvedReport | null;
  /** The latest first. */
  list(): readonly ShelvedReport[];
}

export function createReportShelf(): ReportShelf {
  const shelf = new Map<string, ShelvedReport>();
  return {
    add(paths) {
      const id = createHash('sha256').update(JSON.stringify(paths)).digest('hex').slice(0, 12);
      const isNew = !shelf.has(id);
      shelf.delete(id);
      shelf.set(id, { id, paths });
      const [oldest] = shelf.keys();
      if (shelf.size > MOST_REPORTS && oldest !== undefined) shelf.delete(oldest);
      return isNew;
    },
    find: (id) => shelf.get(id) ?? null,
    list: () => [...shelf.values()].reverse(),
  };
}
