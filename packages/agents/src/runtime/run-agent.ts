import { cleanNarrative, runWithFallback } from '@perfxpert/providers';
import type { ChatEvent, ChatProvider, FallbackTurn } from '@perfxpert/providers';
import type { AgentCall } from './agent-call.js';
import type { Agent } from './define-agent.js';
import { hideKernels } from './hide-kernels.js';
import type { Progress } from './progress.js';
import { sessionBreaker } from './session-breakers.js';
import { toolLoop } from './tool-loop.js';
import type { LoopResult } from './tool-loop.js';

/** What a model is asked to do: the question, and the data that it is about. */
export interface AgentTask {
  /** Words of ours or of the user. */
  readonly instruction: string;
  /** What was computed; goes out as data, never as words. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** JSON Schema of the answer: the fields that are used. */
  readonly answerSchema: Readonly<Record<string, unknown>>;
  /** Excerpts of the catalogues for this question; stable, so that a service may keep them. Empty: none. */
  readonly excerpts: string;
}

/** What came of a run. */
export interface AgentRunResult {
  readonly mode: 'airgap' | 'live';
  /** Free text of the model, cleaned; '' where it answered by its form. */
  readonly text: string;
  readonly toolCalls: readonly { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> }[];
  /** The validated answer; null where there is none that may be used. */
  readonly structuredOutput: Readonly<Record<string, unknown>> | null;
  /** Why an answer was refused; null where none was. */
  readonly outputRejected: string | null;
  /** Always null: models hand over nothing, the runtime does. */
  readonly handoff: null;
  readonly provider: string | null;
  readonly model: string | null;
  readonly turns: number;
  readonly stopReason: string;
}

const AIRGAPPED: AgentRunResult = Object.freeze({
  mode: 'airgap',
  text: '',
  toolCalls: Object.freeze([]),
  structuredOutput: null,
  outputRejected: null,
  handoff: null,
  provider: null,
  model: null,
  turns: 0,
  stopReason: 'airgap',
});

/**
 * Asks a model for an agent: its tools as often as it wants them within the bounds, then one answer in the agent's form,
 * with one repair where that form is missed. Air-gapped, nothing is built and nothing counted. The run starts anew with
 * each provider of the chain; all of them share one deadline.
 *
 * @throws provider errors; SessionTurnBudgetExceeded before a model is asked
 */
export async function runAgent(agent: Agent, task: AgentTask, call: AgentCall): Promise<AgentRunResult> {
  const { models, session, settings, progress, ledger } = call;
  if (models === null || session === null) return AIRGAPPED;
  hideKernels(task.facts, call);
  const { value, failures } = await runWithFallback(
    models.chain,
    (provider: ChatProvider, turn: FallbackTurn) =>
      toolLoop(agent, task, {
        call,
        provider,
        session,
        redactor: models.redactor,
        deadlineMs: turn.deadlineMs ?? settings.deadlineMs,
        onEvent: progress?.hasEvents === true ? turn.onEvent : undefined,
      }),
    {
      deadlineMs: settings.deadlineMs,
      breaker: sessionBreaker(session.store, session.id),
      ...(progress === null ? {} : { onEvent: (event: ChatEvent) => reportChatEvent(agent, event, progress) }),
    },
  );
  for (const { provider, error } of failures)
    ledger.failedProviders.set(provider, error.message.replace(`[${provider}] `, ''));
  return finish(agent, value, call);
}

function finish(agent: Agent, value: LoopResult, call: AgentCall): AgentRunResult {
  const { ledger, progress, models, warnings } = call;
  ledger.provider = value.provider;
  ledger.model = value.model;
  ledger.requestId = value.requestId;
  if (value.outputRejected !== null) {
    const reason = value.outputRejected;
    ledger.rejected = reason;
    progress?.emit(agent.role, { type: 'validation.rejected', reason });
    warnings.push(`ANSWER_REJECTED: The model's answer was not used: ${reason}. The words are our own.`);
  }
  if (value.stopReason === 'budget')
    warnings.push(
      'TOKEN_BUDGET: The session has used up its tokens, so no model was asked any more. Raise PERFXPERT_LLM_TOKEN_BUDGET, or start another session.',
    );
  if (value.stopReason === 'turns')
    warnings.push(
      `TURNS_USED_UP: The model took ${value.turns} turns and gave no answer. The words are our own. Raise PERFXPERT_AGENTS_MAX_TURNS, or ask another model.`,
    );
  if (value.stopReason === 'refusal')
    warnings.push('MODEL_REFUSED: The model declined to answer. The words are our own.');
  return {
    mode: 'live',
    text: models === null ? '' : cleanNarrative(value.text, models.redactor),
    toolCalls: value.toolCalls,
    structuredOutput: value.structuredOutput,
    outputRejected: value.outputRejected,
    handoff: null,
    provider: value.provider,
    model: value.model,
    turns: value.turns,
    stopReason: value.stopReason,
  };
}

/** An event of a call of a model as one of ours; only where somebody listens. */
function reportChatEvent(agent: Agent, event: ChatEvent, progress: Progress): void {
  const { role } = agent;
  switch (event.type) {
    case 'request': {
      const { provider, model, attempt } = event;
      return progress.emit(role, { type: 'model.request', provider, model, attempt });
    }
    case 'text_delta':
      return progress.emit(role, { type: 'model.delta', provider: event.provider, text: harmless(event.text) });
    case 'answer_delta':
      // Pieces of JSON are no words; the narrative comes whole.
      return;
    case 'retry': {
      const { provider, attempt, errorCode, discard } = event;
      return progress.emit(role, { type: 'provider.retry', provider, attempt, error_code: errorCode, discard });
    }
    case 'switch':
      return progress.switched(role, event.from, event.to, event.errorCode, event.discard);
    case 'warning':
      return progress.emit(role, { type: 'provider.warning', provider: event.provider, message: event.message });
  }
}

/** A piece of text without control characters: whoever prints it must not have his terminal told what to do. */
function harmless(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '');
}
