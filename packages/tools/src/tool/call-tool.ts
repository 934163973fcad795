import * as v from 'valibot';
import type { Tool } from './define-tool.js';
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
  const output = v.safeParse(tool.outputSchema, await tool.run(input, createToolContext(context)));
  if (output.success) return output.output;
  const issue = output.issues[0];
  throw new ToolError('INTERNAL', `${tool.key} returned a value that breaks its own schema.`, {
    field: v.getDotPath(issue) ?? '',
    expected: issue.expected ?? '',
  });
}

/** Checks raw input against a schema. @throws ToolError INVALID_ARGUMENT naming the field and what was expected. */
export function parseInput<TSchema extends v.GenericSchema>(
  what: string,
  schema: TSchema,
  rawInput: unknown,
): v.InferOutput<TSchema> {
  const result = v.safeParse(schema, rawInput);
  if (result.success) return result.output;
  const issue = result.issues[0];
  const field = v.getDotPath(issue) ?? '';
  throw new ToolError('INVALID_ARGUMENT', `${what}: ${field || 'input'} must be ${issue.expected ?? 'valid'}.`, {
    field,
    expected: issue.expected ?? '',
    got: issue.received,
  });
}
