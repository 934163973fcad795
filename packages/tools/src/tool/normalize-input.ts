import type * as v from 'valibot';
import { fractionName } from './input-aliases.js';
import { invalidArgument } from './invalid-argument.js';

/** Schemas of open objects of which unknown keys may spell fractions `_pct`. JSON Schema says nothing of it. */
const PCT_SPELLING = { acceptsPctSpelling: true } as const;

/** Marks the schema of an open object so that its unknown keys may spell fractions `_pct`. Returns the same schema. */
export function acceptPctSpelling<TSchema extends v.GenericSchema>(schema: TSchema): TSchema {
  return Object.assign(schema, PCT_SPELLING);
}

interface ObjectSchema extends v.GenericSchema {
  readonly entries: Readonly<Record<string, v.GenericSchema>>;
}

/**
 * Raw input in the one spelling that schemas know, before it is validated:
 *
 * - `_pct` where the schema has `_frac` for it, and in the open objects marked by `acceptPctSpelling`. A name that
 *   the schema itself has is left alone (`hotspot_pct`), and so is one given under both spellings.
 * - null for an optional field counts as absent; no input at all counts as `{}`.
 *
 * The rest is returned as it is. Follows the schema, so its depth is the schema's, not the input's.
 *
 * @throws ToolError INVALID_ARGUMENT for NaN and infinities, which JSON cannot hold.
 */
export function normalizeInput(schema: v.GenericSchema, raw: unknown): unknown {
  return normalize(schema, raw === undefined || raw === null ? {} : raw, '');
}

function normalize(schema: v.GenericSchema, value: unknown, path: string): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) throw invalidArgument(path, 'a finite number', value);
  if (isWrapper(schema)) return normalize(schema.wrapped, value, path);
  if (isArraySchema(schema) && Array.isArray(value))
    return value.map((item: unknown, index) => normalize(schema.item, item, childPath(path, String(index))));
  if (!isPlainObject(value)) return value;
  if (hasEntries(schema)) return normalizeObject(schema, value, path);
  return isRecordSchema(schema) ? normalizeRecord(schema, value, path) : value;
}

function normalizeObject(schema: ObjectSchema, value: Readonly<Record<string, unknown>>, path: string): unknown {
  const isOpen = acceptsPctSpelling(schema);
  const fields = Object.entries(value).flatMap(([key, item]): [string, unknown][] => {
    const name = spellingOf(key, value, (target) => Object.hasOwn(schema.entries, target), isOpen);
    const entry = Object.hasOwn(schema.entries, name) ? schema.entries[name] : undefined;
    if (entry === undefined) return [[name, item]];
    return item === null && isNullOmittable(entry) ? [] : [[name, normalize(entry, item, childPath(path, name))]];
  });
  return Object.fromEntries(fields);
}

function normalizeRecord(
  schema: v.GenericSchema & { readonly value: v.GenericSchema },
  value: Readonly<Record<string, unknown>>,
  path: string,
): unknown {
  const isOpen = acceptsPctSpelling(schema);
  const fields = Object.entries(value).map(([key, item]): [string, unknown] => {
    const name = spellingOf(key, value, () => false, isOpen);
    return [name, normalize(schema.value, item, childPath(path, name))];
  });
  return Object.fromEntries(fields);
}

function spellingOf(
  key: string,
  value: Readonly<Record<string, unknown>>,
  isField: (name: string) => boolean,
  isOpen: boolean,
): string {
  const target = fractionName(key);
  if (target === null || isField(key) || Object.hasOwn(value, target)) return key;
  return isField(target) || isOpen ? target : key;
}

/** Whether a null may be left out: the field is optional and gives null no meaning of its own. */
function isNullOmittable(schema: v.GenericSchema): boolean {
  const isOptional = schema.type === 'optional' || schema.type === 'exact_optional';
  return isOptional && isWrapper(schema) && schema.wrapped.type !== 'nullable';
}

function acceptsPctSpelling(schema: v.GenericSchema): boolean {
  return 'acceptsPctSpelling' in schema;
}

function childPath(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function hasEntries(schema: v.GenericSchema): schema is ObjectSchema {
  return 'entries' in schema;
}

function isWrapper(schema: v.GenericSchema): schema is v.GenericSchema & { readonly wrapped: v.GenericSchema } {
  return 'wrapped' in schema;
}

function isArraySchema(schema: v.GenericSchema): schema is v.GenericSchema & { readonly item: v.GenericSchema } {
  return schema.type === 'array';
}

function isRecordSchema(schema: v.GenericSchema): schema is v.GenericSchema & { readonly value: v.GenericSchema } {
  return schema.type === 'record';
}
