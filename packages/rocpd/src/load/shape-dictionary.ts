import type { LaunchShape } from '../columns.js';
import { remap, type Readings } from './merge-ids.js';
import { SHAPE_FIELDS } from './shape-index.js';
import type { Stores } from './stores.js';

/** Replaces shape indices of all threads by those of one sorted list of shapes. */
export function shapeDictionary(readings: Readings, shape: Stores['dispatches']['shape']): readonly LaunchShape[] {
  const { shapes, tables } = shapesOf(readings.findings.map((found) => found.shapes));
  remap(readings, 'dispatches', shape, (owner) => tables[owner] ?? new Uint32Array(0));
  return shapes;
}

/** One sorted list of the shapes of several lists (eight numbers each), and where each list's shapes are in it. */
export function shapesOf(lists: readonly Float64Array[]): { shapes: LaunchShape[]; tables: Uint32Array[] } {
  const numbers = new Map<string, readonly number[]>();
  const keysOf = lists.map((values) => {
    const keys: string[] = [];
    for (let at = 0; at < values.length; at += SHAPE_FIELDS) {
      const shape = [...values.subarray(at, at + SHAPE_FIELDS)];
      const key = shape.join(',');
      keys.push(key);
      numbers.set(key, shape);
    }
    return keys;
  });
  const sorted = [...numbers].sort(([, a], [, b]) => compareNumbers(a, b));
  const indexOf = new Map(sorted.map(([key], index) => [key, index]));
  const tables = keysOf.map((keys) => Uint32Array.from(keys, (key) => indexOf.get(key) ?? 0));
  return { shapes: sorted.map(([, values]) => toShape(values)), tables };
}

function compareNumbers(a: readonly number[], b: readonly number[]): number {
  for (let index = 0; index < a.length; index += 1) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function toShape([
  x = -1,
  y = -1,
  z = -1,
  gridX = -1,
  gridY = -1,
  gridZ = -1,
  lds = -1,
  scratch = -1,
]: readonly number[]): LaunchShape {
  return {
    workgroup: sizeOf(x, y, z),
    grid: sizeOf(gridX, gridY, gridZ),
    ldsBytes: lds < 0 ? null : lds,
    scratchBytes: scratch < 0 ? null : scratch,
  };
}

/** A size; null where the first axis is missing or 0 (recorders write 0 0 0 for unknown). Other axes count as 1 then. */
function sizeOf(x: number, y: number, z: number): readonly [number, number, number] | null {
  return x <= 0 ? null : [x, Math.max(y, 1), Math.max(z, 1)];
}
