import { buildTrace } from '@perfxpert/rocpd/testing';
import type { BuildTraceOptions, TraceSpec } from '@perfxpert/rocpd/testing';

/** Writes a trace given as literals, hands its paths to `use`, and removes it whatever happens. */
export async function withBuiltTrace<T>(
  spec: TraceSpec,
  use: (paths: string[]) => Promise<T>,
  options: BuildTraceOptions = {},
): Promise<T> {
  const files = buildTrace(spec, options);
  try {
    return await use([...files.paths]);
  } finally {
    files.dispose();
  }
}
