import { expect } from '@jest/globals';
import { callTool } from '../../src/tool/call-tool.js';
import type { Tool } from '../../src/tool/define-tool.js';
import { inputJsonSchema, outputJsonSchema } from '../../src/tool/json-schema.js';
import type { ToolOptions } from '../../src/tool/tool-context.js';
import { isPerfXpertError } from '../../src/tool/tool-errors.js';
import type { PerfXpertError } from '../../src/tool/tool-errors.js';

/** What a synchronous call raised, as an error of ours; fails when it raised nothing or something else. */
export function errorOf(call: () => unknown): PerfXpertError {
  try {
    call();
  } catch (error) {
    if (isPerfXpertError(error)) return error;
    throw error;
  }
  throw new Error('The call raised nothing.');
}

/**
 * Calls a tool as a client would, through JSON in both directions, and expects the answer; both schemas must be
 * expressible as JSON Schema.
 */
export async function expectOverTheWire(
  tool: Tool,
  input: unknown,
  expected: unknown,
  options: ToolOptions = {},
): Promise<void> {
  const answer = await callTool(tool, JSON.parse(JSON.stringify(input)), options);
  expect(JSON.parse(JSON.stringify(answer))).toEqual(expected);
  expect(inputJsonSchema(tool)).toMatchObject({ type: 'object', additionalProperties: false });
  expect(Object.keys(outputJsonSchema(tool)).length).toBeGreaterThan(1);
}

/** What an asynchronous call raised, as an error of ours; fails when it raised nothing or something else. */
export async function rejectionOf(call: Promise<unknown>): Promise<PerfXpertError> {
  const error: unknown = await call.then(
    () => null,
    (raised: unknown) => raised,
  );
  if (isPerfXpertError(error)) return error;
  throw error ?? new Error('The call raised nothing.');
}
