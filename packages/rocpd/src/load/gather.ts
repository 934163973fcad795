/** Any column. */
type Column = Float64Array | Uint32Array | Uint16Array;

/** Working memory that the tables of one load share: it is as large as a column, and the collector frees it late. */
export class WorkMemory {
  private buffer = new ArrayBuffer(0);

  /** At least so many bytes; what was there before is lost. */
  take(bytes: number): ArrayBuffer {
    if (this.buffer.byteLength < bytes) this.buffer = new ArrayBuffer(bytes);
    return this.buffer;
  }
}

/**
 * Puts the rows of several columns in the given order of places, column by column, through one piece of working memory.
 * The rows come to lie at the front of the columns, and these are returned cut to their number; null leaves everything as it is.
 */
export class Gatherer {
  private readonly work: ArrayBuffer;

  constructor(
    private readonly order: Uint32Array | null,
    memory = new WorkMemory(),
  ) {
    this.work = memory.take((order?.length ?? 0) * Float64Array.BYTES_PER_ELEMENT);
  }

  apply<T extends Column>(column: T): T {
    const { order } = this;
    if (order === null) return column;
    const count = order.length;
    const make = column.constructor as new (buffer: ArrayBuffer, offset: number, length: number) => T; // typed arrays all have this constructor
    const result = new make(this.work, 0, count);
    for (let row = 0; row < count; row += 1) result[row] = column[order[row] ?? 0] ?? 0;
    column.set(result);
    // A column that few rows are left of gives its memory back.
    return (count * 2 < column.length ? column.slice(0, count) : column.subarray(0, count)) as T; // the kind of array stays
  }
}
