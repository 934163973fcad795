import type { DispatchColumns } from '@perfxpert/rocpd';

/**
 * Time in which kernels of only one name ran on a device, by index of the name: a sweep over starts and ends with a
 * heap of the kernels that run. Adds to `exclusiveNs`, whose last entry collects names that are not asked for.
 *
 * @param rows dispatches of one device in order of start.
 * @param nameOfKernel index into `exclusiveNs` by kernel.
 * @param minDurationNs shorter dispatches count for the last entry: they still keep others from being alone.
 */
export function addExclusiveTime(
  exclusiveNs: Float64Array,
  { startNs, endNs, kernel }: DispatchColumns,
  rows: Uint32Array,
  nameOfKernel: Uint32Array,
  minDurationNs: number,
): void {
  const sink = exclusiveNs.length - 1;
  const running = new RunningKernels(exclusiveNs);
  for (let place = 0; place < rows.length; place++) {
    const row = rows[place] ?? 0;
    const start = startNs[row] ?? 0;
    const end = endNs[row] ?? 0;
    if (end <= start) continue;
    const name = end - start < minDurationNs ? sink : (nameOfKernel[kernel[row] ?? 0] ?? sink);
    running.advance(start);
    const next = place + 1 < rows.length ? (startNs[rows[place + 1] ?? 0] ?? 0) : Number.POSITIVE_INFINITY;
    // Most kernels run alone: no need to put them on the heap.
    if (running.isIdle && end <= next) exclusiveNs[name] = (exclusiveNs[name] ?? 0) + end - start;
    else running.add(name, start, end);
  }
  running.advance(Number.POSITIVE_INFINITY);
}

/** The kernels that run at a moment, the one that ends first on top of a binary heap, and how many have each name. */
class RunningKernels {
  private readonly ends: number[] = [];
  private readonly names: number[] = [];
  private readonly runningByName: Uint32Array;
  private distinctNames = 0;
  /** Sum of the indices of the distinct names: the index itself while there is one. */
  private nameSum = 0;
  private time = 0;

  constructor(private readonly exclusiveNs: Float64Array) {
    this.runningByName = new Uint32Array(exclusiveNs.length);
  }

  get isIdle(): boolean {
    return this.ends.length === 0;
  }

  /** Lets time pass until `until`: kernels that end by then are taken off. */
  advance(until: number): void {
    while (this.ends.length > 0 && (this.ends[0] ?? 0) <= until) {
      this.passTo(this.ends[0] ?? 0);
      this.removeFirst();
    }
    if (this.ends.length > 0) this.passTo(until);
  }

  /** Starts a kernel at `start`, up to which time has passed. */
  add(name: number, start: number, end: number): void {
    this.time = start;
    const running = this.runningByName[name] ?? 0;
    this.runningByName[name] = running + 1;
    if (running === 0) {
      this.distinctNames++;
      this.nameSum += name;
    }
    let place = this.ends.length;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      const parentEnd = this.ends[parent] ?? 0;
      if (parentEnd <= end) break;
      this.ends[place] = parentEnd;
      this.names[place] = this.names[parent] ?? 0;
      place = parent;
    }
    this.ends[place] = end;
    this.names[place] = name;
  }

  private passTo(time: number): void {
    if (this.distinctNames === 1)
      this.exclusiveNs[this.nameSum] = (this.exclusiveNs[this.nameSum] ?? 0) + time - this.time;
    this.time = time;
  }

  private removeFirst(): void {
    const name = this.names[0] ?? 0;
    const running = (this.runningByName[name] ?? 0) - 1;
    this.runningByName[name] = running;
    if (running === 0) {
      this.distinctNames--;
      this.nameSum -= name;
    }
    const lastEnd = this.ends.pop() ?? 0;
    const lastName = this.names.pop() ?? 0;
    const size = this.ends.length;
    if (size === 0) return;
    let place = 0;
    for (let child = 1; child < size; child = 2 * place + 1) {
      if (child + 1 < size && (this.ends[child + 1] ?? 0) < (this.ends[child] ?? 0)) child++;
      const childEnd = this.ends[child] ?? 0;
      if (childEnd >= lastEnd) break;
      this.ends[place] = childEnd;
      this.names[place] = this.names[child] ?? 0;
      place = child;
    }
    this.ends[place] = lastEnd;
    this.names[place] = lastName;
  }
}
