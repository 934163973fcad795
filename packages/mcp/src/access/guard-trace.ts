import type { ToolContext } from '@perfxpert/agents/tools';
import fs from 'node:fs';
import { outsideRoot } from './access-error.js';
import { isBelow } from './is-below.js';
import type { Roots } from './is-below.js';

type Trace = ReturnType<ToolContext['openTrace']>;

/** A trace all of whose files lie below the roots, links resolved; any other is closed. @throws ToolError OUTSIDE_ROOT */
export function guardTrace(trace: Trace, roots: Roots): Trace {
  const stray = trace.files.find(({ path }) => !isBelow(fs.realpathSync(path), roots));
  if (stray === undefined) return trace;
  trace.close();
  throw outsideRoot('database_path', stray.path);
}
