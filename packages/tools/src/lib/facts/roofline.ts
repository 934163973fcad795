import type { Roofline } from '../../schemas/roofline.js';
import type { FpType } from '../../terms/roofline-terms.js';
import { dispatchesOf, durationOf, kernelCounters } from '../counters/kernel-counters.js';
import type { KernelCounters } from '../counters/kernel-counters.js';
import { mainDevice } from '../counters/main-device.js';
import { buildRoofline } from '../roofline/build-roofline.js';
import type { KernelTime } from '../roofline/roofline-point.js';
import type { CountersPart } from './counters.js';
import { deviceHardware } from './device-hardware.js';
import type { DeviceHardware } from './device-hardware.js';
import type { KernelSegments } from './kernel-segments.js';
import type { MergeContext } from './merge-context.js';
import type { ProcessStage } from './process-stage.js';

/** What one process contributes to the roofline. */
export interface RooflinePart {
  readonly counters: CountersPart;
  /** Times of its kernels, where it collected no counters; null otherwise. */
  readonly segments: KernelSegments | null;
}

/** Settings of a roofline. */
export interface RooflineOptions {
  readonly topK: number;
  /** Type of arithmetic where counters do not tell it. */
  readonly dtypeHint: FpType | null;
}

/**
 * Counters of a process, or, where it collected none, the times of its kernels: another process of the trace may have
 * counted the same kernels, slowed down by counting.
 */
export function collectRoofline(
  { columns }: ProcessStage,
  counters: CountersPart,
  segments: () => KernelSegments,
): RooflinePart {
  return { counters, segments: columns.counters.count > 0 ? null : segments() };
}

/** The roofline of a trace; null without counters on dispatches, or where no kernel is a point. */
export function mergeRoofline(parts: readonly RooflinePart[], context: MergeContext): Roofline | null {
  if (parts.every(({ counters }) => counters.groups.length === 0)) return null;
  const roofline = rooflineOf(parts, context, { topK: context.options.topKernels, dtypeHint: null });
  return roofline.kernels.length === 0 ? null : roofline;
}

/**
 * The roofline of the kind of device with the most counted time; without counters that of the busiest device, else of
 * the first GPU, without kernels.
 */
export function rooflineOf(
  parts: readonly RooflinePart[],
  context: MergeContext,
  { topK, dtypeHint }: RooflineOptions,
): Roofline {
  const all = kernelCounters(parts.map(({ counters }) => counters.groups));
  const main = mainDevice(all);
  const kernels = all.filter(({ device }) => JSON.stringify(device) === main);
  const [first] = kernels;
  return buildRoofline({
    device: first?.device ?? busiestDevice(context),
    kernels,
    elsewhere: all.filter(({ device }) => JSON.stringify(device) !== main).map(({ kernel }) => kernel),
    timeOf: createTimes(parts, context.processes, main),
    topK,
    dtypeHint,
  });
}

/** Times of kernels on the kind of device: of processes without counters where they ran the kernel, else as counted. */
function createTimes(
  parts: readonly RooflinePart[],
  processes: MergeContext['processes'],
  main: string,
): (kernel: KernelCounters) => KernelTime {
  const plain = main === '' ? new Map<string, PlainTime>() : plainTimes(parts, processes, main);
  return ({ kernel, groups }) => {
    const undisturbed = plain.get(kernel);
    if (undisturbed !== undefined) return { ...undisturbed, source: 'run_without_counters' };
    const timed = groups.filter(({ isTimed }) => isTimed);
    return { dispatchCount: dispatchesOf(timed), durationNs: durationOf(timed), source: 'counter_run' };
  };
}

interface PlainTime {
  dispatchCount: number;
  durationNs: number;
}

/** Times by kernel name in the processes without counters; dispatches that start and end at once are left out. */
function plainTimes(
  parts: readonly RooflinePart[],
  processes: MergeContext['processes'],
  main: string,
): Map<string, PlainTime> {
  const times = new Map<string, PlainTime>();
  for (const [index, { segments }] of parts.entries()) {
    if (segments === null) continue;
    const agents = [...(processes[index]?.agents ?? []), null];
    const isMain = agents.map((agent) => JSON.stringify(deviceHardware(agent)) === main);
    const { count, names, name, agent, offsets, durationsNs } = segments;
    for (let segment = 0; segment < count; segment++) {
      if (isMain[agent[segment] ?? 0] !== true) continue;
      const kernel = names[name[segment] ?? 0] ?? '';
      const own = times.get(kernel) ?? { dispatchCount: 0, durationNs: 0 };
      for (let place = offsets[segment] ?? 0; place < (offsets[segment + 1] ?? 0); place++) {
        const duration = durationsNs[place] ?? 0;
        if (duration > 0) own.dispatchCount += 1;
        own.durationNs += duration;
      }
      if (own.dispatchCount > 0) times.set(kernel, own);
    }
  }
  return times;
}

function busiestDevice({ devices, mainDevice: main, processes }: MergeContext): DeviceHardware {
  const busiest = main === null ? null : (devices[main]?.agent ?? null);
  const first = processes.flatMap(({ agents }) => agents).find(({ type }) => type === 'GPU');
  return deviceHardware(busiest ?? first ?? null);
}
