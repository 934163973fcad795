/** A process of the host, or a GPU: what tracks belong to. */
export interface TimelineGroup {
  /** Place in the file, from 0. */
  readonly index: number;
  readonly kind: 'process' | 'gpu';
  readonly name: string;
  /** OS number of a process; null where it is unknown or not the only one, and for GPUs. */
  readonly pid: number | null;
  /** Text that no other group of any trace has. */
  readonly identity: string;
}

/** One row of the timeline. Slices of a track nest or follow each other. */
export interface TimelineTrack {
  /** Place in the file, from 0. */
  readonly index: number;
  readonly group: TimelineGroup;
  readonly name: string;
  /** OS number of a thread, on the first track of that thread only. */
  readonly tid: number | null;
  /** Place among the tracks of its group. */
  readonly rank: number;
}

/** A row of values. */
export interface CounterTrack {
  readonly index: number;
  readonly group: TimelineGroup;
  readonly name: string;
  readonly unit: string | null;
}

/** Values shown with a slice, in order. */
export type SliceArguments = readonly (readonly [string, string | number])[];

/** How a slice takes part in arrows from calls to what they started. */
export interface SliceFlow {
  readonly processIndex: number;
  readonly stackId: number;
  readonly isSource: boolean;
}

/** Writes one format. Times are whole nanoseconds since the start of the trace, never negative. */
export interface TimelineSink {
  group(group: TimelineGroup): void;
  track(track: TimelineTrack): void;
  counterTrack(track: CounterTrack): void;
  /** Slices of a track come in order of their start, an enclosing one before those inside. */
  slice(
    track: TimelineTrack,
    startNs: number,
    endNs: number,
    name: string,
    category: string,
    values: SliceArguments,
    flow: SliceFlow | null,
  ): void;
  instant(track: TimelineTrack, timeNs: number, name: string, category: string): void;
  value(track: CounterTrack, timeNs: number, value: number): void;
  /** The last packets; nothing may follow. */
  finish(): void;
  /** Bytes that wait to be taken. */
  readonly pendingBytes: number;
  /** Hands over what was written since the last call. */
  take(): Uint8Array;
}
