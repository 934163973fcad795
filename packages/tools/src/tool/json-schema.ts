import { toJsonSchema } from '@valibot/to-json-schema';
import type { JsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import type { Tool } from './define-tool.js';

/** A tool's input as JSON Schema: what a caller may send (defaults not yet applied). */
export function inputJsonSchema(tool: Tool): JsonSchema {
  return toJsonSchema(tool.inputSchema, { typeMode: 'input', target: 'draft-2020-12' });
}

/** A tool's output as JSON Schema. */
export function outputJsonSchema(tool: Tool): JsonSchema {
  return schemaToJson(tool.outputSchema);
}

/** Any of our schemas as JSON Schema (draft 2020-12). Throws on actions that JSON Schema cannot say. */
export function schemaToJson(schema: v.GenericSchema): JsonSchema {
  return toJsonSchema(schema, { typeMode: 'output', target: 'draft-2020-12' });
}
