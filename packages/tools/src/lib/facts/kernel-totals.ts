import { shapeKey } from './kernel-segments.js';
import type { KernelSegments, KernelShape } from './kernel-segments.js';
import type { MergeContext } from './merge-context.js';

/** One segment of one part. */
export interface SegmentPlace {
  readonly partIndex: number;
  readonly segment: number;
}

/** One launch shape of a kernel name over all processes and devices. */
export interface ShapeTotals {
  /** Workgroup and grid as text: equal for equal shapes of different processes. */
  readonly key: string;
  readonly shape: KernelShape;
  calls: number;
  totalNs: number;
  readonly places: SegmentPlace[];
}

/** All dispatches of one kernel name. */
export interface KernelTotals {
  readonly name: string;
  calls: number;
  totalNs: number;
  minNs: number;
  maxNs: number;
  exclusiveNs: number;
  readonly shapes: Map<string, ShapeTotals>;
  /** Indices into the devices of the context, ascending. */
  readonly devices: Set<number>;
}

/** What the totals are made of. `parts[i]` belongs to process i. */
export interface KernelPart {
  readonly segments: KernelSegments;
  readonly exclusiveNs: Float64Array;
}

/** Totals by kernel name over all processes, in order of first appearance. */
export function totalKernels(parts: readonly KernelPart[], context: MergeContext): KernelTotals[] {
  const byName = new Map<string, KernelTotals>();
  for (const [partIndex, { segments, exclusiveNs }] of parts.entries()) {
    const shapeKeys = segments.shapes.map(shapeKey);
    for (let segment = 0; segment < segments.count; segment++) {
      if (segments.offsets[segment] === segments.offsets[segment + 1]) continue;
      const kernel = kernelNamed(byName, segments.names[segments.name[segment] ?? 0] ?? '');
      const shapeIndex = segments.shape[segment] ?? 0;
      const shape = shapeOf(kernel, shapeKeys[shapeIndex] ?? '', segments.shapes[shapeIndex]);
      addSegment(kernel, shape, segments, segment);
      shape.places.push({ partIndex, segment });
      const device = context.deviceIndex(partIndex, segments.agent[segment] ?? 0);
      if (device >= 0) kernel.devices.add(device);
    }
    for (const [name, exclusive] of exclusiveNs.entries()) {
      const kernel = byName.get(segments.names[name] ?? '');
      if (kernel !== undefined) kernel.exclusiveNs += exclusive;
    }
  }
  return [...byName.values()];
}

/** The durations of some segments, one after the other. */
export function gatherDurations(places: readonly SegmentPlace[], parts: readonly KernelPart[]): Float64Array {
  const slices = places.map(({ partIndex, segment }) => {
    const segments = parts[partIndex]?.segments;
    return segments?.durationsNs.subarray(segments.offsets[segment], segments.offsets[segment + 1]);
  });
  const all = new Float64Array(slices.reduce((sum, slice) => sum + (slice?.length ?? 0), 0));
  let filled = 0;
  for (const slice of slices) {
    if (slice === undefined) continue;
    all.set(slice, filled);
    filled += slice.length;
  }
  return all;
}

function kernelNamed(byName: Map<string, KernelTotals>, name: string): KernelTotals {
  const known = byName.get(name);
  if (known !== undefined) return known;
  const kernel: KernelTotals = {
    name,
    calls: 0,
    totalNs: 0,
    minNs: Number.POSITIVE_INFINITY,
    maxNs: 0,
    exclusiveNs: 0,
    shapes: new Map(),
    devices: new Set(),
  };
  byName.set(name, kernel);
  return kernel;
}

function shapeOf(kernel: KernelTotals, key: string, shape: KernelShape | undefined): ShapeTotals {
  const known = kernel.shapes.get(key);
  if (known !== undefined) return known;
  const totals = { key, shape: shape ?? { workgroup: null, grid: null }, calls: 0, totalNs: 0, places: [] };
  kernel.shapes.set(key, totals);
  return totals;
}

function addSegment(kernel: KernelTotals, shape: ShapeTotals, segments: KernelSegments, segment: number): void {
  const from = segments.offsets[segment] ?? 0;
  const to = segments.offsets[segment + 1] ?? from;
  let totalNs = 0;
  let { minNs, maxNs } = kernel;
  for (let place = from; place < to; place++) {
    const duration = segments.durationsNs[place] ?? 0;
    totalNs += duration;
    if (duration < minNs) minNs = duration;
    if (duration > maxNs) maxNs = duration;
  }
  kernel.minNs = minNs;
  kernel.maxNs = maxNs;
  kernel.calls += to - from;
  kernel.totalNs += totalNs;
  shape.calls += to - from;
  shape.totalNs += totalNs;
}
