import fs from 'node:fs';
import path from 'node:path';
import { buildTrace } from '@perfxpert/rocpd/testing';
import type { Recording } from '../recording.js';
import { epochOf, processOf } from '../write-trace.js';
import type { Job, Machine } from './job.js';
import { onClock } from './machine-clock.js';
import { simulateJob } from './simulate-job.js';

/** A rank as its file has it. */
export interface WrittenRank {
  readonly rank: number;
  readonly database: string;
  /** By the clock of its machine. */
  readonly recording: Recording;
}

/** Writes `rank<n>.db` for each rank of a job whose file was kept into a new folder of its name. */
export function writeJob(job: Job, folder: string): WrittenRank[] {
  const own = path.join(folder, job.id);
  fs.mkdirSync(own, { recursive: true });
  const perMachine = job.rankCount / job.machines.length;
  return simulateJob(job).flatMap((simulated, rank) => {
    const machine = job.machines[Math.floor(rank / perMachine)];
    if (machine === undefined || job.lost?.includes(rank) === true) return [];
    const recording = onClock(simulated, machine.clock);
    const database = path.join(own, `rank${rank}.db`);
    writeRank(recording, job, rank, machine, database);
    return [{ rank, database, recording }];
  });
}

function writeRank(recording: Recording, job: Job, rank: number, machine: Machine, database: string): void {
  const perMachine = job.rankCount / job.machines.length;
  const local = rank % perMachine;
  const setting = {
    ...{ part: job.part, seed: job.seed, command: job.command, gpus: perMachine, gpu: local },
    records: { api: true, counters: false },
  };
  const process = {
    ...processOf(recording, setting),
    // Numbers of processes repeat between machines.
    pid: 4100 + local,
    node: machine.hostname,
    environment: { RANK: String(rank), LOCAL_RANK: String(local), WORLD_SIZE: String(job.rankCount) },
  };
  buildTrace(process, { path: database, timeOffsetNs: epochOf(job) });
}
