import type { LaunchShape } from '../columns.js';
import { remap, type Readings } from './merge-ids.js';
import { SHAPE_FIELDS } from './shape-index.js';
import type { Stores } from './stores.js';

/** Replaces shape indices of all threads by those of one sorted list of shapes. */
export function shapeDictionary(readings: Readings, shape: Stores['dispatches']['shape']): readonly LaunchShape[] {
  const numbers = new Map<string, readonly number[]>();
  const keysOf = readings.findings.map(({ shapes }) => {
    const keys: string[] = [];
    for (let at = 0; at < shapes.length; at += SHAPE_FIELDS) {
      const values = [...shapes.subarray(at, at + SHAPE_FIELDS)];
      const key = values.join(',');
      keys.push(key);
      numbers.set(key, values);
    }
    return keys;
  });
  const sorted = [...numbers].sort(([, a], [, b]) => compareNumbers(a, b));
  const indexOf = new Map(sorted.map(([key], index) => [key, index]));
  remap(readings, 'dispatches', shape, (owner) =>
    Uint32Array.from(keysOf[owner] ?? [], (key) => indexOf.get(key) ?? 0),
  );
  return sorted.map(([, values]) => toShape(values));
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
