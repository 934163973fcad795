import { resolveAgents } from './default-agents.js';
import { createTracePlace } from './trace-files.js';
import type { TraceFiles } from './trace-files.js';
import { RankSimulation } from './workload/rank-simulation.js';
import type { RankPlace } from './workload/reused-records.js';
import { planRun, runPlanned } from './workload/run-plan.js';
import type { RunPlan } from './workload/run-plan.js';
import { NO_SINK } from './workload/simulation-recorder.js';
import type { SimulationSink } from './workload/simulation-recorder.js';
import type { Workload } from './workload/workload.js';
import { guidOf, machineIdOf } from './writers/identity.js';
import { openTraceFile } from './writers/open-writer.js';
import type { ProcessHeader, ProcessWriter, TraceFileLayout } from './writers/trace-writer.js';

/** How to write a workload. */
export interface WriteWorkloadOptions {
  readonly path: string | undefined;
  readonly layout: TraceFileLayout;
  readonly files: 'one' | 'per-process';
  readonly seed: number;
  readonly timeOffsetNs: bigint;
  /** Ranks that take part. */
  readonly processes: number;
  /** Ranks that are written, from rank 0 on. */
  readonly recordedProcesses: number;
  readonly processesPerNode: number;
  readonly command: string;
}

/** Files of a generated recording, and how many rows all of them hold together. */
export interface GeneratedTrace extends TraceFiles {
  readonly dispatchCount: number;
  readonly regionCount: number;
  readonly copyCount: number;
}

/** Clocks of two machines differ by this much per number of the machine. */
const NODE_CLOCK_STEP_NS = 987_654_321_987;

/**
 * Simulates a workload and writes it, with memory that does not grow with its length: the simulation runs once per
 * table, so that rows of a table lie together as they do in files of rocprofv3.
 */
export function writeWorkload(workload: Workload, options: WriteWorkloadOptions): GeneratedTrace {
  const { processes, processesPerNode, seed, layout } = options;
  const gpuCount = Math.min(processes, processesPerNode);
  const places: RankPlace[] = [];
  for (let rank = 0; rank < processes; rank += 1) {
    const gpuId = 1 + (rank % processesPerNode);
    const originNs = Math.floor(rank / processesPerNode) * NODE_CLOCK_STEP_NS;
    places.push({ rank, thread: 2000 + rank, cpuId: 0, gpuId, originNs });
  }
  const plan = planRun(workload, places, seed);
  const files = createTracePlace(options.path, layout === 'rpd' ? '.rpd' : '.db');
  const recorded = places.slice(0, options.recordedProcesses);
  const groups = options.files === 'per-process' ? recorded.map((place) => [place]) : [recorded];
  for (const [index, group] of groups.entries()) {
    const { database, writer } = openTraceFile(files.pathOf(index), layout, options.timeOffsetNs);
    try {
      for (const place of group) {
        const header = rankHeader(place, gpuCount, plan, options);
        writeRank(workload, place, seed, plan, writer.addProcess(header));
      }
      writer.finishRecords();
      writer.createViews();
      database.exec('COMMIT');
    } finally {
      database.close();
    }
  }
  const total = { dispatchCount: 0, regionCount: 0, copyCount: 0 };
  for (const rank of plan.ranks.slice(0, recorded.length)) {
    total.dispatchCount += rank.dispatchCount;
    total.regionCount += rank.regionCount;
    total.copyCount += rank.copyCount;
  }
  return { ...files.filesUpTo(groups.length), ...total };
}

function writeRank(workload: Workload, place: RankPlace, seed: number, plan: RunPlan, writer: ProcessWriter): void {
  const sinks: SimulationSink[] = [
    { ...NO_SINK, addRegion: (record) => writer.addRegion(record) },
    { ...NO_SINK, addKernel: (record) => writer.addKernel(record) },
    { ...NO_SINK, addCopy: (record) => writer.addCopy(record) },
  ];
  for (const sink of sinks) runPlanned(new RankSimulation(workload, place, seed, sink), plan);
}

function rankHeader(place: RankPlace, gpuCount: number, plan: RunPlan, options: WriteWorkloadOptions): ProcessHeader {
  const { rank, thread, originNs } = place;
  const hostname = `node-${Math.floor(rank / options.processesPerNode)}`;
  const environment = {
    RANK: String(rank),
    LOCAL_RANK: String(rank % options.processesPerNode),
    WORLD_SIZE: String(options.processes),
  };
  return {
    guid: guidOf(`${options.command} ${options.seed} ${rank} of ${options.processes}, ${JSON.stringify(plan.ranks)}`),
    pid: thread,
    ppid: 1,
    machineId: machineIdOf(hostname),
    hostname,
    command: options.command,
    environment: JSON.stringify(environment),
    agents: resolveAgents(Array.from({ length: gpuCount }, () => ({}))),
    startNs: originNs,
    endNs: originNs + (plan.ranks[rank]?.endNs ?? 0),
  };
}
