/** Whole numbers from 0 to 2^53 as base64 of variable-length bytes, seven bits each, low bits first (LEB128). */
export function encodeVarints(values: Iterable<number>): string {
  const bytes: number[] = [];
  for (const value of values) {
    let rest = Math.max(0, Math.round(value));
    while (rest >= 128) {
      bytes.push((rest % 128) | 128);
      rest = Math.floor(rest / 128);
    }
    bytes.push(rest);
  }
  return Buffer.from(bytes).toString('base64');
}
