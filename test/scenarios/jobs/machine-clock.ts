import type { Recording, Span } from '../recording.js';
import type { MachineClock } from './job.js';

/** Length of true time after which a jumping clock jumps, ns. */
const JUMP_EVERY_NS = 3_000_000;

/** A recording as a machine's clock times it. */
export function onClock(recording: Recording, clock: MachineClock): Recording {
  const timed = <T extends Span>(spans: readonly T[]): T[] =>
    spans.map((span) => ({ ...span, startNs: clockNs(span.startNs, clock), endNs: clockNs(span.endNs, clock) }));
  return {
    ...recording,
    kernels: timed(recording.kernels),
    copies: timed(recording.copies),
    regions: timed(recording.regions),
    allocations: timed(recording.allocations),
  };
}

/** Jumps never turn time around: the clock runs faster for a while, then slower. */
function clockNs(ns: number, { offsetNs, driftPpm, jumpNs = 0 }: MachineClock): number {
  const phase = (ns / JUMP_EVERY_NS) % 2;
  const jump = jumpNs * (phase < 1 ? phase : 2 - phase);
  return Math.round(ns * (1 + driftPpm / 1e6) + jump) + offsetNs;
}
