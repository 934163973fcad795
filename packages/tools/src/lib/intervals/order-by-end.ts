/**
 * Rows in order of (end, row), for rows that come in order of start: a sweep that keeps the rows that have started and
 * not ended on a heap. Linear times the logarithm of how many overlap at once, so nearly linear for a time line.
 *
 * @param rows rows to order, rising and in order of start; all of them where absent.
 */
export function orderByEnd(startNs: Float64Array, endNs: Float64Array, rows?: Uint32Array): Uint32Array {
  const count = rows?.length ?? startNs.length;
  const ordered = new Uint32Array(count);
  const running = new EndHeap(endNs);
  let filled = 0;
  for (let place = 0; place < count; place++) {
    const row = rows === undefined ? place : (rows[place] ?? 0);
    const start = startNs[row] ?? 0;
    while (running.firstEnd <= start) ordered[filled++] = running.pop();
    running.push(row);
  }
  while (filled < count) ordered[filled++] = running.pop();
  return ordered;
}

/**
 * How many of the ordered rows come before (time, row) in the order of (end, row): those that end before `time`, and
 * those that end at `time` and have a smaller number than `row`. Searches in growing steps down from `atMost`, then by
 * halves, so a caller that goes back in time and hands in its last answer finds the next one at once.
 *
 * @param atMost known upper bound of the answer.
 */
export function countEndingBefore(
  ordered: Uint32Array,
  endNs: Float64Array,
  time: number,
  row: number,
  atMost = ordered.length,
): number {
  let high = atMost;
  let step = 1;
  while (high > 0 && !isBefore(ordered, endNs, Math.max(0, high - step), time, row)) {
    high = Math.max(0, high - step);
    step *= 2;
  }
  let low = Math.max(0, high - step);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(ordered, endNs, middle, time, row)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The last of those rows; -1 if there is none. */
export function lastEndingBefore(ordered: Uint32Array, endNs: Float64Array, time: number, row: number): number {
  const count = countEndingBefore(ordered, endNs, time, row);
  return count === 0 ? -1 : (ordered[count - 1] ?? -1);
}

function isBefore(ordered: Uint32Array, endNs: Float64Array, place: number, time: number, row: number): boolean {
  const candidate = ordered[place] ?? 0;
  const end = endNs[candidate] ?? 0;
  return end < time || (end === time && candidate < row);
}

/** Binary heap of rows, the one with the least (end, row) on top. */
class EndHeap {
  private rows = new Uint32Array(16);
  private size = 0;

  constructor(private readonly endNs: Float64Array) {}

  /** End of the row on top; infinite for an empty heap. */
  get firstEnd(): number {
    return this.size === 0 ? Number.POSITIVE_INFINITY : (this.endNs[this.rows[0] ?? 0] ?? 0);
  }

  push(row: number): void {
    if (this.size === this.rows.length) {
      const larger = new Uint32Array(2 * this.size);
      larger.set(this.rows);
      this.rows = larger;
    }
    let place = this.size++;
    while (place > 0) {
      const parent = (place - 1) >>> 1;
      const parentRow = this.rows[parent] ?? 0;
      if (this.isBefore(parentRow, row)) break;
      this.rows[place] = parentRow;
      place = parent;
    }
    this.rows[place] = row;
  }

  pop(): number {
    const first = this.rows[0] ?? 0;
    this.size--;
    if (this.size > 0) this.settle(this.rows[this.size] ?? 0);
    return first;
  }

  /** Puts a row in the place of the top and lets it sink. */
  private settle(row: number): void {
    let place = 0;
    for (let child = 1; child < this.size; child = 2 * place + 1) {
      if (child + 1 < this.size && this.isBefore(this.rows[child + 1] ?? 0, this.rows[child] ?? 0)) child++;
      const childRow = this.rows[child] ?? 0;
      if (this.isBefore(row, childRow)) break;
      this.rows[place] = childRow;
      place = child;
    }
    this.rows[place] = row;
  }

  private isBefore(a: number, b: number): boolean {
    const endA = this.endNs[a] ?? 0;
    const endB = this.endNs[b] ?? 0;
    return endA < endB || (endA === endB && a < b);
  }
}
