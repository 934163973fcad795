import type { Trace } from '@perfxpert/rocpd';
import { ToolError } from '../../tool/tool-errors.js';
import { createProcessStage } from './create-process-stage.js';
import type { ProcessStage } from './process-stage.js';
import type { FactsOptions } from './trace-facts.js';

/**
 * Reads the processes of a trace one after the other and hands the stage of each to `visit`. Nothing of a process is
 * kept: memory is bounded by the largest one.
 *
 * @throws ToolError CANCELLED when the signal aborts; RocpdError for a file that cannot be read on.
 */
export async function readStages(
  trace: Trace,
  visit: (stage: ProcessStage) => void,
  { signal, progressCallback }: Pick<FactsOptions, 'signal' | 'progressCallback'> = {},
): Promise<void> {
  let announced = -1;
  for (const [processIndex, process] of trace.processes.entries()) {
    throwIfAborted(signal);
    if (process.fileIndex !== announced) {
      announced = process.fileIndex;
      progressCallback?.(`reading ${trace.files[announced]?.path ?? ''}`);
    }
    const columns = await trace.loadProcess(process, signal === undefined ? {} : { signal });
    throwIfAborted(signal);
    visit(createProcessStage(processIndex, columns));
  }
}

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new ToolError('CANCELLED', 'The analysis was cancelled.');
}
