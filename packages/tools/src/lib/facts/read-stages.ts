import type { Trace } from '@perfxpert/rocpd';
import { throwIfAborted } from '../../tool/throw-if-aborted.js';
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
    throwIfAborted(signal, 'analysis');
    if (process.fileIndex !== announced) {
      announced = process.fileIndex;
      progressCallback?.(`reading ${trace.files[announced]?.path ?? ''}`);
    }
    const file = trace.files[announced]?.path ?? '';
    const columns = await trace.loadProcess(process, {
      ...(signal === undefined ? {} : { signal }),
      ...(progressCallback === undefined ? {} : { onProgress: percentReporter(file, progressCallback) }),
    });
    throwIfAborted(signal, 'analysis');
    visit(createProcessStage(processIndex, columns));
  }
}

/** Tells the share of rows read in whole percent, at most once per percent and never the full one: that is the next stage. */
function percentReporter(file: string, progressCallback: (stage: string) => void) {
  let told = 0;
  return (rowsRead: number, rowsExpected: number): void => {
    const percent = Math.floor((100 * rowsRead) / Math.max(rowsExpected, 1));
    if (percent <= told || percent >= 100) return;
    told = percent;
    progressCallback(`reading ${file} ${percent}%`);
  };
}
