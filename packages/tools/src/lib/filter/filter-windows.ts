import type { LoadOptions, ProcessColumns, Trace, TraceProcess } from '@perfxpert/rocpd';
import type { TraceFilter } from '../../schemas/trace-filter.js';
import { createProcessStage } from '../facts/create-process-stage.js';
import { collectActivity } from '../facts/device-activity.js';
import { groupProcesses } from '../facts/group-processes.js';

/** Times in the frame of one process; the end is left out. */
export interface Window {
  readonly fromNs: number;
  readonly toNs: number;
}

/** The window of each process, all of them read for it; null for those without GPU work. */
export async function readWindows(
  trace: Trace,
  processes: readonly TraceProcess[],
  filter: TraceFilter,
  { signal }: LoadOptions,
): Promise<ReadonlyMap<TraceProcess, Window | null>> {
  const activities = [];
  for (const [index, process] of processes.entries()) {
    const columns = await trace.loadProcess(process, signal === undefined ? {} : { signal });
    activities.push(collectActivity(createProcessStage(index, columns)));
  }
  return placeWindows(processes, activities, filter);
}

/** The window of a process that is alone; null without GPU work. */
export function windowAlone(columns: ProcessColumns, filter: TraceFilter): Window | null {
  const { process } = columns;
  return placeWindows([process], [collectActivity(createProcessStage(0, columns))], filter).get(process) ?? null;
}

function placeWindows(
  processes: readonly TraceProcess[],
  activities: readonly ReturnType<typeof collectActivity>[],
  { from_ns: from = Number.NEGATIVE_INFINITY, to_ns: to = Number.POSITIVE_INFINITY }: TraceFilter,
): ReadonlyMap<TraceProcess, Window | null> {
  const placed = new Map<TraceProcess, Window | null>(processes.map((process) => [process, null]));
  for (const { processIndices, windows } of groupProcesses(processes, activities))
    for (const [place, processIndex] of processIndices.entries()) {
      const process = processes[processIndex];
      const zeroNs = windows[place]?.startNs ?? 0;
      if (process !== undefined) placed.set(process, { fromNs: zeroNs + from, toNs: zeroNs + to });
    }
  return placed;
}
