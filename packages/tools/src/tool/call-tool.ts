import * as v from 'valibot';
import type { Tool } from './define-tool.js';
import { normalizeInput } from './normalize-input.js';
import { createToolContext } from './tool-context.js';
import type { ToolContext } from './tool-context.js';
import { ToolError } from './tool-errors.js';

/**
 * Calls a tool as data: checks the raw input, runs it and checks what comes out.
 *
 * @throws ToolError INVALID_ARGUMENT with `{ field, expected, got }` for input that breaks the schema; INTERNAL for
 * output that does (a bug of ours); whatever the tool raises otherwise.
 */
export async function callTool<TInput extends v.GenericSchema, TOutput extends v.GenericSchema>(
  tool: Tool<TInput, TOutput>,
  rawInput: unknown,
  context: Partial<ToolContext> = {},
): Promise<v.InferOutput<TOutput>> {
  const input = parseInput(tool.key, tool.inputSchema, rawInput);
  return checkOutput(tool, await tool.run(input, createToolContext(context)));
}

/** What a tool returned, checked against its own schema. @throws ToolError INTERNAL: a bug of ours. */
export function checkOutput<TInput extends v.GenericSchema, TOutput extends v.GenericSchema>(
  tool: Tool<TInput, TOutput>,
  returned: unknown,
): v.InferOutput<TOutput> {
  const output = v.safeParse(tool.outputSchema, returned);
  if (output.success) return output.output;
  const issue = output.issues[0];
  throw new ToolError('INTERNAL', `${tool.key} returned a value that breaks its own schema.`, {
    field: v.getDotPath(issue) ?? '',
    expected: issue.expected ?? '',
  });
}

/**
 * Checks raw input against a schema, after bringing it into the schema's spelling (`normalizeInput`).
 *
 * @throws ToolError INVALID_ARGUMENT naming the field and what was expected; for an unknown field, the known ones.
 */
export function parseInput<TSchema extends v.GenericSchema>(
  what: string,
  schema: TSchema,
  rawInput: unknown,
): v.InferOutput<TSchema> {
  const result = v.safeParse(schema, normalizeInput(schema, rawInput));
  if (result.success) return result.output;
  const issue = result.issues[0];
  const field = v.getDotPath(issue) ?? '';
  // Valibot says that an object without a field should have had its name.
  const isMissing = issue.expected === JSON.stringify(field.split('.').at(-1));
  const expected =
    issue.expected === 'never'
      ? knownFields(schema, field)
      : isMissing
        ? typeOfField(schema, field)
        : expectationOf(issue, field);
  const problem = isMissing ? `is missing; give ${expected}` : `must be ${expected}`;
  throw new ToolError('INVALID_ARGUMENT', `${what}: ${field || 'input'} ${problem}.`, {
    field,
    expected,
    got: issue.received,
  });
}

/** What a value should have been. Valibot counts the signs of a text and the entries of a list alike, and says `>=1` of both. */
function expectationOf({ type, input, expected }: v.BaseIssue<unknown>, field: string): string {
  const most = type === 'max_length' ? /^<=(\d+)$/.exec(expected ?? '')?.[1] : undefined;
  if (most !== undefined)
    return Array.isArray(input) ? `a list of at most ${most} entries` : `a text of at most ${most} characters`;
  if (type !== 'min_length' || expected !== '>=1') return expected ?? 'valid';
  const isPath = /(?:_path|_paths|_db|_dir)(?:\.\d+)?$/.test(field);
  return Array.isArray(input)
    ? `a list of at least one ${isPath ? 'path' : 'entry'}`
    : `a ${isPath ? 'path' : 'text'} that is not empty`;
}

/** What a field that is missing would have to be, as its own schema says it. */
function typeOfField(schema: v.GenericSchema, field: string): string {
  const entries: Readonly<Record<string, unknown>> =
    'entries' in schema && typeof schema.entries === 'object' ? { ...schema.entries } : {};
  const entry = entries[field];
  const isSchema = typeof entry === 'object' && entry !== null && 'expects' in entry;
  return isSchema && typeof entry.expects === 'string' ? entry.expects : 'a value';
}

/** What may stand in the place of a field that a schema does not know. */
function knownFields(schema: v.GenericSchema, field: string): string {
  if (field.includes('.') || !('entries' in schema)) return 'absent';
  const names = Object.keys(schema.entries ?? {}).sort();
  return names.length === 0 ? 'absent: there are no fields' : `one of the fields ${names.join(', ')}`;
}
