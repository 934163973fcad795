import type { IntervalTimeline } from '../../schemas/interval-timeline.js';
import type { MergeContext } from '../facts/merge-context.js';
import type { ProcessStage } from '../facts/process-stage.js';
import type { IntervalList } from '../intervals/interval-list.js';
import { shiftIntervals } from '../intervals/shift-intervals.js';
import { subtractIntervals } from '../intervals/subtract-intervals.js';
import { totalLength } from '../intervals/total-length.js';
import { unionOfAll } from '../intervals/union-of-all.js';
import { unionOfLists } from '../intervals/union-of-lists.js';
import { roundedPercentOf } from '../statistics/percent-of.js';

/** Merged kernels and copies of the devices of one process, in its frame. */
export interface TimelinePart {
  readonly devices: readonly {
    readonly agentIndex: number;
    readonly kernels: IntervalList;
    readonly copies: IntervalList;
  }[];
  readonly droppedIntervals: number;
}

type TimelineFields = Omit<Extract<IntervalTimeline, { has_data: true }>, 'has_data'>;
type Line = Omit<TimelineFields, 'dropped_intervals' | 'group_count' | 'devices'>;

/** Takes the merged intervals of one process. */
export function collectTimeline({ columns, devices }: ProcessStage): TimelinePart {
  const dropped = [columns.dispatches.dropped, columns.copies.dropped];
  return {
    devices: devices.map(({ agentIndex, kernels, copies }) => ({ agentIndex, kernels, copies })),
    droppedIntervals: dropped.reduce((sum, rows) => sum + rows.nullTimes + rows.negativeDurations, 0),
  };
}

/**
 * One line over all devices of a group of processes, groups added up; and one per device. compute = |U(kernels)|, exposed
 * copies = |U(copies) \\ U(kernels)|, idle = window - |U(kernels and copies)|; percents of the window, 2 digits, 0 for a
 * window of no length.
 *
 * Method: AMD-AGI/TraceLens, GPU event analyser.
 */
export function mergeTimeline(parts: readonly TimelinePart[], context: MergeContext): TimelineFields {
  const lines: Line[] = [];
  const devices: TimelineFields['devices'] = [];
  for (const { processIndices, windows, wallNs } of context.groups) {
    const kernels: IntervalList[] = [];
    const copies: IntervalList[] = [];
    for (const [place, processIndex] of processIndices.entries()) {
      const startNs = windows[place]?.startNs ?? 0;
      for (const device of parts[processIndex]?.devices ?? []) {
        kernels.push(shiftIntervals(device.kernels, startNs));
        copies.push(shiftIntervals(device.copies, startNs));
        const label = context.devices[context.deviceIndex(processIndex, device.agentIndex)]?.label ?? '';
        devices.push({ device: label, ...lineOf(device.kernels, device.copies, wallNs) });
      }
    }
    lines.push(lineOf(unionOfAll(kernels), unionOfAll(copies), wallNs));
  }
  return {
    ...addLines(lines),
    dropped_intervals: parts.reduce((sum, { droppedIntervals }) => sum + droppedIntervals, 0),
    group_count: lines.length,
    devices,
  };
}

function lineOf(kernels: IntervalList, copies: IntervalList, wallNs: number): Line {
  return withPercents({
    total_wall_ns: wallNs,
    true_compute_ns: totalLength(kernels),
    exposed_memcpy_ns: totalLength(subtractIntervals(copies, kernels)),
    idle_ns: wallNs - totalLength(unionOfLists(kernels, copies)),
  });
}

function addLines(lines: readonly Line[]): Line {
  const sum = (of: (line: Line) => number): number => lines.reduce((total, line) => total + of(line), 0);
  return withPercents({
    total_wall_ns: sum((line) => line.total_wall_ns),
    true_compute_ns: sum((line) => line.true_compute_ns),
    exposed_memcpy_ns: sum((line) => line.exposed_memcpy_ns),
    idle_ns: sum((line) => line.idle_ns),
  });
}

function withPercents(times: Pick<Line, 'total_wall_ns' | 'true_compute_ns' | 'exposed_memcpy_ns' | 'idle_ns'>): Line {
  return {
    total_wall_ns: times.total_wall_ns,
    true_compute_ns: times.true_compute_ns,
    true_compute_pct: roundedPercentOf(times.true_compute_ns, times.total_wall_ns),
    exposed_memcpy_ns: times.exposed_memcpy_ns,
    exposed_memcpy_pct: roundedPercentOf(times.exposed_memcpy_ns, times.total_wall_ns),
    idle_ns: times.idle_ns,
    idle_pct: roundedPercentOf(times.idle_ns, times.total_wall_ns),
  };
}
