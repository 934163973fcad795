import { readFlatKernels } from '@perfxpert/rocpd';
import type { Trace } from '@perfxpert/rocpd';
import type { RunPaths } from '../../schemas/run-paths.js';
import type { ToolContext } from '../../tool/tool-context.js';
import { ToolError, isPerfXpertError } from '../../tool/tool-errors.js';
import { flatRun } from './flat-run.js';
import type { KernelTime } from './hot-kernels.js';
import { measureRun } from './run-measure.js';
import type { RunMeasure } from './run-measure.js';

/**
 * Opens one run through the context and measures it. A file that is no trace but a table of kernel durations
 * (`readFlatKernels`) is taken as a run without times.
 *
 * @throws ToolError CANCELLED; RocpdError for what cannot be read.
 */
export async function readRun(context: ToolContext, paths: string | readonly string[]): Promise<RunMeasure> {
  let trace: Trace;
  try {
    trace = context.openTrace(paths);
  } catch (error) {
    const flat = isPerfXpertError(error) && error.code === 'SCHEMA_UNSUPPORTED' ? readFlat(paths) : null;
    if (flat === null) throw error;
    return flat;
  }
  try {
    return await measureRun(trace, context);
  } finally {
    trace.close();
  }
}

function readFlat(paths: string | readonly string[]): RunMeasure | null {
  const [path, ...others] = typeof paths === 'string' ? [paths] : paths;
  if (path === undefined || others.length > 0) return null;
  const flat = readFlatKernels(path);
  return flat === null ? null : flatRun(flat);
}

/**
 * Reads the runs of one side of a comparison, one after the other.
 *
 * @param field name of the argument, for the message
 * @throws ToolError INVALID_ARGUMENT if a run has no kernel of any length
 */
export async function readSide(context: ToolContext, field: string, paths: RunPaths): Promise<RunMeasure[]> {
  const runs: RunMeasure[] = [];
  // Each as `openTrace` takes it.
  for (const run of typeof paths === 'string' ? [paths] : paths) runs.push(await readRun(context, run));
  checkSide(field, runs);
  return runs;
}

/**
 * Checks the runs of one side.
 *
 * @param field name of the argument, for the message
 * @throws ToolError INVALID_ARGUMENT if a run has no kernel of any length: a comparison with nothing is no verdict.
 */
export function checkSide(field: string, runs: readonly RunMeasure[]): void {
  const empty = runs.findIndex(({ kernelTimeNs }) => kernelTimeNs === 0);
  if (empty < 0) return;
  const side = field.startsWith('new') || field.endsWith('after') ? 'new run' : 'baseline';
  const which = runs.length === 1 ? `The ${side}` : `Run ${empty + 1} of the ${side}`;
  const hasKernels = (runs[empty]?.dispatchCount ?? 0) > 0;
  throw new ToolError(
    'INVALID_ARGUMENT',
    `${which} has no kernels${hasKernels ? ' of any length, so their times are unusable' : ''}; ` +
      'record with kernel tracing on (rocprofv3 --kernel-trace).',
    { field, expected: 'a trace with kernels', got: hasKernels ? 'kernels of zero length only' : 'no kernels' },
  );
}

/** Summed times of the kernels of a run, in no order. */
export function kernelTimes({ kernels }: RunMeasure): KernelTime[] {
  return Array.from(kernels, ([name, { totalNs }]) => ({ name, totalNs }));
}
