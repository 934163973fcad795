import type * as v from 'valibot';
import type { ToolContext } from './tool-context.js';

/** `read_only` may go over MCP; `state` touches our own stores; `execution` touches files and processes. */
export type ToolClass = 'read_only' | 'state' | 'execution';

/** One tool: its key, what it says of itself, its schemas and the function behind it. Declared once, used everywhere. */
export interface Tool<
  TInput extends v.GenericSchema = v.GenericSchema,
  TOutput extends v.GenericSchema = v.GenericSchema,
> {
  /** `module.function`; the wire name is derived from it. */
  readonly key: string;
  readonly description: string;
  readonly toolClass: ToolClass;
  readonly inputSchema: TInput;
  readonly outputSchema: TOutput;
  // Method syntax, not a property: a registry must hold tools with different inputs.
  run(input: v.InferOutput<TInput>, context: ToolContext): v.InferInput<TOutput> | Promise<v.InferInput<TOutput>>;
}

/** Declares a tool. Returns it unchanged; the types of `run` follow from the schemas. */
export function defineTool<TInput extends v.GenericSchema, TOutput extends v.GenericSchema>(
  tool: Tool<TInput, TOutput>,
): Tool<TInput, TOutput> {
  return tool;
}

/** Name of a tool on the wire: `trace_diff.diff_runs` is `perfxpert_trace_diff_diff_runs`. */
export function wireName(key: string): string {
  return `perfxpert_${key.replaceAll('.', '_')}`;
}
