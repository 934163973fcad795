import type { ProcessColumns } from '@perfxpert/rocpd';
import type { TimelineGroup, TimelineSink } from './timeline-sink.js';
import type { TrackBook } from './track-book.js';

/** Bytes written before they are handed over. */
const CHUNK_BYTES = 1 << 20;

/** How much was written. */
export interface ExportCounts {
  kernels: number;
  copies: number;
  regions: number;
  points: number;
  counter_values: number;
  flows: number;
}

/** One process that is being written: what it holds, and where it goes. */
export interface ProcessWriting {
  readonly processIndex: number;
  readonly columns: ProcessColumns;
  /** What is added to times of the columns. */
  readonly shiftNs: number;
  readonly host: TimelineGroup;
  /** Group of an agent by its place in the process's list; opened when first asked for. */
  gpu(agent: number): TimelineGroup;
  readonly sink: TimelineSink;
  readonly book: TrackBook;
  /** Counted up on the way. */
  readonly counts: ExportCounts;
  /** Hands over what was written; awaited whenever a chunk is full (`isFull`), and at the end. */
  flush(): Promise<void>;
}

/** Whether enough was written to be handed over. */
export function isFull(sink: TimelineSink): boolean {
  return sink.pendingBytes > CHUNK_BYTES;
}
