import type { Tool } from '@perfxpert/agents/tools';
import { toolAnnotations } from '../annotations.js';
import type { ToolAnnotations } from '../annotations.js';
import { hasPathField } from './path-fields.js';
import { VIEW_PROPERTIES, answerSchema, portableSchema } from './wire-schema.js';
import type { SchemaNode } from './wire-schema.js';

/** Where a call runs: beside others that read tables only, on a thread that reads files, or as an agent. */
export type WireKind = 'catalogue' | 'file' | 'agent';

/** A tool as clients see it, and what the server has to know to run it. */
export interface WireTool {
  /** Key of the declaration. */
  readonly key: string;
  readonly kind: WireKind;
  /** Member of the small set. */
  readonly isCore: boolean;
  /** Name on the wire, with prefix. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: SchemaNode;
  readonly outputSchema: SchemaNode;
  readonly annotations: ToolAnnotations;
}

export interface WireToolInput {
  readonly tool: Tool;
  readonly kind: 'task' | 'agent' | 'catalogue';
  readonly name: string;
  readonly input: unknown;
  readonly output: unknown;
}

/** What clients are shown of a tool; null for one that never goes on the wire. */
export function wireTool({ tool, kind, name, input, output }: WireToolInput): WireTool | null {
  const annotations = toolAnnotations(tool.toolClass);
  if (annotations === null) return null;
  const schema = portableSchema(input);
  const isFileTool = hasPathField(schema) || tool.key.startsWith('gpu_discovery.') || tool.key.startsWith('predict_');
  return {
    key: tool.key,
    kind: kind === 'agent' ? 'agent' : isFileTool ? 'file' : 'catalogue',
    isCore: kind !== 'catalogue' || tool.key === 'trace_diff.diff_runs',
    name,
    title: titleOf(tool.key),
    description: tool.description,
    inputSchema: closed(needsPaging(output) ? withView(schema) : schema),
    outputSchema: answerSchema(output),
    annotations,
  };
}

function titleOf(key: string): string {
  const words = key.replace('.', ': ').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Answers with lists of anything but a few numbers can outgrow the budget. */
function needsPaging(schema: unknown): boolean {
  const text = JSON.stringify(schema);
  return text.includes('"type":"array"') || text.length > 4000;
}

function withView(schema: SchemaNode): SchemaNode {
  const { properties } = schema;
  if (typeof properties !== 'object' || properties === null) return schema;
  const clashes = Object.keys(VIEW_PROPERTIES).filter((field) => Object.hasOwn(properties, field));
  if (clashes.length > 0) throw new Error(`An input has fields of the wire itself: ${clashes.join(', ')}`);
  return { ...schema, properties: { ...properties, ...VIEW_PROPERTIES } };
}

function closed(schema: SchemaNode): SchemaNode {
  return { ...schema, type: 'object', additionalProperties: false };
}
