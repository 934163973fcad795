import type { IncomingMessage, ServerResponse } from 'node:http';

/** What a model server answers to one request, in the words of no protocol. */
export type WireReply =
  | { readonly kind: 'text'; readonly text: string }
  /** The final answer, in the form in which the protocol carries it. */
  | { readonly kind: 'answer'; readonly value: unknown }
  | { readonly kind: 'tool_calls'; readonly calls: readonly WireCall[] }
  | { readonly kind: 'refusal'; readonly text: string }
  /** An answer that was cut off at its length limit. */
  | { readonly kind: 'length'; readonly text: string }
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly body?: unknown;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Anything else: bytes, silence, a cut connection. */
  | { readonly kind: 'raw'; readonly respond: (response: ServerResponse, request: IncomingMessage) => void };

/** A call of a tool. */
export interface WireCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** The wire protocols that the server speaks. */
export type WireProtocol = 'anthropic' | 'openai' | 'ollama';

/** A body on its way out: one document, or pieces of a stream. */
export interface WireBody {
  readonly contentType: string;
  readonly chunks: readonly string[];
}

/** Token counts of every answer of the server. */
export const WIRE_USAGE = Object.freeze({ input: 412, output: 38 });
