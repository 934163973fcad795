import { NarrowColumnError } from './errors.js';

/** Numbers of a shape: workgroup x, y, z, grid x, y, z, LDS bytes, scratch bytes; -1 where unknown. */
export const SHAPE_FIELDS = 8;

/**
 * Numbers launch shapes in order of first sight. A hash finds the place, all eight numbers are compared: two different
 * shapes never share an index.
 */
export class ShapeIndex {
  /** Eight numbers per shape. */
  values = new Float64Array(256 * SHAPE_FIELDS);
  count = 0;
  private buckets = new Int32Array(1024).fill(-1);

  /** `limit` is the number of shapes that fit the index column. */
  constructor(private readonly limit: number) {}

  of(
    x: number,
    y: number,
    z: number,
    gridX: number,
    gridY: number,
    gridZ: number,
    lds: number,
    scratch: number,
  ): number {
    let hash =
      Math.imul(x, 0x9e3779b1) ^
      Math.imul(gridX, 0x85ebca6b) ^
      Math.imul(gridY, 0xc2b2ae35) ^
      Math.imul(gridZ, 0x27d4eb2f);
    hash ^=
      Math.imul(y, 0x165667b1) ^ Math.imul(z, 0x9e3779b9) ^ Math.imul(lds, 0x7feb352d) ^ Math.imul(scratch, 0x846ca68b);
    hash ^= hash >>> 15;
    const mask = this.buckets.length - 1;
    const { values } = this;
    for (let place = hash & mask; ; place = (place + 1) & mask) {
      const index = this.buckets[place] ?? -1;
      if (index < 0) return this.add(place, [x, y, z, gridX, gridY, gridZ, lds, scratch]);
      const at = index * SHAPE_FIELDS;
      if (
        values[at] === x &&
        values[at + 1] === y &&
        values[at + 2] === z &&
        values[at + 3] === gridX &&
        values[at + 4] === gridY &&
        values[at + 5] === gridZ &&
        values[at + 6] === lds &&
        values[at + 7] === scratch
      )
        return index;
    }
  }

  private add(place: number, shape: readonly number[]): number {
    const index = this.count;
    if (index >= this.limit) throw new NarrowColumnError();
    if ((index + 1) * SHAPE_FIELDS > this.values.length) {
      const larger = new Float64Array(this.values.length * 2);
      larger.set(this.values);
      this.values = larger;
    }
    this.values.set(shape, index * SHAPE_FIELDS);
    this.buckets[place] = index;
    this.count += 1;
    if (this.count * 2 > this.buckets.length) this.rehash();
    return index;
  }

  private rehash(): void {
    const { values, count } = this;
    this.buckets = new Int32Array(this.buckets.length * 4).fill(-1);
    this.count = 0;
    const old = values.slice();
    for (let index = 0; index < count; index += 1) {
      const [x = 0, y = 0, z = 0, gridX = 0, gridY = 0, gridZ = 0, lds = 0, scratch = 0] = old.subarray(
        index * SHAPE_FIELDS,
        (index + 1) * SHAPE_FIELDS,
      );
      this.of(x, y, z, gridX, gridY, gridZ, lds, scratch);
    }
  }
}
