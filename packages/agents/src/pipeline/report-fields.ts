import { reportJsonSchema } from './report-json-schema.js';

/** A field of the report. */
export interface ReportField {
  /** Where it stands: `hotspots[].percent_of_total`. */
  readonly path: string;
  readonly description: string;
}

/** Every field of the report by its name, with all places that have one of that name and say what it means. */
export function reportFields(): ReadonlyMap<string, readonly ReportField[]> {
  const fields = new Map<string, ReportField[]>();
  walk(reportJsonSchema(), '', fields);
  return fields;
}

function walk(schema: unknown, path: string, fields: Map<string, ReportField[]>): void {
  if (!isRecord(schema)) return;
  for (const [name, inner] of Object.entries(isRecord(schema['properties']) ? schema['properties'] : {})) {
    const place = path === '' ? name : `${path}.${name}`;
    const description = describe(inner);
    if (description !== null) fields.set(name, [...(fields.get(name) ?? []), { path: place, description }]);
    walk(inner, place, fields);
  }
  walk(schema['items'], `${path}[]`, fields);
  walk(schema['additionalProperties'], `${path}.*`, fields);
  for (const choice of Array.isArray(schema['anyOf']) ? schema['anyOf'] : []) walk(choice, path, fields);
}

/** Its own description, or that of the one choice that has one. */
function describe(schema: unknown): string | null {
  if (!isRecord(schema)) return null;
  if (typeof schema['description'] === 'string') return schema['description'];
  const choices = Array.isArray(schema['anyOf']) ? schema['anyOf'] : [];
  return choices.map(describe).find((text) => text !== null) ?? null;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
