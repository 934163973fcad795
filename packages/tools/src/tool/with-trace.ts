import type { Trace } from '@perfxpert/rocpd';
import type { ToolContext } from './tool-context.js';

/** Opens a trace through the context, runs `use` and closes the trace whatever happens. @throws RocpdError */
export async function withTrace<T>(
  context: ToolContext,
  paths: string | readonly string[],
  use: (trace: Trace) => Promise<T>,
): Promise<T> {
  const trace = context.openTrace(paths);
  try {
    return await use(trace);
  } finally {
    trace.close();
  }
}
