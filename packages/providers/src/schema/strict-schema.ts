import { asList, asRecord } from '../json-value.js';
import type { JsonRecord } from '../json-value.js';
import type { JsonSchema } from '../messages.js';

/** Whose rules hold: OpenAI wants every field required, Anthropic only that no other field is allowed. */
export type StrictDialect = 'openai' | 'anthropic';

/** A schema that a service can be held to, or the word that this one can't be made into one. */
export interface StrictSchema {
  readonly schema: JsonSchema;
  readonly isStrict: boolean;
}

/** Said in words where the strict mode does not take them, so that the model still knows. */
const BOUNDS = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'pattern',
  'format',
] as const;
/** Keywords that both services take in strict mode. */
const KEPT = ['type', 'description', 'enum', 'const'] as const;

/**
 * The schema in the form of the services' strict mode: no other fields, every field required (OpenAI; a field that was
 * optional may be null instead), bounds moved into descriptions. Objects that are open (`additionalProperties` true or a
 * schema) or unknown keywords such as `$ref`, `allOf` can't be strict.
 *
 * Sources: OpenAI, "Structured model outputs", supported schemas; Anthropic, "Structured outputs", JSON Schema limitations.
 */
export function strictSchema(schema: JsonSchema, dialect: StrictDialect): StrictSchema {
  try {
    return { schema: convert(schema, dialect), isStrict: true };
  } catch (error) {
    if (error instanceof NotStrict) return { schema, isStrict: false };
    throw error;
  }
}

class NotStrict extends Error {}

function convert(schema: JsonSchema, dialect: StrictDialect): JsonSchema {
  if (schema['$ref'] !== undefined || schema['allOf'] !== undefined || schema['not'] !== undefined)
    throw new NotStrict();
  const union = schema['anyOf'] ?? schema['oneOf'];
  if (union !== undefined)
    return { ...described(schema, {}), anyOf: asList(union).map((item) => convert(recordOf(item), dialect)) };
  if (schema['type'] === undefined && schema['enum'] === undefined && schema['const'] === undefined)
    throw new NotStrict();
  const kept = Object.fromEntries(KEPT.filter((key) => schema[key] !== undefined).map((key) => [key, schema[key]]));
  const result = described(schema, kept);
  if (hasType(schema, 'object')) return { ...result, ...convertObject(schema, dialect) };
  if (hasType(schema, 'array')) return { ...result, items: convert(recordOf(schema['items']), dialect) };
  return result;
}

function convertObject(schema: JsonSchema, dialect: StrictDialect): JsonSchema {
  const open = schema['additionalProperties'];
  const fields = asRecord(schema['properties']);
  const isOpen = open !== undefined && open !== false;
  if (fields === null || isOpen || schema['patternProperties'] !== undefined) throw new NotStrict();
  const required = asList(schema['required']).filter((name) => typeof name === 'string');
  const properties = Object.entries(fields).map(([name, field]) => {
    const converted = convert(recordOf(field), dialect);
    return [name, dialect === 'anthropic' || required.includes(name) ? converted : nullable(converted)] as const;
  });
  return {
    properties: Object.fromEntries(properties),
    required: dialect === 'anthropic' ? required : Object.keys(fields),
    additionalProperties: false,
  };
}

function nullable(schema: JsonSchema): JsonSchema {
  if (allowsNull(schema)) return schema;
  return { anyOf: [schema, { type: 'null' }] };
}

/** True where null itself matches. */
function allowsNull(schema: JsonSchema): boolean {
  const union = schema['anyOf'] ?? schema['oneOf'];
  if (union !== undefined) return asList(union).some((item) => allowsNull(asRecord(item) ?? {}));
  return hasType(schema, 'null') || schema['const'] === null || asList(schema['enum']).includes(null);
}

function hasType(schema: JsonSchema, type: string): boolean {
  return schema['type'] === type || asList(schema['type']).includes(type);
}

function described(schema: JsonSchema, kept: JsonRecord): JsonRecord {
  const bounds = BOUNDS.filter((key) => schema[key] !== undefined).map((key) => `${key} ${String(schema[key])}`);
  const words = [schema['description'], bounds.join(', ')].filter((part) => typeof part === 'string' && part !== '');
  return words.length === 0 ? kept : { ...kept, description: words.join('; ') };
}

function recordOf(value: unknown): JsonRecord {
  const record = asRecord(value);
  if (record === null) throw new NotStrict();
  return record;
}

/**
 * An answer to a strict schema as the original schema has it: a null that stands for an absent optional field is left out.
 */
export function withoutAddedNulls(value: unknown, schema: JsonSchema): unknown {
  if (Array.isArray(value)) {
    const items = asRecord(schema['items']);
    return items === null ? value : value.map((item) => withoutAddedNulls(item, items));
  }
  const record = asRecord(value);
  const fields = asRecord(schema['properties']);
  if (record === null || fields === null) return value;
  const required = asList(schema['required']);
  const entries = Object.entries(record).flatMap(([name, item]) => {
    const field = asRecord(fields[name]);
    if (field === null) return [[name, item] as const];
    if (item === null && !required.includes(name) && !allowsNull(field)) return [];
    return [[name, withoutAddedNulls(item, field)] as const];
  });
  return Object.fromEntries(entries);
}
