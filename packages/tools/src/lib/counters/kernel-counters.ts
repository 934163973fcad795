import type { DeviceHardware } from '../facts/device-hardware.js';
import type { CounterGroup } from './counter-group.js';
import { METRIC_DEFINITIONS, resolveMetric } from './metric-definitions.js';
import { deviceCycles, evaluateMetric, missingCounters } from './metric-inputs.js';

/** All counters of one kernel on one kind of device, over all processes and collection passes. */
export interface KernelCounters {
  readonly kernel: string;
  readonly device: DeviceHardware;
  readonly groups: readonly CounterGroup[];
  /** Dispatches that hold counters, and their summed duration. */
  readonly dispatchCount: number;
  readonly durationNs: number;
  /**
   * Whether several runs collected different counters of the kernel: a run is a process. Each run has its own times, so
   * figures that rest on time are then taken from the means over all runs.
   */
  readonly isMultiPass: boolean;
  /** The means of all counters and of the duration, as a group: what different passes know of one dispatch. */
  readonly means: CounterGroup;
}

/** Brings the groups of all processes together by kernel and device; most time first, then name. */
export function kernelCounters(groupsByProcess: readonly (readonly CounterGroup[])[]): KernelCounters[] {
  const found = new Map<string, { groups: CounterGroup[]; runs: Map<number, Set<string>> }>();
  const deviceKeys = new Map<DeviceHardware, string>();
  for (const [process, groups] of groupsByProcess.entries())
    for (const group of groups) {
      let deviceKey = deviceKeys.get(group.device);
      if (deviceKey === undefined) deviceKeys.set(group.device, (deviceKey = JSON.stringify(group.device)));
      const key = `${deviceKey} ${group.kernel}`;
      let entry = found.get(key);
      if (entry === undefined) found.set(key, (entry = { groups: [], runs: new Map() }));
      entry.groups.push(group);
      const names = entry.runs.get(process) ?? new Set();
      for (const name of group.counters) names.add(name);
      entry.runs.set(process, names);
    }
  return [...found]
    .sort(([keyA, a], [keyB, b]) => durationOf(b.groups) - durationOf(a.groups) || (keyA < keyB ? -1 : 1))
    .flatMap(([, { groups, runs }]) => {
      const [first] = groups;
      if (first === undefined) return [];
      const collections = new Set([...runs.values()].map((names) => [...names].sort().join()));
      return [
        {
          kernel: first.kernel,
          device: first.device,
          groups,
          dispatchCount: dispatchesOf(groups),
          durationNs: durationOf(groups),
          isMultiPass: collections.size > 1,
          means: meansOf(first, groups),
        },
      ];
    });
}

/** Whether a group holds a measured value of a counter. */
export function hasCounter(group: CounterGroup, name: string): boolean {
  return placeOf(group, name) >= 0;
}

/** Sum of a counter over the dispatches of a group; null where it was not measured. */
export function counterSum(group: CounterGroup, name: string): number | null {
  return group.sums[placeOf(group, name)] ?? null;
}

/** Mean of a counter per dispatch of a kernel, over the dispatches that hold it; null where none does. */
export function counterMean({ means }: KernelCounters, name: string): number | null {
  const sum = counterSum(means, name);
  return sum === null ? null : sum / means.dispatchCount;
}

/** Dispatches of groups. */
export function dispatchesOf(groups: readonly CounterGroup[]): number {
  return groups.reduce((sum, { dispatchCount }) => sum + dispatchCount, 0);
}

/** Summed duration of groups. */
export function durationOf(groups: readonly CounterGroup[]): number {
  return groups.reduce((sum, { durationNs }) => sum + durationNs, 0);
}

function placeOf(group: CounterGroup, name: string): number {
  const place = group.names.indexOf(name);
  return group.isMeasured[place] === true ? place : -1;
}

/**
 * One group that stands for as many dispatches as the most frequent counter has, each of them a mean dispatch. Where
 * some passes recorded a counter's sum and others its instances, only the better form counts: the lists of instances
 * can have holes.
 */
function meansOf(first: CounterGroup, groups: readonly CounterGroup[]): CounterGroup {
  const names = [...new Set(groups.flatMap((group) => group.names))].sort();
  const means = names.map((name) => meanOf(name, groups));
  const dispatchCount = Math.max(1, ...means.map(({ count }) => count));
  const timed = groups.filter(({ isTimed }) => isTimed);
  const meanDurationNs = durationOf(timed) / Math.max(1, dispatchesOf(timed));
  const group: CounterGroup = {
    kernel: first.kernel,
    device: first.device,
    isTimed: timed.length > 0,
    dispatchCount,
    durationNs: meanDurationNs * dispatchCount,
    counters: names,
    names,
    forms: means.map(({ form }) => form),
    isMeasured: means.map(({ count }) => count > 0),
    sums: means.map(({ mean }) => mean * dispatchCount),
    minima: means.map(({ mean }) => mean),
    maxima: means.map(({ mean }) => mean),
    timeWeighted: {},
  };
  return { ...group, timeWeighted: timeWeightedMeans(group, meanDurationNs) };
}

function meanOf(name: string, groups: readonly CounterGroup[]): { mean: number; count: number; form: number } {
  let best = { sum: 0, count: 0, form: Number.POSITIVE_INFINITY };
  for (const group of groups) {
    const place = placeOf(group, name);
    const form = group.forms[place];
    if (form === undefined || form > best.form) continue;
    const base = form < best.form ? { sum: 0, count: 0, form } : best;
    best = { sum: base.sum + (group.sums[place] ?? 0), count: base.count + group.dispatchCount, form };
  }
  return { mean: best.count === 0 ? 0 : best.sum / best.count, count: best.count, form: best.form };
}

/** The shares of time of the mean dispatch, weighted with the duration of the group. */
function timeWeightedMeans(group: CounterGroup, meanDurationNs: number): Record<string, number> {
  const { device, dispatchCount } = group;
  const { gfxId } = device;
  if (gfxId === null || !device.isKnown || !group.isTimed) return {};
  const has = (name: string): boolean => hasCounter(group, name);
  const counter = (name: string): number | null => {
    const sum = counterSum(group, name);
    return sum === null ? null : sum / dispatchCount;
  };
  const cycles = deviceCycles(device, counter('GRBM_GUI_ACTIVE'), meanDurationNs);
  const entries: [string, number][] = [];
  for (const definition of METRIC_DEFINITIONS) {
    const metric = resolveMetric(definition, gfxId, has);
    if (metric?.kind !== 'time_share' || missingCounters(metric.formula, gfxId, has).length > 0) continue;
    const value = evaluateMetric(metric.formula, { device, counter, durationNs: meanDurationNs, cycles });
    if (value !== null) entries.push([definition.id, value * definition.scale * group.durationNs]);
  }
  return Object.fromEntries(entries);
}
