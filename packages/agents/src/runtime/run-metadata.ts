import { PRICES_AS_OF } from '@perfxpert/providers';
import type { AgentCall, ModelLedger } from './agent-call.js';

/** What an answer says about how it came about. Air-gapped, that is only that no provider was asked. */
export function runMetadata({ models, session, ledger }: AgentCall, isSessionNamed: boolean): Record<string, unknown> {
  const own = session === null || (models === null && !isSessionNamed) ? {} : { session_id: session.id };
  if (models === null) return { provider: null, ...own };
  const { usage } = ledger;
  return {
    provider: models.chain[0]?.name ?? null,
    provider_used: ledger.provider,
    providers_failed: [...ledger.failedProviders.keys()],
    model: ledger.model,
    request_id: ledger.requestId,
    output_rejected: ledger.rejected,
    usage: {
      input_tokens: usage.inputTokens,
      output_tokens: usage.outputTokens,
      cache_read_tokens: usage.cacheReadTokens,
      cache_write_tokens: usage.cacheWriteTokens,
      model_calls: usage.modelCalls,
      tool_calls: usage.toolCalls,
      latency_ms: Math.round(usage.latencyMs),
      cost_usd: usage.costUsd,
      // opencode tells its own costs; all others are counted at the list prices of that day.
      prices_as_of:
        usage.costUsd === null || usage.costUsd === 0 || ledger.provider === 'opencode' ? null : PRICES_AS_OF,
      // Why the costs are not known; null where they are.
      cost_note: costNote(ledger),
      is_complete: usage.isComplete,
    },
    ...own,
  };
}

function costNote({ usage, model }: ModelLedger): string | null {
  if (usage.costUsd !== null) return null;
  return usage.isComplete
    ? `no list price is known of ${model ?? 'this model'}`
    : 'a service did not count all of its tokens';
}

/** The warnings of a call, with those that only show at its end. */
export function runWarnings({ warnings, session, ledger }: AgentCall): string[] {
  const failed = [...ledger.failedProviders].map(([name, reason]) => `${name} failed (${reason})`).join(', ');
  return [
    ...warnings,
    ...(failed === '' ? [] : [`PROVIDER_FELL_BACK: ${failed}; ${ledger.provider ?? 'another provider'} answered.`]),
    ...(session === null || session.failure === null
      ? []
      : [`SESSION_NOT_STORED: ${session.failure} The session is kept until the process ends.`]),
  ];
}
