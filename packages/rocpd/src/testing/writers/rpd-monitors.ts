import type { Insert } from './batch-insert.js';

/** A value that holds until the next one of its metric. */
interface OpenSpan {
  readonly gpu: number;
  readonly metric: string;
  readonly start: bigint;
  last: bigint;
  readonly value: number;
}

/** Turns points in time into the spans of constant value that rocmProfileData stores. */
export class RpdMonitors {
  private readonly open = new Map<string, OpenSpan>();

  constructor(private readonly insert: Insert) {}

  /** Takes the next value of a metric of a GPU; equal values in a row become one span. */
  add(gpu: number, metric: string, time: bigint, value: number): void {
    const key = `${gpu} ${metric}`;
    const span = this.open.get(key);
    if (span !== undefined && span.value === value) {
      span.last = time;
      return;
    }
    if (span !== undefined) this.write(span, time);
    this.open.set(key, { gpu, metric, start: time, last: time, value });
  }

  /** Ends each last span at its last point. */
  finish(): void {
    for (const span of this.open.values()) this.write(span, span.last);
    this.open.clear();
  }

  private write(span: OpenSpan, end: bigint): void {
    this.insert('gpu', span.gpu, span.metric, span.start, end, String(span.value));
  }
}
