import { exampleWorkload } from './workload/example-workload.js';
import { writeWorkload } from './write-workload.js';
import type { GeneratedTrace } from './write-workload.js';
import type { TraceFileLayout } from './writers/trace-writer.js';

/** Four ranks take part in the example, whether all of them are recorded or not. */
const WORLD_SIZE = 4;

/** Variants of the example. */
export interface ExampleTraceOptions {
  /** Default `3.0`. */
  readonly layout?: TraceFileLayout;
  /** Ranks to record, each in a file of its own: 1 to 4. Default 1. Rank 3 is the slow one. */
  readonly ranks?: number;
  /** Time of the attention kernel, as a factor: above 1 for a run in which it became slower. Default 1. */
  readonly attentionFactor?: number;
}

/**
 * Writes a small recording to show things with: one of four ranks that train a transformer for five steps on MI300X
 * GPUs, with a dominant matrix product, launch gaps, an exposed copy from pageable memory, all-reduces that wait for a
 * slower rank, markers per step and phase, and counters on some dispatches. The same bytes each time.
 */
export function exampleTrace(path: string, options: ExampleTraceOptions = {}): GeneratedTrace {
  return writeWorkload(exampleWorkload(options.attentionFactor), {
    path,
    layout: options.layout ?? '3.0',
    files: 'per-process',
    seed: 7,
    timeOffsetNs: 13_386_742_000_000_000n,
    processes: WORLD_SIZE,
    recordedProcesses: Math.min(WORLD_SIZE, Math.max(1, options.ranks ?? 1)),
    processesPerNode: WORLD_SIZE,
    command: 'torchrun --nproc_per_node=4 train.py',
  });
}
