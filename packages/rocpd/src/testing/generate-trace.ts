import type { GenerateTraceOptions } from './generate-options.js';
import { defaultWorkload } from './workload/default-workload.js';
import { writeWorkload } from './write-workload.js';
import type { GeneratedTrace } from './write-workload.js';

/** 155 days of nanoseconds since boot: more than 2^53, which real recordings have too. */
const LATE_BOOT_CLOCK_NS = 13_386_742_000_000_000n;

/**
 * Writes a large and plausible recording of a training-like program, for benchmarks and demonstrations: kernel names by
 * Zipf's law, log-normal run times, launch calls with the stack ids of their dispatches, dispatches of a stream that do
 * not overlap, collectives on a stream of their own that end together on all ranks.
 *
 * Equal options give files of equal bytes. Memory stays bounded at any length; one million dispatches with two million
 * calls are about 500 MB in layout 3.0.
 *
 * @example
 * const trace = generateTrace({ dispatches: 1_000_000, path: '/tmp/large.db' });
 */
export function generateTrace(options: GenerateTraceOptions = {}): GeneratedTrace {
  const seed = options.seed ?? 1;
  const layout = options.layout ?? '3.0';
  const processes = Math.max(1, options.processes ?? 1);
  return writeWorkload(defaultWorkload(options, seed), {
    path: options.path,
    layout,
    files: options.files ?? (layout === 'rpd' ? 'per-process' : 'one'),
    seed,
    timeOffsetNs: options.timeOffsetNs ?? LATE_BOOT_CLOCK_NS,
    processes,
    recordedProcesses: processes,
    processesPerNode: Math.max(1, options.processesPerNode ?? 8),
    command: 'python train.py',
  });
}
