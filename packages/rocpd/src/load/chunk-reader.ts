import type { Database, Statement } from 'better-sqlite3';
import { PageFile, type PageSource } from '../pages/page-file.js';
import { readRowsOfPages } from '../pages/read-rows-of-pages.js';
import { RecordReader } from '../pages/record-reader.js';
import { Dictionaries, type Findings, type SpanTable } from './dictionaries.js';
import type { Chunk, ReadPlan, TableKey, TablePlan } from './plan.js';
import { copySink } from './sinks/copy-sink.js';
import { linkFunction, MAX_EXACT, type Cursor, type Put } from './sinks/cursor.js';
import { dispatchSink } from './sinks/dispatch-sink.js';
import { eventSink, FIRST_STAND_IN } from './sinks/event-sink.js';
import { regionSink } from './sinks/region-sink.js';
import { counterSink, sampleSink } from './sinks/value-sinks.js';
import { MAX_DISTANCE } from './sinks/store-span.js';
import type { Stores } from './stores.js';

/** The statements of one way to read a table. */
interface TablePass {
  /** Rows in order of their ids, places counted up. */
  readonly inOrder: Statement;
  /** Rows with their distance from the chunk's first id as place; null if places are counted in any case. */
  readonly byId: Statement | null;
}

interface TableStatements {
  readonly plan: TablePlan;
  readonly careful: TablePass;
  /** Null where the careful way is the only one. */
  readonly quick: TablePass | null;
  readonly put: (...values: unknown[]) => null;
  /** Null where the pages are left to SQLite, also after they were not as expected. */
  pages: PagePass | null;
}

/** How the pages of a table are read. */
interface PagePass {
  readonly root: number;
  readonly reader: RecordReader;
}

/**
 * Reads stretches of tables into columns through one row function per table. SQLite calls it for each row; where the
 * pages of the file can be read past SQLite (docs/decisions/0015-reading-pages.md), it is called for what they hold.
 * Every thread has a reader of its own, with its own handle and dictionaries; the columns may be shared.
 */
export class ChunkReader {
  private readonly dictionaries: Dictionaries;
  private readonly cursor: Cursor = { place: 0 };
  private readonly statements = new Map<TableKey, TableStatements>();
  private readonly file: PageFile | null;
  private chunkStart = 0;

  /** @param pages where the pages of the file are; null to read all through SQLite. */
  constructor(
    private readonly database: Database,
    private readonly plan: ReadPlan,
    private readonly stores: Stores,
    pages: PageSource | null,
  ) {
    this.dictionaries = new Dictionaries(plan.isWide);
    this.file = pages === null ? null : new PageFile(pages);
  }

  /** Reads one chunk. SQLite errors come out as they are. */
  read(chunk: Chunk): void {
    const statements = this.statementsOf(chunk.key);
    const { plan, careful, quick } = statements;
    if (this.readPages(chunk, statements)) return;
    if (quick !== null && this.readQuickly(chunk, plan, quick)) return;
    this.readOnce(chunk, plan, careful, MAX_DISTANCE);
  }

  /** Reads the pages themselves; false, with nothing changed, if they are left to SQLite. */
  private readPages(chunk: Chunk, statements: TableStatements): boolean {
    const { file } = this;
    const { pages, put } = statements;
    if (file === null || pages === null) return false;
    const before = this.snapshot();
    this.dictionaries.maxDistance = MAX_DISTANCE;
    const isRead = this.attempt(chunk, () => {
      let count = this.readPagesOnce(file, chunk, pages, put);
      if (count !== null && count < chunk.slots) {
        // Ids are missing in this stretch: their places must be empty.
        this.restore(before);
        this.clear(chunk);
        count = this.readPagesOnce(file, chunk, pages, put);
      }
      return count !== null && this.dictionaries.largeStackIds.length === before.large;
    });
    // What is odd enough to be left out here is SQLite's to judge, in this chunk and in the rest of the table.
    if (!isRead) statements.pages = null;
    return isRead;
  }

  /** Reads a chunk in a way that may fail; false, with nothing changed, if it did or left out a row. */
  private attempt(chunk: Chunk, read: () => boolean): boolean {
    const before = this.snapshot();
    const countBefore = this.droppedCount();
    if (read() && this.droppedCount() === countBefore) return true;
    this.restore(before);
    this.clear(chunk);
    return false;
  }

