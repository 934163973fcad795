import { Host } from '../host.js';
import { PARTS } from '../parts.js';
import type { Recording } from '../recording.js';
import type { Job } from './job.js';

/** More rounds than any job has collectives. */
const MOST_ROUNDS = 400;

/**
 * Runs all ranks of a job. They meet in collectives: none is through before the last has come and moved its data. When
 * that is depends on earlier collectives alone, so running every rank again with the times of the round before settles
 * one more collective per round at least.
 */
export function simulateJob(job: Job, options: { readonly without?: readonly string[] } = {}): Recording[] {
  let meetings: readonly number[] = [];
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const hosts = Array.from({ length: job.rankCount }, (_, rank) => {
      const isLate = job.late?.rank === rank;
      const without = [...(options.without ?? []), ...(isLate ? [] : ['cause'])];
      const host = new Host(PARTS[job.part], { seed: job.seed * 1000 + rank, without, meetings });
      job.program(host, rank);
      return host;
    });
    const recordings = hosts.map((host) => host.finish());
    const ready = hosts.map((host) => host.readyNs());
    const next = (ready[0] ?? []).map((_, index) => Math.max(...ready.map((times) => times[index] ?? 0)));
    if (next.every((time, index) => time === meetings[index]) && next.length === meetings.length) return recordings;
    meetings = next;
  }
  throw new Error(`The ranks of ${job.id} do not settle`);
}

/** Last end of GPU work of any rank after the first start: what the job takes. */
export function jobNs(recordings: readonly Recording[]): number {
  const work = recordings.flatMap(({ kernels, copies }) => [...kernels, ...copies]);
  const startNs = work.reduce((least, span) => Math.min(least, span.startNs), Infinity);
  return work.reduce((most, span) => Math.max(most, span.endNs), 0) - startNs;
}

/** What a job gains if nothing makes its late rank late, ns; 0 where none is. */
export function savedByFix(job: Job): number {
  if (job.late === null) return 0;
  return jobNs(simulateJob(job)) - jobNs(simulateJob(job, { without: ['cause'] }));
}
