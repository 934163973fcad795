import { asRecord } from '../json-value.js';
import { textOfBlocks } from '../messages.js';
import type { AssistantBlock } from '../messages.js';
import { costUsd } from '../prices.js';
import type { ModelPrice } from '../prices.js';
import type { ChatAttempt, ChatResult, StopReason } from '../provider.js';
import type { ProviderName } from '../provider-name.js';
import type { Redactor } from '../redact/redactor.js';
import { untrustedText } from '../redact/untrusted-text.js';
import type { Usage } from '../usage.js';
import type { AdapterReply } from './model-adapter.js';

/** Longest name that a service may give to its model or to a request. */
const NAME_LENGTH = 128;

/** What the reply does not say itself. */
interface ReplyPlace {
  readonly provider: ProviderName;
  readonly redactor: Redactor;
  readonly prices: Readonly<Record<string, ModelPrice>>;
  readonly latencyMs: number;
  readonly attempts: readonly ChatAttempt[];
}

/** A reply as our callers see it: our paths and names put back into arguments and answer, usage and cost counted. */
export function toChatResult(reply: AdapterReply, place: ReplyPlace): ChatResult {
  const blocks = reply.blocks.map((block) => restoredBlock(block, place.redactor));
  const stopReason: StopReason = reply.stop === 'length' ? 'end' : reply.stop;
  return {
    provider: place.provider,
    model: untrustedText(reply.model, NAME_LENGTH),
    requestId: reply.requestId === null ? null : untrustedText(reply.requestId, NAME_LENGTH),
    blocks,
    text: textOfBlocks(blocks),
    ...(reply.answer === null ? {} : { structured: restoredAnswer(reply.answer.value, place.redactor) }),
    stopReason,
    usage: usageOf(reply, blocks, place),
    attempts: [...place.attempts],
  };
}

function restoredBlock(block: AssistantBlock, redactor: Redactor): AssistantBlock {
  if (block.type !== 'tool_call' || block.error !== null) return block;
  const { value, problem } = redactor.restore(block.input);
  return problem === null ? { ...block, input: asRecord(value) ?? {} } : { ...block, error: problem };
}

/** An answer acts on nothing, so a path token in it that means nothing simply stays. */
function restoredAnswer(value: unknown, redactor: Redactor): unknown {
  const restored = redactor.restore(value);
  return restored.problem === null ? restored.value : value;
}

function usageOf(reply: AdapterReply, blocks: readonly AssistantBlock[], place: ReplyPlace): Usage {
  const none = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };
  return {
    ...(reply.tokens ?? none),
    modelCalls: reply.modelCalls,
    toolCalls: blocks.filter((block) => block.type === 'tool_call').length,
    latencyMs: place.latencyMs,
    costUsd: reply.costUsd ?? (reply.tokens === null ? null : costUsd(reply.model, reply.tokens, place.prices)),
    isComplete: reply.tokens !== null,
  };
}
