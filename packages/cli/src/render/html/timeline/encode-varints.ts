/** Whole numbers up to 2^53 take eight bytes at most. */
const MOST_BYTES = 8;

/** Whole numbers from 0 to 2^53 as base64 of variable-length bytes, seven bits each, low bits first (LEB128). */
export function encodeVarints(values: Float64Array): string {
  const bytes = Buffer.allocUnsafe(MOST_BYTES * values.length);
  let length = 0;
  for (let index = 0; index < values.length; index++) {
    let rest = Math.max(0, Math.round(values[index] ?? 0));
    for (; rest >= 2 ** 31; rest = Math.floor(rest / 128)) bytes[length++] = (rest % 128) | 128;
    // From here on shifts do, which are quicker.
    let bits = rest | 0;
    for (; bits >= 128; bits >>= 7) bytes[length++] = (bits & 127) | 128;
    bytes[length++] = bits;
  }
  return bytes.toString('base64', 0, length);
}
