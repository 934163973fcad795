/** `T` with every property and element writable, all the way down. */
export type Writable<T> = T extends object ? { -readonly [K in keyof T]: Writable<T[K]> } : T;

/** A deep copy of an entry of the tables: callers may change what they get, the frozen tables stay as they are. */
export function copyEntry<T>(entry: T): Writable<T> {
  // The copy is nobody else's yet, so writing to it harms nothing.
  return structuredClone(entry) as Writable<T>;
}
