import { DRY_RUN_RESULT } from '../dispatch/dry-run-result.js';
import { CancelledError, FatalError } from '../errors.js';
import type { AssistantBlock } from '../messages.js';
import { textOfBlocks } from '../messages.js';
import type { ChatContext, ChatProvider, ChatRequest, ChatResult } from '../provider.js';
import type { ProviderName } from '../provider-name.js';
import { NO_USAGE } from '../usage.js';
import type { Usage } from '../usage.js';

/** One turn of a script: what the model says, or what goes wrong. */
export type ScriptedTurn =
  | { readonly text: string; readonly usage?: Partial<Usage> }
  | { readonly structured: unknown; readonly usage?: Partial<Usage> }
  | {
      readonly toolCalls: readonly { readonly name: string; readonly input: Readonly<Record<string, unknown>> }[];
      readonly usage?: Partial<Usage>;
    }
  | { readonly refusal: string }
  | { readonly error: Error };

/** A provider that follows a script, and what it was asked. */
export interface ScriptedProvider extends ChatProvider {
  /** Every request so far, in order. */
  readonly requests: readonly ChatRequest[];
}

/**
 * A provider that gives the turns of a script, one a call, without any service. Calls of tools get the ids `call_1`,
 * `call_2` ... A call beyond the end of the script is a FatalError.
 */
export function scriptedProvider(turns: readonly ScriptedTurn[], name: ProviderName = 'anthropic'): ScriptedProvider {
  const requests: ChatRequest[] = [];
  let callCount = 0;
  const chat = async (request: ChatRequest, context: ChatContext = {}): Promise<ChatResult> => {
    if (context.dryRun === true) return DRY_RUN_RESULT;
    if (context.signal?.aborted === true) throw new CancelledError(name, 'cancelled');
    const turn = turns[requests.length];
    requests.push(request);
    context.onEvent?.({ type: 'request', provider: name, model: 'scripted', attempt: 1 });
    if (turn === undefined) throw new FatalError(name, 'unclassified', 'the script has no further turn');
    if ('error' in turn) throw turn.error;
    const blocks = blocksOf(turn, () => `call_${(callCount += 1)}`);
    const text = textOfBlocks(blocks);
    if (text !== '') context.onEvent?.({ type: 'text_delta', provider: name, text });
    const usage = 'usage' in turn ? turn.usage : {};
    return {
      provider: name,
      model: 'scripted',
      requestId: null,
      blocks,
      text,
      ...('structured' in turn ? { structured: turn.structured } : {}),
      stopReason: 'toolCalls' in turn ? 'tool_calls' : 'refusal' in turn ? 'refusal' : 'end',
      usage: { ...NO_USAGE, modelCalls: 1, toolCalls: 'toolCalls' in turn ? turn.toolCalls.length : 0, ...usage },
      attempts: [{ provider: name, model: 'scripted', errorCode: null }],
    };
  };
  const caps = { tools: true, jsonSchema: true, streaming: true, promptCache: true, outputCap: true };
  return { name, model: 'scripted', caps, chat, requests };
}

function blocksOf(turn: Exclude<ScriptedTurn, { error: Error }>, nextId: () => string): readonly AssistantBlock[] {
  if ('text' in turn) return [{ type: 'text', text: turn.text }];
  if ('refusal' in turn) return [{ type: 'text', text: turn.refusal }];
  if ('structured' in turn) return [{ type: 'text', text: JSON.stringify(turn.structured) }];
  return turn.toolCalls.map(({ name, input }) => ({ type: 'tool_call', id: nextId(), name, input, error: null }));
}
