import { ToolError } from './tool-errors.js';

/** @throws ToolError CANCELLED after an abort; `work` says in words what was cancelled: `analysis` */
export function throwIfAborted(signal: AbortSignal | undefined, work: string): void {
  if (signal?.aborted === true) throw new ToolError('CANCELLED', `The ${work} was cancelled.`);
}
