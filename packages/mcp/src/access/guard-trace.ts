import { isPerfXpertError } from '@perfxpert/agents/tools';
import type { ToolContext } from '@perfxpert/agents/tools';
import { outsideRoot } from './access-error.js';
import { leadsBelow } from './allowed-path.js';
import type { Roots } from './is-below.js';

type Trace = ReturnType<ToolContext['openTrace']>;

/**
 * Opens a trace all of whose files lie below the roots, links resolved; any other is closed. A folder may list files
 * elsewhere: what is wrong with such a file is not told.
 *
 * @throws ToolError OUTSIDE_ROOT, and what opening raises
 */
export function guardTrace(open: () => Trace, roots: Roots): Trace {
  let trace: Trace;
  try {
    trace = open();
  } catch (error) {
    const file = isPerfXpertError(error) ? error.details['path'] : undefined;
    if (typeof file === 'string' && !leadsBelow(file, roots)) throw outsideRoot('database_path', file, roots);
    throw error;
  }
  const stray = trace.files.find(({ path }) => !leadsBelow(path, roots));
  if (stray === undefined) return trace;
  trace.close();
  throw outsideRoot('database_path', stray.path, roots);
}
