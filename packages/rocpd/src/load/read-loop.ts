import type { ChunkReader } from './chunk-reader.js';
import type { ReadPlan } from './plan.js';

/** What the threads of one load share, in shared memory: who takes which chunk, and how far they are. */
export interface Progress {
  /** [0]: index of the next chunk to take; [1]: rows read; [2]: 1 to stop. */
  readonly state: Int32Array;
  /** Which thread took which chunk. */
  readonly owners: Uint8Array;
}

/** Makes the shared state of a load. */
export function createProgress(plan: ReadPlan, isShared: boolean): Progress {
  const buffer = (bytes: number): ArrayBuffer | SharedArrayBuffer =>
    isShared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes);
  return { state: new Int32Array(buffer(12)), owners: new Uint8Array(buffer(plan.chunks.length)) };
}

/** Takes the next chunk and reads it; false if none is left, or the load was stopped. */
export function readNextChunk(
  reader: ChunkReader,
  plan: ReadPlan,
  { state, owners }: Progress,
  thread: number,
): boolean {
  if (Atomics.load(state, 2) !== 0) return false;
  const index = Atomics.add(state, 0, 1);
  const chunk = plan.chunks[index];
  if (chunk === undefined) return false;
  owners[index] = thread;
  reader.read(chunk);
  Atomics.add(state, 1, chunk.slots);
  return true;
}

/** Tells all threads of a load to stop after their chunk. */
export function stop({ state }: Progress): void {
  Atomics.store(state, 2, 1);
}
