import type { DispatchColumns, LaunchShape, ProcessColumns } from '@perfxpert/rocpd';
import { numberPairs } from './dense-pairs.js';

/** Launch shape as far as it tells populations of durations apart. */
export type KernelShape = Pick<LaunchShape, 'workgroup' | 'grid'>;

/**
 * The dispatches of one process, grouped by kernel name, launch shape and agent: one segment each, its dispatches in
 * order of start. Segments are in order of their first dispatch; with a least duration some may be empty.
 */
export interface KernelSegments {
  /** Distinct names, in order of first appearance among the kernels of the process. */
  readonly names: readonly string[];
  /** Distinct shapes by workgroup and grid. */
  readonly shapes: readonly KernelShape[];
  readonly count: number;
  /** Index into `names` by index into the kernels of the process. */
  readonly nameOfKernel: Uint32Array;
  /** Index into `names`, per segment. */
  readonly name: Uint32Array;
  /** Index into `shapes`, per segment. */
  readonly shape: Uint32Array;
  /** Index into the agents of the process, per segment. */
  readonly agent: Uint16Array;
  /** First place of each segment in `durationsNs`; one more entry closes the last. */
  readonly offsets: Uint32Array;
  readonly durationsNs: Float64Array;
  /** Start of the first dispatch of each segment, in the process's frame. */
  readonly firstStartNs: Float64Array;
}

/**
 * Groups the dispatches of a process. Two kernels of one name (two code objects) are one. Linear: every row gets the
 * number of its segment, then durations are dealt out.
 *
 * @param minDurationNs leaves out shorter dispatches.
 * @param listedKernels by index into the kernels of the process 1 for those whose dispatches are taken; all if absent.
 */
export function collectKernelSegments(
  columns: ProcessColumns,
  minDurationNs = 0,
  listedKernels?: Uint8Array,
): KernelSegments {
  const { dispatches, kernels, process } = columns;
  const names = indexDistinct(kernels, ({ name }) => name);
  const shapes = indexDistinct(dispatches.shapes, shapeKey);
  const { count } = dispatches;
  const pairs = numberPairs({
    count,
    first: dispatches.kernel,
    firstLimit: kernels.length,
    second: dispatches.shape,
    secondLimit: dispatches.shapes.length,
  });
  const triples = numberPairs({
    count,
    first: pairs.idOfRow,
    firstLimit: pairs.first.length,
    second: dispatches.agent,
    secondLimit: process.agents.length + 1,
  });
  // Kernels of one name and shapes of one size are one from here on: on the few triples, not on the rows.
  const segments = indexDistinct(
    triples.first.map((pair, triple) => ({
      name: names.indexOf[pairs.first[pair] ?? 0] ?? 0,
      shape: shapes.indexOf[pairs.second[pair] ?? 0] ?? 0,
      agent: triples.second[triple] ?? 0,
    })),
    ({ name, shape, agent }) => `${String(name)} ${String(shape)} ${String(agent)}`,
  );
  const segmentCount = segments.values.length;
  const segmentOf = { triple: triples.idOfRow, segment: segments.indexOf };
  return {
    names: names.values.map(({ name }) => name),
    nameOfKernel: names.indexOf,
    shapes: shapes.values.map(({ workgroup, grid }) => ({ workgroup, grid })),
    count: segmentCount,
    name: Uint32Array.from(segments.values, ({ name }) => name),
    shape: Uint32Array.from(segments.values, ({ shape }) => shape),
    agent: Uint16Array.from(segments.values, ({ agent }) => agent),
    ...dealDurations(dispatches, segmentOf, segmentCount, minDurationNs, listedKernels ?? null),
  };
}

/** `XxYxZ`, the way reports write launch shapes; null where the trace holds none. */
export function formatExtent(extent: readonly [number, number, number] | null): string | null {
  return extent === null ? null : extent.join('x');
}

/** Workgroup and grid as one text, equal for equal shapes. */
export function shapeKey({ workgroup, grid }: KernelShape): string {
  return `${formatExtent(workgroup) ?? '-'}/${formatExtent(grid) ?? '-'}`;
}

interface Distinct<T> {
  /** First value of each key. */
  readonly values: readonly T[];
  /** Index into `values` by index of the original. */
  readonly indexOf: Uint32Array;
}

function indexDistinct<T>(items: readonly T[], keyOf: (item: T) => string): Distinct<T> {
  const places = new Map<string, number>();
  const values: T[] = [];
  const indexOf = Uint32Array.from(items, (item) => {
    const key = keyOf(item);
    const known = places.get(key);
    if (known !== undefined) return known;
    places.set(key, values.length);
    values.push(item);
    return values.length - 1;
  });
  return { values, indexOf };
}

/** Segment of each row, by way of the triple of kernel, shape and agent. */
interface SegmentOfRow {
  readonly triple: Uint16Array | Uint32Array;
  readonly segment: Uint32Array;
}

/** The durations of each segment in order of rows, which is order of start. */
function dealDurations(
  { count, startNs, endNs, kernel }: DispatchColumns,
  { triple, segment: segmentOf }: SegmentOfRow,
  segmentCount: number,
  minDurationNs: number,
  listedKernels: Uint8Array | null,
): Pick<KernelSegments, 'offsets' | 'durationsNs' | 'firstStartNs'> {
  const offsets = new Uint32Array(segmentCount + 1);
  for (let row = 0; row < count; row++) {
    if ((endNs[row] ?? 0) - (startNs[row] ?? 0) < minDurationNs) continue;
    if (listedKernels !== null && listedKernels[kernel[row] ?? 0] !== 1) continue;
    const after = (segmentOf[triple[row] ?? 0] ?? 0) + 1;
    offsets[after] = (offsets[after] ?? 0) + 1;
  }
  for (let segment = 1; segment <= segmentCount; segment++)
    offsets[segment] = (offsets[segment] ?? 0) + (offsets[segment - 1] ?? 0);
  const next = offsets.slice();
  const durationsNs = new Float64Array(offsets[segmentCount] ?? 0);
  const firstStartNs = new Float64Array(segmentCount);
  for (let row = 0; row < count; row++) {
    const duration = (endNs[row] ?? 0) - (startNs[row] ?? 0);
    if (duration < minDurationNs) continue;
    if (listedKernels !== null && listedKernels[kernel[row] ?? 0] !== 1) continue;
    const segment = segmentOf[triple[row] ?? 0] ?? 0;
    const place = next[segment] ?? 0;
    if (place === offsets[segment]) firstStartNs[segment] = startNs[row] ?? 0;
    durationsNs[place] = duration;
    next[segment] = place + 1;
  }
  return { offsets, durationsNs, firstStartNs };
}
