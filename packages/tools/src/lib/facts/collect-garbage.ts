import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Gives the memory of dropped columns and intermediate results back now. The engine sees little of what lies outside its
 * heap, and would keep hundreds of megabytes of it. Takes some milliseconds, because the heap itself is small. Does
 * nothing where the engine has no such call.
 */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext("typeof gc === 'function' ? gc : null");
  setFlagsFromString('--no-expose-gc');
  if (typeof collect === 'function') collect();
}