  /** Number of rows; null as soon as something is left to SQLite. */
  private readPagesOnce(
    file: PageFile,
    { offset, first, last }: Chunk,
    { root, reader }: PagePass,
    put: TableStatements['put'],
  ): number | null {
    const { cursor } = this;
    const { values } = reader;
    const firstId = Number(first);
    let count = 0;
    const isRead = readRowsOfPages(file, reader, root, { first: firstId, last: Number(last) }, (rowid) => {
      cursor.place = offset + rowid - firstId;
      put(...values);
      count++;
    });
    return isRead ? count : null;
  }

  /** Reads by plain subtraction; false, with nothing changed, if a row was left out that the careful way may keep. */
  private readQuickly(chunk: Chunk, plan: TablePlan, pass: TablePass): boolean {
    return this.attempt(chunk, () => {
      this.readOnce(chunk, plan, pass, Math.min(MAX_DISTANCE, Number(this.plan.origin / 2n)));
      return true;
    });
  }

  private readOnce(chunk: Chunk, plan: TablePlan, { inOrder, byId }: TablePass, maxDistance: number): void {
    const before = this.snapshot();
    this.dictionaries.maxDistance = maxDistance;
    this.cursor.place = chunk.offset;
    this.chunkStart = chunk.offset;
    const bounds = plan.rowid === null ? {} : { first: chunk.first, last: chunk.last };
    const usesOrigin = plan.columns.some((column) => column.includes(':origin'));
    const values = usesOrigin ? { ...bounds, origin: this.plan.origin } : bounds;
    inOrder.get(values);
    if (byId !== null && this.cursor.place !== chunk.offset + chunk.slots) {
      // Ids are missing in this stretch: read it again, with each row at the place of its id.
      this.restore(before);
      this.clear(chunk);
      byId.get(values);
    }
    if (chunk.key === 'events' && this.dictionaries.largeStackIds.length > before.large)
      this.readLargeStackIds(plan, bounds, before.large);
  }

  /** Reads correlation ids again that were too large for a JavaScript number, in the order in which they were met. */
  private readLargeStackIds(plan: TablePlan, bounds: object, from: number): void {
    const [stackId = 'null'] = plan.columns;
    const range = plan.rowid === null ? 'true' : `${plan.rowid} between :first and :last`;
    const ids = this.database
      .prepare(
        `select ${stackId} from ${plan.from} where ${range} and ${stackId} < '' and not (${stackId} > ${FIRST_STAND_IN} and ${stackId} <= ${MAX_EXACT})${plan.rowid === null ? '' : ` order by ${plan.rowid}`}`,
      )
      .pluck()
      .safeIntegers()
      .all(bounds) as (bigint | number)[]; // numbers only: text is greater than ''
    const { largeStackIds } = this.dictionaries;
    ids.forEach((id, index) => {
      const entry = largeStackIds[from + index];
      if (entry !== undefined) entry[1] = BigInt(id);
    });
  }

  findings(): Findings {
    return this.dictionaries.findings();
  }

  /**
   * Takes the row functions off the handle, which may be used again: they hold the columns, tens of megabytes of events
   * that nobody reads once they are joined. The reader must not be used after it.
   */
  release(): void {
    for (const [key, { plan }] of this.statements) {
      this.database.function(`put_${key}`, { directOnly: true }, emptyRow(plan.columns.length));
      this.database.function(`place_${key}`, { directOnly: true }, (distance: unknown) => distance);
    }
    this.statements.clear();
  }

  private statementsOf(key: TableKey): TableStatements {
    const known = this.statements.get(key);
    if (known !== undefined) return known;
    const plan = this.plan.tables.find((table) => table.key === key);
    if (plan === undefined) throw new Error(`no plan for ${key}`);
    const put = this.sinkOf(key) as (...values: unknown[]) => null; // SQLite passes the values of the plan's columns
    this.database.function(
      `put_${key}`,
      { varargs: false, directOnly: true, deterministic: false },
      fixArity(put, plan.columns.length),
    );
    this.database.function(`place_${key}`, { directOnly: true, deterministic: false }, (distance: unknown) => {
      this.cursor.place = this.chunkStart + Number(distance);
      return 0;
    });
    const range = plan.rowid === null ? '' : ` where ${plan.rowid} between :first and :last`;
    const passOf = (columns: readonly string[]): TablePass => this.preparePass(key, plan, columns, range);
    const careful = passOf(plan.columns);
    const quick = plan.quickColumns === null ? null : passOf(plan.quickColumns);
    const statements: TableStatements = { plan, careful, quick, put, pages: this.pagePassOf(plan) };
    this.statements.set(key, statements);
    return statements;
  }

