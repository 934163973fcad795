/** What other ranks do to a collective. */
export interface Meeting {
  /** It does not end before. */
  readonly untilNs: number;
  readonly leaveNs: number;
}

/** Something that a GPU does: a kernel, a copy or a collective. Times in ns; null until it has started. */
export interface DeviceOperation {
  readonly stream: number;
  /** When the command reaches the GPU. */
  readonly arrivesNs: number;
  readonly durationNs: number;
  /** Pause after the operation before it on its stream. */
  readonly pauseNs: number;
  /** Share of the compute units it occupies; 0 for copies and collectives. */
  readonly share: number;
  /** Copy engine or network that it needs for itself. */
  readonly engine: string | null;
  /** Operations of other streams that must have ended. */
  readonly after: readonly DeviceOperation[];
  /** For a collective of several ranks: when all are through, and how much later this one leaves. */
  readonly meeting?: Meeting;
  startNs: number | null;
  endNs: number | null;
}

/**
 * The GPU as a discrete-event simulation: streams are first in, first out; kernels run side by side while their shares of
 * the compute units fit; an engine does one thing at a time. Operations start in order of time, the earlier submitted
 * first where times are equal.
 */
export class Device {
  private readonly pending = new Map<number, DeviceOperation[]>();
  private readonly streamFreeNs = new Map<number, number>();
  private readonly engineFreeNs = new Map<string, number>();
  private readonly lastOfStream = new Map<number, DeviceOperation>();
  private running: DeviceOperation[] = [];

  submit(operation: DeviceOperation): void {
    const queue = this.pending.get(operation.stream);
    if (queue === undefined) this.pending.set(operation.stream, [operation]);
    else queue.push(operation);
    this.lastOfStream.set(operation.stream, operation);
  }

  /** The operation submitted last on a stream, or null. */
  last(stream: number): DeviceOperation | null {
    return this.lastOfStream.get(stream) ?? null;
  }

  /** The operations submitted last on each stream. */
  lastOfAll(): DeviceOperation[] {
    return [...this.lastOfStream.values()];
  }

  /** Starts everything that starts up to a time, in order. Nothing submitted later can start before it. */
  advanceTo(timeNs: number): void {
    for (;;) {
      const next = this.nextStart();
      if (next === null || next.startNs > timeNs) return;
      this.start(next.operation, next.startNs);
    }
  }

  /** Runs until an operation has started, and returns when it ends. The host submits nothing meanwhile. */
  endOf(operation: DeviceOperation): number {
    while (operation.endNs === null) {
      const next = this.nextStart();
      if (next === null) throw new Error('The simulated streams wait for each other');
      this.start(next.operation, next.startNs);
    }
    return operation.endNs;
  }

  private nextStart(): { operation: DeviceOperation; startNs: number } | null {
    let best: { operation: DeviceOperation; startNs: number } | null = null;
    for (const queue of this.pending.values()) {
      const [operation] = queue;
      if (operation === undefined) continue;
      const startNs = this.earliestStart(operation);
      if (startNs !== null && (best === null || startNs < best.startNs)) best = { operation, startNs };
    }
    return best;
  }

  private earliestStart(operation: DeviceOperation): number | null {
    const streamFreeNs = this.streamFreeNs.get(operation.stream);
    let startNs = operation.arrivesNs;
    if (streamFreeNs !== undefined) startNs = Math.max(startNs, streamFreeNs + operation.pauseNs);
    for (const other of operation.after) {
      if (other.endNs === null) return null;
      startNs = Math.max(startNs, other.endNs + operation.pauseNs);
    }
    if (operation.engine !== null) startNs = Math.max(startNs, this.engineFreeNs.get(operation.engine) ?? 0);
    return operation.share === 0 ? startNs : this.whenUnitsAreFree(operation.share, startNs);
  }

  private whenUnitsAreFree(share: number, fromNs: number): number {
    const endNs = (operation: DeviceOperation): number => operation.endNs ?? 0;
    const candidates = [fromNs, ...this.running.map(endNs).filter((end) => end > fromNs)].sort((a, b) => a - b);
    for (const time of candidates) {
      const used = this.running.reduce((sum, operation) => (endNs(operation) > time ? sum + operation.share : sum), 0);
      if (used + share <= 1.000001) return time;
    }
    return fromNs;
  }

  private start(operation: DeviceOperation, startNs: number): void {
    operation.startNs = startNs;
    operation.endNs = startNs + operation.durationNs;
    if (operation.meeting !== undefined)
      operation.endNs = Math.max(operation.endNs, operation.meeting.untilNs) + operation.meeting.leaveNs;
    this.pending.get(operation.stream)?.shift();
    this.streamFreeNs.set(operation.stream, operation.endNs);
    if (operation.engine !== null) this.engineFreeNs.set(operation.engine, operation.endNs);
    if (operation.share === 0) return;
    this.running = this.running.filter((other) => (other.endNs ?? 0) > startNs);
    this.running.push(operation);
  }
}
