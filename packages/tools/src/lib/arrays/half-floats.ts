/** Smallest difference of two IEEE half floats: 2^-24. */
const HALF_STEP = 2 ** -24;

/** IEEE 754 half floats (1 sign, 5 exponent, 10 fraction bits) as single floats, which hold all of them exactly. */
export function float16(bits: Uint16Array): Float32Array {
  const values = new Float32Array(bits.length);
  for (let index = 0; index < bits.length; index += 1) values[index] = halfFloat(bits[index] ?? 0);
  return values;
}

/** bfloat16 numbers, the upper half of a single float each, as single floats. */
export function bfloat16(bits: Uint16Array): Float32Array {
  const wide = new Uint32Array(bits.length);
  for (let index = 0; index < bits.length; index += 1) wide[index] = ((bits[index] ?? 0) << 16) >>> 0;
  return new Float32Array(wide.buffer);
}

function halfFloat(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * HALF_STEP;
  if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : NaN;
  return sign * (1024 + fraction) * HALF_STEP * 2 ** (exponent - 1);
}
