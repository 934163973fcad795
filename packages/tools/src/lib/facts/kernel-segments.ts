import type { DispatchColumns, LaunchShape, ProcessColumns } from '@perfxpert/rocpd';

/** Launch shape as far as it tells populations of durations apart. */
export type KernelShape = Pick<LaunchShape, 'workgroup' | 'grid'>;

/**
 * The dispatches of one process, grouped by kernel name, launch shape and agent: one segment each, its dispatches in
 * order of start. Segments are in order of (name, shape, agent) index, so those of one name are neighbours.
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
 * Groups the dispatches of a process. Two kernels of one name (two code objects) are one. Linear: stable counting sorts
 * by agent, shape and name, each of which is skipped where there is only one.
 *
 * @param minDurationNs leaves out shorter dispatches.
 */
export function collectKernelSegments({ dispatches, kernels }: ProcessColumns, minDurationNs = 0): KernelSegments {
  const names = indexDistinct(kernels, ({ name }) => name);
  const shapes = indexDistinct(dispatches.shapes, shapeKey);
  let rows = rowsFrom(dispatches, minDurationNs);
  rows = sortedBy(rows, dispatches.agent, null);
  rows = sortedBy(rows, dispatches.shape, shapes.indexOf);
  rows = sortedBy(rows, dispatches.kernel, names.indexOf);
  return cutSegments(rows, dispatches, names, shapes);
}

/** `XxYxZ`, the way reports write launch shapes; null where the trace holds none. */
export function formatExtent(extent: readonly [number, number, number] | null): string | null {
  return extent === null ? null : extent.join('x');
}

function rowsFrom({ count, startNs, endNs }: DispatchColumns, minDurationNs: number): Uint32Array {
  const rows = new Uint32Array(count);
  let kept = 0;
  for (let row = 0; row < count; row++)
    if ((endNs[row] ?? 0) - (startNs[row] ?? 0) >= minDurationNs) rows[kept++] = row;
  return rows.subarray(0, kept);
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

/** Rows in order of a key, equal keys in the order they had. `remap` translates the column's values first. */
function sortedBy(rows: Uint32Array, column: Uint32Array | Uint16Array, remap: Uint32Array | null): Uint32Array {
  let keyCount = 0;
  const keys = new Uint32Array(column.length);
  for (let row = 0; row < column.length; row++) {
    const value = column[row] ?? 0;
    const key = remap === null ? value : (remap[value] ?? 0);
    keys[row] = key;
    if (key >= keyCount) keyCount = key + 1;
  }
  if (keyCount < 2) return rows;
  const next = new Uint32Array(keyCount + 1);
  for (let row = 0; row < keys.length; row++) {
    const key = (keys[row] ?? 0) + 1;
    next[key] = (next[key] ?? 0) + 1;
  }
  for (let key = 1; key <= keyCount; key++) next[key] = (next[key] ?? 0) + (next[key - 1] ?? 0);
  const sorted = new Uint32Array(rows.length);
  for (let place = 0; place < rows.length; place++) {
    const row = rows[place] ?? 0;
    const key = keys[row] ?? 0;
    const target = next[key] ?? 0;
    sorted[target] = row;
    next[key] = target + 1;
  }
  return sorted;
}

/** Cuts rows that are in order of (name, shape, agent) where one of the three changes. */
function cutSegments(
  rows: Uint32Array,
  { startNs, endNs, kernel, shape, agent }: DispatchColumns,
  names: Distinct<{ readonly name: string }>,
  shapes: Distinct<KernelShape>,
): KernelSegments {
  const durationsNs = new Float64Array(rows.length);
  const firstPlaces: number[] = [];
  let openName = -1;
  let openShape = -1;
  let openAgent = -1;
  for (let place = 0; place < rows.length; place++) {
    const row = rows[place] ?? 0;
    durationsNs[place] = (endNs[row] ?? 0) - (startNs[row] ?? 0);
    const rowName = names.indexOf[kernel[row] ?? 0] ?? 0;
    const rowShape = shapes.indexOf[shape[row] ?? 0] ?? 0;
    const rowAgent = agent[row] ?? 0;
    if (rowName === openName && rowShape === openShape && rowAgent === openAgent) continue;
    firstPlaces.push(place);
    openName = rowName;
    openShape = rowShape;
    openAgent = rowAgent;
  }
  const firstRow = (index: number): number => rows[firstPlaces[index] ?? 0] ?? 0;
  const count = firstPlaces.length;
  return {
    names: names.values.map(({ name }) => name),
    nameOfKernel: names.indexOf,
    shapes: shapes.values.map(({ workgroup, grid }) => ({ workgroup, grid })),
    count,
    name: Uint32Array.from({ length: count }, (_, index) => names.indexOf[kernel[firstRow(index)] ?? 0] ?? 0),
    shape: Uint32Array.from({ length: count }, (_, index) => shapes.indexOf[shape[firstRow(index)] ?? 0] ?? 0),
    agent: Uint16Array.from({ length: count }, (_, index) => agent[firstRow(index)] ?? 0),
    firstStartNs: Float64Array.from({ length: count }, (_, index) => startNs[firstRow(index)] ?? 0),
    offsets: Uint32Array.from([...firstPlaces, rows.length]),
    durationsNs,
  };
}
