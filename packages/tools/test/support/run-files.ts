import { buildTrace } from '@perfxpert/rocpd/testing';
import type { KernelSpec, ProcessSpec } from '@perfxpert/rocpd/testing';

/** Kernels of a run: name, number of calls, nanoseconds of each. */
export type Calls = readonly (readonly [name: string, calls: number, ns: number])[];

/** Dispatches one after the other, without a gap, so that window, busy time and summed time are the same. */
export function backToBack(calls: Calls): KernelSpec[] {
  let startNs = 0;
  return calls.flatMap(([name, count, ns]) =>
    Array.from({ length: count }, () => {
      const kernel = { name, startNs, endNs: startNs + ns };
      startNs += ns;
      return kernel;
    }),
  );
}

/** Writes one run per entry, hands the paths to `use` and removes the files. */
export async function withRuns<T>(
  runs: readonly (Calls | ProcessSpec)[],
  use: (...paths: string[]) => Promise<T>,
): Promise<T> {
  const files = runs.map((run) => buildTrace(isSpec(run) ? run : { kernels: backToBack(run) }));
  try {
    return await use(...files.map(({ path }) => path));
  } finally {
    for (const file of files) file.dispose();
  }
}

function isSpec(run: Calls | ProcessSpec): run is ProcessSpec {
  return !Array.isArray(run);
}
