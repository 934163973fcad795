import type { FpType, Roofline } from '../../schemas/roofline.js';
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
  /** Times of its kernels, where it collected no counters; empty otherwise. */
  readonly plainTimes: readonly PlainTime[];
}

/** Dispatches of one kernel on one device that ran without counters. */
export interface PlainTime {
  readonly kernel: string;
  readonly device: DeviceHardware;
  /** Without those that start and end at once. */
  readonly dispatchCount: number;
  readonly durationNs: number;
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
  if (columns.counters.count > 0 || columns.dispatches.count === 0) return { counters, plainTimes: [] };
  const devices = [...columns.process.agents, null].map(deviceHardware);
  const { count, names, name, agent, offsets, durationsNs } = segments();
  const times = new Map<
    string,
    { kernel: string; device: DeviceHardware; dispatchCount: number; durationNs: number }
  >();
  for (let segment = 0; segment < count; segment++) {
    const kernel = names[name[segment] ?? 0] ?? '';
    const agentIndex = agent[segment] ?? 0;
    const device = devices[agentIndex];
    if (device === undefined) continue;
    const key = `${String(agentIndex)} ${kernel}`;
    let own = times.get(key);
    if (own === undefined) times.set(key, (own = { kernel, device, dispatchCount: 0, durationNs: 0 }));
    for (let place = offsets[segment] ?? 0; place < (offsets[segment + 1] ?? 0); place++) {
      const duration = durationsNs[place] ?? 0;
      if (duration === 0) continue;
      own.dispatchCount += 1;
      own.durationNs += duration;
    }
  }
  return { counters, plainTimes: [...times.values()] };
}

/** The roofline of a trace; null without counters on dispatches, or where no kernel is a point. */
export function mergeRoofline(parts: readonly RooflinePart[], context: MergeContext): Roofline | null {
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
    timeOf: createTimes(parts, main),
    topK,
    dtypeHint,
  });
}

/** Times of kernels on the kind of device: of processes without counters where they ran the kernel, else as counted. */
function createTimes(parts: readonly RooflinePart[], main: string): (kernel: KernelCounters) => KernelTime {
  const plain = new Map<string, { dispatchCount: number; durationNs: number }>();
  for (const { plainTimes } of parts)
    for (const { kernel, device, dispatchCount, durationNs } of plainTimes) {
      if (dispatchCount === 0 || JSON.stringify(device) !== main) continue;
      const known = plain.get(kernel);
      plain.set(kernel, {
        dispatchCount: dispatchCount + (known?.dispatchCount ?? 0),
        durationNs: durationNs + (known?.durationNs ?? 0),
      });
    }
  return ({ kernel, groups }) => {
    const undisturbed = plain.get(kernel);
    if (undisturbed !== undefined) return { ...undisturbed, source: 'run_without_counters' };
    const timed = groups.filter(({ isTimed }) => isTimed);
    return { dispatchCount: dispatchesOf(timed), durationNs: durationOf(timed), source: 'counter_run' };
  };
}

function busiestDevice({ devices, mainDevice: main, processes }: MergeContext): DeviceHardware {
  const busiest = main === null ? null : (devices[main]?.agent ?? null);
  const first = processes.flatMap(({ agents }) => agents).find(({ type }) => type === 'GPU');
  return deviceHardware(busiest ?? first ?? null);
}
