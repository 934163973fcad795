/** Round steps (1, 2, 5 times a power of ten) that give at most `most` marks over a length. */
export function axisTicks(length: number, most: number): number[] {
  if (!(length > 0)) return [0];
  const rough = length / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough) ?? 10 * power;
  const ticks: number[] = [];
  for (let index = 0; index * step <= length * 1.000_001; index++) ticks.push(index * step);
  return ticks;
}

/** A unit of time for an axis, and how its marks are written. */
export function axisUnit(lengthNs: number): { readonly name: string; readonly ns: number } {
  if (lengthNs >= 2e9) return { name: 's', ns: 1e9 };
  if (lengthNs >= 2e6) return { name: 'ms', ns: 1e6 };
  return lengthNs >= 2e3 ? { name: 'µs', ns: 1e3 } : { name: 'ns', ns: 1 };
}
