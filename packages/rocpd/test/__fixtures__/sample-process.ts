import type { Database } from 'better-sqlite3';
import { buildTrace } from '../../src/testing/index.js';
import type { BuildTraceOptions, TraceSpec } from '../../src/testing/index.js';
import type { ProcessColumns } from '../../src/trace.js';
import { loadOne } from './load-all.js';
import { change } from './tamper.js';

/** A process with two threads, three dispatches, two copies, counters, samples, links and arguments. */
export const SPEC: TraceSpec = {
  regions: [
    { message: 'step 1', startNs: 0, endNs: 400, stackId: 1, thread: 7 },
    {
      name: 'hipLaunchKernel',
      startNs: 10,
      endNs: 15,
      stackId: 2,
      parentStackId: 1,
      thread: 7,
      args: { stream: '0x1', dimBlocks: '64' },
    },
    { name: 'hipMemcpyAsync', startNs: 20, endNs: 28, stackId: 3, parentStackId: 1, thread: 7 },
    { name: 'hipLaunchKernel', startNs: 30, endNs: 35, stackId: 4, thread: 8 },
    { name: 'ncclAllReduce', startNs: 40, endNs: 45, stackId: 5, thread: 8, category: 'RCCL_API' },
  ],
  kernels: [
    {
      name: 'gemm',
      startNs: 100,
      endNs: 150,
      stackId: 2,
      stream: 3,
      queue: 4,
      counters: { SQ_WAVES: 64, TCC_HIT: [1, 2] },
    },
    {
      name: 'add',
      startNs: 160,
      endNs: 170,
      stackId: 4,
      workgroup: [64, 2, 1],
      grid: [640, 4, 1],
      ldsBytes: 1024,
      counters: { SQ_WAVES: 8 },
    },
    { name: 'gemm', startNs: 200, endNs: 260 },
  ],
  copies: [
    { startNs: 120, endNs: 140, bytes: 4096, stackId: 3, stream: 3 },
    { startNs: 300, endNs: 350, bytes: 100, from: 0, to: 'cpu' },
  ],
  samples: [
    { timestampNs: 50, category: 'HIP_RUNTIME_API' },
    { timestampNs: 60, values: { device_power: 700 } },
  ],
};

/** Builds and loads a trace; `SPEC` unless told otherwise. */
export async function load(options: BuildTraceOptions = {}, spec: TraceSpec = SPEC): Promise<ProcessColumns> {
  const built = buildTrace(spec, options);
  try {
    return await loadOne(built.path);
  } finally {
    built.dispose();
  }
}

/** Loads `SPEC` after its file was changed by hand. */
export const tampered = (
  tamper: (database: Database) => void,
  options: BuildTraceOptions = {},
): Promise<ProcessColumns> => load({ views: false, tamper, ...options });
/** Loads `SPEC` after statements in which `{base}` stands for a table. */
export const withSql = (...statements: readonly string[]): Promise<ProcessColumns> =>
  tampered((database) => {
    change(database, ...statements);
  });
