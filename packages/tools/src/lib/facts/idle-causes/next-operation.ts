import type { CopyColumns, DispatchColumns, ProcessColumns } from '@perfxpert/rocpd';
import type { DeviceTimeline } from '../device-timeline.js';
import type { StackIndex } from '../stack-index.js';
import { restCauseOf, restCauseOfLaunch } from './rest-cause.js';
import type { NextOperation } from './rest-cause.js';

/** Finds the operations of one device that start at given times. The times may only rise. */
export class NextOperations {
  private dispatchPlace = 0;
  private copyPlace = 0;
  /** Kernel (index into the kernels of the process) that starts at the last time asked for; -1 where none does. */
  private kernel = -1;
  private isFound = false;
  /** Row of the call that launched it; -1 where none is recorded. */
  private call = -1;

  constructor(
    private readonly columns: ProcessColumns,
    private readonly device: DeviceTimeline,
    private readonly calls: StackIndex,
  ) {}

  /** Goes to the kernel that starts at a time, else the copy. Operations of no length start nothing. */
  moveTo(timeNs: number): void {
    const { dispatches, copies } = this.columns;
    this.isFound = true;
    this.dispatchPlace = firstFrom(dispatches, this.device.dispatchRows, this.dispatchPlace, timeNs);
    const dispatch = this.device.dispatchRows[this.dispatchPlace] ?? -1;
    if (dispatch >= 0 && dispatches.startNs[dispatch] === timeNs) {
      this.kernel = dispatches.kernel[dispatch] ?? -1;
      this.call = this.calls.rowOf(dispatches.stackId[dispatch] ?? 0);
      return;
    }
    this.kernel = -1;
    this.copyPlace = firstFrom(copies, this.device.copyRows, this.copyPlace, timeNs);
    const copy = this.device.copyRows[this.copyPlace] ?? -1;
    this.isFound = copy >= 0 && copies.startNs[copy] === timeNs;
    this.call = this.isFound ? this.calls.rowOf(copies.stackId[copy] ?? 0) : -1;
  }

  /** The operation as plain data; null where none was found. */
  current(): NextOperation | null {
    return this.isFound ? { kernel: this.kernelName(), launchedNs: this.call < 0 ? null : this.launchedNs() } : null;
  }

  /** Name of the kernel; null for a copy or where nothing was found. */
  kernelName(): string | null {
    return this.columns.kernels[this.kernel]?.name ?? null;
  }

  /** Thread (index into the threads of the process) that launched it; -1 where no call is recorded. */
  launchThread(): number {
    return this.call < 0 ? -1 : (this.columns.regions.thread[this.call] ?? -1);
  }

  /** `restCauseOf` for a gap before the operation. */
  restCause(hasApi: boolean, gapStartNs: number): number {
    if (!hasApi || !this.isFound || this.call < 0) return restCauseOf(hasApi, this.current(), gapStartNs);
    return restCauseOfLaunch(this.launchedNs(), gapStartNs);
  }

  private launchedNs(): number {
    return this.columns.regions.endNs[this.call] ?? 0;
  }
}

function firstFrom(
  { startNs, endNs }: Pick<DispatchColumns | CopyColumns, 'startNs' | 'endNs'>,
  rows: Uint32Array,
  from: number,
  timeNs: number,
): number {
  let place = from;
  while (place < rows.length) {
    const row = rows[place] ?? 0;
    const start = startNs[row] ?? 0;
    if (start > timeNs || (start === timeNs && (endNs[row] ?? 0) > start)) break;
    place++;
  }
  return place;
}
