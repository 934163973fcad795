import { constants } from 'node:os';
import type { ProcessOutput } from '../../schemas/process-output.js';
import type { ToolContext } from '../../tool/tool-context.js';
import { ToolError } from '../../tool/tool-errors.js';

/** A program that was found, with all that it gets. */
export interface PreparedRun {
  readonly program: string;
  readonly args: readonly string[];
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutS: number;
}

/** Kept of standard output and of standard error, each. */
const MAX_OUTPUT_BYTES = 1 << 20;

/**
 * Runs a program in a folder until it ends. Its exit code is an answer, whatever it is; a program that a signal ended
 * has minus the number of the signal.
 *
 * @throws ToolError TIMEOUT with `{ limit_ms }` when the time limit ended it, CANCELLED after an abort.
 */
export async function runToEnd(context: ToolContext, run: PreparedRun): Promise<ProcessOutput> {
  const timeoutMs = run.timeoutS * 1000;
  const result = await context.runProcess({
    command: run.program,
    args: run.args,
    cwd: run.folder,
    environment: run.environment,
    timeoutMs,
    maxOutputBytes: MAX_OUTPUT_BYTES,
    ...(context.signal === undefined ? {} : { signal: context.signal }),
  });
  if (result.timed_out)
    throw new ToolError('TIMEOUT', `The program did not end within ${run.timeoutS} s and was killed.`, {
      limit_ms: timeoutMs,
    });
  return {
    returncode: result.exit_code ?? -signalNumber(result.signal),
    stdout: result.stdout,
    stderr: result.stderr,
    output_truncated: result.truncated,
  };
}

/** Number of a signal on this system; 1 for one that it does not know, so that the code never looks like success. */
function signalNumber(signal: string | null): number {
  const numbers: Readonly<Record<string, number>> = constants.signals;
  return numbers[signal ?? ''] ?? 1;
}
