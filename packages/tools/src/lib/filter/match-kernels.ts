import type { ProcessColumns, TraceKernel } from '@perfxpert/rocpd';
import { rowsOf } from './kept-rows.js';
import { matchNames } from './match-names.js';

/** By index into the kernels 1 for those whose name the pattern matches. @throws ToolError (see `matchNames`) */
export function matchKernels(pattern: string, kernels: readonly TraceKernel[]): Uint8Array {
  return matchNames(
    'kernel',
    pattern,
    kernels.map(({ name }) => name),
  );
}

/** The same columns with the counter values of dispatches of these kernels only. */
export function withCountersOf(columns: ProcessColumns, listedKernels: Uint8Array): ProcessColumns {
  const { counters, dispatches } = columns;
  const isKept = new Uint8Array(counters.count);
  for (let row = 0; row < counters.count; row++)
    isKept[row] = listedKernels[dispatches.kernel[counters.dispatch[row] ?? 0] ?? 0] ?? 0;
  const rows = rowsOf(isKept);
  return {
    ...columns,
    counters: {
      ...counters,
      count: rows.length,
      dispatch: rows.map((row) => counters.dispatch[row] ?? 0),
      name: counters.name.slice(0, rows.length).map((_name, place) => counters.name[rows[place] ?? 0] ?? 0),
      value: Float64Array.from(rows, (row) => counters.value[row] ?? 0),
    },
  };
}
