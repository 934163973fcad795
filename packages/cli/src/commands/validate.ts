import { CheckFailedError } from '../check-failed-error.js';
import type { Io } from '../io.js';
import { writeText } from '../io.js';
import { createProgress } from '../progress/create-progress.js';
import { checkLines } from '../render/check-lines.js';
import { renderJson } from '../render/render-json.js';

/** The options of `perfxpert validate`. */
export interface ValidateFlags {
  readonly traces: readonly string[];
  readonly json: boolean;
  readonly verbose: boolean;
  readonly progress: boolean;
}

/** Runs `perfxpert validate`. @throws CheckFailedError for a trace whose figures would be wrong or missing */
export async function validate(flags: ValidateFlags, io: Io): Promise<void> {
  const progress = await createProgress(io, flags);
  io.signal?.addEventListener('abort', progress.stop, { once: true });
  const { validateTrace } = await import('@perfxpert/agents/toolkit');
  const reading = { progressCallback: progress.stage, ...(io.signal === undefined ? {} : { signal: io.signal }) };
  const checks = await validateTrace(flags.traces, reading).finally(() => {
    io.signal?.removeEventListener('abort', progress.stop);
    progress.stop();
  });
  const isValid = checks.every(({ status }) => status !== 'fail');
  await writeText(io.stdout, flags.json ? renderJson({ valid: isValid, checks }) : checkLines(checks, io));
  if (!isValid) throw new CheckFailedError();
}
