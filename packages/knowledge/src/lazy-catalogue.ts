import * as v from 'valibot';
import { KnowledgeError } from './errors.js';

/** `T` with every property and element read-only, all the way down. */
export type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;

/**
 * A getter for one data file: parses it, checks it against its schema and freezes it deeply at the first call, then
 * always returns the same object. Nothing happens before that call, so importing a catalogue costs nothing. Built
 * packages hold data files as JSON text, which the engine skips over; running from the sources they are parsed already.
 *
 * @throws KnowledgeError `INTERNAL` when the file breaks its schema; the message names the file, the path and the rule.
 */
export function lazyCatalogue<TSchema extends v.GenericSchema>(
  fileName: string,
  data: unknown,
  schema: TSchema,
): () => DeepReadonly<v.InferOutput<TSchema>> {
  return once(() => {
    const result = v.safeParse(schema, typeof data === 'string' ? JSON.parse(data) : data);
    if (result.success) return deepFreeze(result.output);
    const [issue] = result.issues;
    const path = v.getDotPath(issue) ?? '(root)';
    throw new KnowledgeError('INTERNAL', `Data file ${fileName} is broken at ${path}: ${issue.message}`, {
      file_name: fileName,
      path,
    });
  });
}

/** Calls `compute` at the first use and keeps what it returned; a throw is not kept. */
export function once<T>(compute: () => T): () => T {
  let kept: { readonly value: T } | undefined;
  return () => (kept ??= { value: compute() }).value;
}

/** Freezes a tree of plain objects and arrays in place and returns it. */
export function deepFreeze<T>(value: T): DeepReadonly<T> {
  freezeTree(value);
  // Freezing is what makes the value read-only, so the type follows from the line above.
  return value as DeepReadonly<T>;
}

function freezeTree(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const child of Object.values(value)) freezeTree(child);
}
