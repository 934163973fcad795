/**
 * Speed-up of a whole of which a part becomes faster: 1 / ((1 - part) + part / speedup).
 *
 * Source: Amdahl, AFIPS Spring Joint Computer Conference (1967).
 *
 * @param partFrac 0..1
 * @param speedup above 0
 */
export function amdahlSpeedup(partFrac: number, speedup: number): number {
  return 1 / (1 - partFrac + partFrac / speedup);
}
