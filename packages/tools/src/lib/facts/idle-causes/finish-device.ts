import { GapWalker } from './gap-walker.js';
import type { DeviceIdlePart, IdlePart } from './idle-part.js';
import { copyTally } from './idle-tally.js';
import type { IdleTally } from './idle-tally.js';
import { restCauseOf } from './rest-cause.js';

/** One device over the window of its group. */
export interface FinishedDevice {
  readonly computeNs: number;
  readonly copyExposedNs: number;
  /** Idle time inside of API calls. */
  readonly apiExposedNs: number;
  readonly idleNs: number;
  readonly tally: IdleTally;
}

/** Adds the gaps before the first and after the last work of a device, as far as the window of its group reaches. */
export function finishDevice(
  { tally: inner, span, first, computeNs, copyExposedNs }: DeviceIdlePart,
  { hasApi, edges }: IdlePart,
  window: { readonly startNs: number; readonly endNs: number },
): FinishedDevice {
  const ends = [
    { startNs: window.startNs, endNs: span?.startNs ?? window.endNs, next: first },
    { startNs: span?.endNs ?? window.endNs, endNs: window.endNs, next: null },
  ].filter(({ startNs, endNs }) => endNs > startNs);
  const gaps = {
    starts: Float64Array.from(ends, ({ startNs }) => startNs),
    ends: Float64Array.from(ends, ({ endNs }) => endNs),
  };
  const tally = copyTally(inner);
  const walker = new GapWalker(
    gaps,
    edges.names,
    tally,
    (gap) => restCauseOf(hasApi, ends[gap]?.next ?? null, ends[gap]?.startNs ?? 0),
    (gap) => ends[gap]?.next?.kernel ?? null,
  );
  for (let piece = 0; piece < edges.startNs.length; piece++)
    walker.cover(edges.startNs[piece] ?? 0, edges.endNs[piece] ?? 0, edges.cause[piece] ?? 0, edges.name[piece] ?? 0);
  walker.finish();
  let apiExposedNs = 0;
  for (const calls of tally.callNs) for (const ns of calls.values()) apiExposedNs += ns;
  const idleNs = tally.causeNs.reduce((sum, ns) => sum + ns, 0);
  return { computeNs, copyExposedNs, apiExposedNs, idleNs, tally };
}
