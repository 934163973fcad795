/** A JSON Schema (draft 2020-12) as a plain object. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** One part of the standing instructions. `cache`: stable between calls, so the service may keep it (a cache breakpoint). */
export interface SystemBlock {
  readonly text: string;
  readonly cache?: boolean;
}

/** Words of ours or of the user. */
export interface TextPart {
  readonly type: 'text';
  readonly text: string;
}

/** Data that may hold hostile text; it is sent as JSON inside the untrusted-data envelope. `source` says what it is. */
export interface DataPart {
  readonly type: 'data';
  readonly source: string;
  readonly value: unknown;
}

/** Words of a model. */
export interface TextBlock {
  readonly type: 'text';
  readonly text: string;
}

/**
 * A tool that a model wants to have called. `error` is null, or says why the arguments can't be used (no JSON, or a path
 * that the model was not given); such a call is answered with that text and not made.
 */
export interface ToolCallBlock {
  readonly type: 'tool_call';
  readonly id: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly error: string | null;
}

/** A final answer that came through the answer tool instead of as text (Anthropic). */
export interface AnswerBlock {
  readonly type: 'answer';
  readonly id: string;
  readonly name: string;
  readonly value: unknown;
}

/** Reasoning that must go back unchanged with the results of the tools. `redacted`: its encrypted form, without a text. */
export interface ThinkingBlock {
  readonly type: 'thinking';
  readonly text: string;
  readonly signature: string;
  readonly redacted: string | null;
}

/** What an answer of a model is made of, in its order. */
export type AssistantBlock = TextBlock | ToolCallBlock | AnswerBlock | ThinkingBlock;

/** What a tool call gave: a JSON value, sent inside the untrusted-data envelope. */
export interface ToolResult {
  readonly callId: string;
  readonly name: string;
  readonly value: unknown;
  readonly isError?: boolean;
}

/** One message of a conversation, the same for every provider. Results of tools stand in the order of their calls. */
export type ChatMessage =
  | { readonly role: 'user'; readonly content: string | readonly (TextPart | DataPart)[] }
  | { readonly role: 'assistant'; readonly blocks: readonly AssistantBlock[] }
  | { readonly role: 'tool'; readonly results: readonly ToolResult[] };

/** A tool as a model sees it. */
export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
}

/** The form of the final answer. `name` is a short identifier, such as `submit_analysis`. */
export interface OutputSpec {
  readonly name: string;
  readonly description?: string;
  readonly schema: JsonSchema;
}

/** The text blocks, joined without anything between them. */
export function textOfBlocks(blocks: readonly AssistantBlock[]): string {
  return blocks.map((block) => (block.type === 'text' ? block.text : '')).join('');
}