  private pagePassOf({ pages, first }: TablePlan): PagePass | null {
    if (this.file === null || pages === null || first < 0n || first > BigInt(MAX_EXACT)) return null;
    return { root: pages.root, reader: new RecordReader(this.file.view, pages.fields, this.plan.origin) };
  }

  private preparePass(key: TableKey, plan: TablePlan, columns: readonly string[], range: string): TablePass {
    const call = `put_${key}(${columns.join(', ')})`;
    return {
      inOrder: this.database.prepare(`select count(${call}) from ${plan.from}${range}`),
      byId:
        plan.isDense && plan.rowid !== null
          ? this.database.prepare(
              `select count(case when place_${key}(${plan.rowid} - :first) = 0 then ${call} end) from ${plan.from}${range}`,
            )
          : null,
    };
  }

  private droppedCount(): number {
    const { dispatches, copies, regions } = this.dictionaries.dropped;
    return [dispatches, copies, regions].reduce(
      (sum, { nullTimes, negativeDurations }) => sum + nullTimes + negativeDurations,
      0,
    );
  }

  private sinkOf(key: TableKey): Put {
    const { stores, dictionaries, cursor, plan } = this;
    const { links } = plan;
    const link = (field: string): ((eventId: unknown) => number) =>
      linkFunction(links, () => {
        dictionaries.bad.add(`${field}.event_id`);
      });
    switch (key) {
      case 'events':
        return eventSink(stores.events, dictionaries, cursor, links, plan.isWide);
      case 'dispatches':
        return dispatchSink(stores.dispatches, dictionaries, cursor, link('kernel_dispatch'), plan.hasCounters);
      case 'copies':
        return copySink(stores.copies, dictionaries, cursor, link('memory_copy'));
      case 'samples':
        return sampleSink(stores.samples, dictionaries, cursor, link('sample'));
      case 'counters':
        return counterSink(stores.counters, dictionaries, cursor, link('pmc_event'));
      case 'regions':
        return regionSink(stores.regions, dictionaries, cursor, link('region'));
    }
  }

  private snapshot(): {
    bad: Map<string, number>;
    dropped: Record<SpanTable, [number, number]>;
    samples: number;
    large: number;
    open: number;
  } {
    const { bad, dropped, sampleCount, largeStackIds, openRegions } = this.dictionaries;
    const counts = (table: SpanTable): [number, number] => [dropped[table].nullTimes, dropped[table].negativeDurations];
    return {
      bad: new Map(bad.counts),
      dropped: { dispatches: counts('dispatches'), copies: counts('copies'), regions: counts('regions') },
      samples: sampleCount,
      large: largeStackIds.length,
      open: openRegions.length,
    };
  }

  private restore(snapshot: ReturnType<ChunkReader['snapshot']>): void {
    const { dictionaries } = this;
    dictionaries.bad.counts.clear();
    dictionaries.bad.merge(snapshot.bad);
    for (const table of ['dispatches', 'copies', 'regions'] as const) {
      const [nullTimes, negativeDurations] = snapshot.dropped[table];
      dictionaries.dropped[table].nullTimes = nullTimes;
      dictionaries.dropped[table].negativeDurations = negativeDurations;
    }
    dictionaries.sampleCount = snapshot.samples;
    dictionaries.largeStackIds.length = snapshot.large;
    dictionaries.openRegions.length = snapshot.open;
  }

  /** Empties the places of a chunk. */
  private clear(chunk: Chunk): void {
    const { offset, slots, key } = chunk;
    const end = offset + slots;
    const { events, dispatches, copies, samples, counters, regions } = this.stores;
    if (key === 'events') {
      events.stackId.fill(0, offset, end);
      events.category.fill(0, offset, end);
    } else if (key === 'dispatches') dispatches.startNs.fill(Number.NaN, offset, end);
    else if (key === 'copies') copies.startNs.fill(Number.NaN, offset, end);
    else if (key === 'samples') samples.link.fill(0, offset, end);
    else if (key === 'counters') counters.value.fill(Number.NaN, offset, end);
    else regions.startNs.fill(Number.NaN, offset, end);
  }
}

/** A row function of some arguments that stores nothing. */
function emptyRow(argumentCount: number): (...values: unknown[]) => null {
  const row = (): null => null;
  Object.defineProperty(row, 'length', { value: argumentCount });
  return row;
}

/** SQLite takes the number of arguments from `length`; row functions declare all of theirs. */
function fixArity(put: (...values: unknown[]) => null, count: number): (...values: unknown[]) => null {
  if (put.length !== count) throw new Error(`row function takes ${put.length} values, the plan has ${count}`);
  return put;
}
