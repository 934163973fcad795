/** The values of some fields, in the order asked for. */
export function valuesOf<T, K extends keyof T>(row: T, ...keys: readonly K[]): T[K][] {
  return keys.map((key) => row[key]);
}
