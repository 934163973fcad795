import type * as v from 'valibot';
import { checkOutput, parseInput } from './call-tool.js';
import type { Tool } from './define-tool.js';
import { createToolContext } from './tool-context.js';
import type { ToolContext, ToolOptions } from './tool-context.js';

/** A tool that opens nothing: what it answers follows from its input, the tables and the settings. */
export interface SyncTool<
  TInput extends v.GenericSchema = v.GenericSchema,
  TOutput extends v.GenericSchema = v.GenericSchema,
> extends Tool<TInput, TOutput> {
  run(input: v.InferOutput<TInput>, context: ToolContext): v.InferInput<TOutput>;
}

/** Declares a tool that opens nothing. Returns it unchanged; the types of `run` follow from the schemas. */
export function defineSyncTool<TInput extends v.GenericSchema, TOutput extends v.GenericSchema>(
  tool: SyncTool<TInput, TOutput>,
): SyncTool<TInput, TOutput> {
  return tool;
}

/**
 * Calls such a tool without a promise: checks the raw input, runs it and checks what comes out.
 *
 * @throws as `callTool`
 */
export function callSyncTool<TInput extends v.GenericSchema, TOutput extends v.GenericSchema>(
  tool: SyncTool<TInput, TOutput>,
  rawInput: unknown,
  options: ToolOptions = {},
): v.InferOutput<TOutput> {
  const input = parseInput(tool.key, tool.inputSchema, rawInput);
  return checkOutput(tool, tool.run(input, createToolContext(options)));
}
