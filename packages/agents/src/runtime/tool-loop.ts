import { ProviderError, addUsage, extractJsonObject } from '@perfxpert/providers';
import type {
  ChatEvent,
  ChatMessage,
  ChatProvider,
  ChatRequest,
  ChatResult,
  Redactor,
  ToolCallBlock,
  ToolResult,
  Usage,
} from '@perfxpert/providers';
import type { AgentCall } from './agent-call.js';
import { ToolAllowlistViolation } from './agent-errors.js';
import { callAgentTool, offeredTools } from './agent-tool-call.js';
import type { Agent } from './define-agent.js';
import type { AgentTask } from './run-agent.js';
import type { Session } from './session.js';
import { toProviderTool } from './to-provider-tool.js';
import { validateAnswer } from './validate-answer.js';

/** What one run with one provider needs. */
export interface LoopContext {
  readonly call: AgentCall;
  readonly provider: ChatProvider;
  readonly session: Session;
  readonly redactor: Redactor;
  /** Milliseconds for all turns of the run. */
  readonly deadlineMs: number;
  /** Present: answers come in pieces. */
  readonly onEvent: ((event: ChatEvent) => void) | undefined;
}

/** What the turns of one run came to. */
export interface LoopResult {
  readonly text: string;
  readonly toolCalls: readonly { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> }[];
  readonly structuredOutput: Readonly<Record<string, unknown>> | null;
  readonly outputRejected: string | null;
  readonly provider: string;
  readonly model: string | null;
  readonly requestId: string | null;
  readonly turns: number;
  /** `budget`: the tokens of the session are used up; `turns`: the turns of the run. */
  readonly stopReason: 'answer' | 'text' | 'refusal' | 'budget' | 'turns' | 'rejected';
}

/** Tool calls that one answer may ask for; further ones are answered with an error. */
const MAX_CALLS_PER_TURN = 16;

/** The turns of one run: tools, then the answer, then at most one repair. */
export async function toolLoop(agent: Agent, task: AgentTask, context: LoopContext): Promise<LoopResult> {
  const { call, provider } = context;
  const run = new Run(agent, task, context);
  const { agentTurns } = call.settings;
  while (run.turns < agentTurns) {
    if (run.isOutOfTokens()) return run.end('budget');
    const result = await run.ask(run.turns === agentTurns - 1 || !provider.caps.tools);
    if (result.stopReason === 'refusal') return run.end('refusal');
    const calls = result.blocks.filter((block) => block.type === 'tool_call');
    if (result.stopReason === 'tool_calls' && calls.length > 0) {
      const problem = await run.answerCalls(result, calls);
      if (problem !== null) return run.end('rejected', { outputRejected: problem });
      continue;
    }
    return run.takeAnswer(result);
  }
  return run.end('turns');
}

class Run {
  readonly #agent: Agent;
  readonly #task: AgentTask;
  readonly #context: LoopContext;
  readonly #messages: ChatMessage[];
  readonly #toolCalls: LoopResult['toolCalls'][number][] = [];
  readonly #startedAt = performance.now();
  #last: ChatResult | null = null;
  turns = 0;

  constructor(agent: Agent, task: AgentTask, context: LoopContext) {
    this.#agent = agent;
    this.#task = task;
    this.#context = context;
    const { instruction, facts } = task;
    this.#messages = [
      {
        role: 'user',
        content: [
          { type: 'text', text: instruction },
          { type: 'data', source: agent.role, value: facts },
        ],
      },
    ];
  }

  isOutOfTokens(): boolean {
    return this.#context.session.tokensUsed() >= this.#context.call.settings.tokenBudget;
  }

  /** One turn: taken from the session before the model is asked, its usage noted after. */
  async ask(isFinalTurn: boolean): Promise<ChatResult> {
    const { provider, session, redactor, onEvent, call } = this.#context;
    const { signal } = call.options;
    const number = session.reserveTurn(this.#agent.role, provider.name);
    this.turns += 1;
    try {
      const result = await provider.chat(this.#request(isFinalTurn), {
        redactor,
        deadlineMs: Math.max(1, this.#context.deadlineMs - (performance.now() - this.#startedAt)),
        ...(signal === undefined ? {} : { signal }),
        ...(onEvent === undefined ? {} : { onEvent }),
      });
      session.settleTurn(number, { model: result.model, usage: result.usage, errorCode: null });
      this.#count(result.usage);
      this.#last = result;
      return result;
    } catch (error) {
      const errorCode = error instanceof ProviderError ? error.code : 'INTERNAL';
      // A service may have counted before it failed, and bills that.
      const usage = error instanceof ProviderError ? error.usage : null;
      session.settleTurn(number, { model: null, usage, errorCode });
      if (usage !== null) this.#count(usage);
      throw error;
    }
  }

  /** Adds to the call's account at once: what a provider used before another took over is told too. */
  #count(usage: Usage): void {
    const { call, provider } = this.#context;
    call.ledger.usage = addUsage(call.ledger.usage, usage);
    call.progress?.emit(this.#agent.role, { type: 'model.usage', provider: provider.name, usage });
  }

  #request(isFinalTurn: boolean): ChatRequest {
    const { call } = this.#context;
    const { excerpts, answerSchema } = this.#task;
    const { systemPrompt, role, maxOutputTokens } = this.#agent;
    const tools = offeredTools(this.#agent, call).map(toProviderTool);
    const cap = call.settings.maxOutputTokens;
    return {
      system: [{ text: systemPrompt, cache: true }, ...(excerpts === '' ? [] : [{ text: excerpts, cache: true }])],
      messages: [...this.#messages],
      ...(tools.length === 0 ? {} : { tools }),
      output: { name: `submit_${role}`, description: 'The final answer.', schema: answerSchema },
      isFinalTurn,
      maxOutputTokens: cap === null ? maxOutputTokens : Math.min(cap, maxOutputTokens),
    };
  }

  /** Makes the calls that a model asks for. Returns why the run must end, or null. */
  async answerCalls(result: ChatResult, calls: readonly ToolCallBlock[]): Promise<string | null> {
    const results: ToolResult[] = [];
    for (const [index, block] of calls.entries()) {
      const { id, name, input, error } = block;
      if (error !== null || index >= MAX_CALLS_PER_TURN) {
        results.push({ callId: id, name, value: { error: error ?? 'too many calls at once' }, isError: true });
        continue;
      }
      try {
        const outcome = await callAgentTool(this.#agent, name, input, this.#context.call);
        this.#toolCalls.push({ name: outcome.key, arguments: input });
        results.push({ callId: id, name, value: outcome.value, isError: outcome.isError });
      } catch (thrown) {
        if (!(thrown instanceof ToolAllowlistViolation)) throw thrown;
        return thrown.message;
      }
    }
    this.#messages.push({ role: 'assistant', blocks: result.blocks }, { role: 'tool', results });
    return null;
  }

  /** The answer, or the one that a single repair brings. */
  async takeAnswer(first: ChatResult): Promise<LoopResult> {
    const answer = answerOf(first);
    if (answer === undefined) return this.end('text', { text: first.text });
    const checked = validateAnswer(this.#agent.outputSchema, answer);
    if (checked.ok) return this.end('answer', { structuredOutput: checked.value });
    const reason = checked.issues.join('; ');
    if (this.isOutOfTokens() || this.turns >= this.#context.call.settings.agentTurns)
      return this.end('rejected', { outputRejected: reason });
    this.#messages.push(
      { role: 'assistant', blocks: first.blocks },
      { role: 'user', content: `Your answer does not have the declared form: ${reason}. Give the whole answer again.` },
    );
    const second = await this.ask(true);
    const repaired = validateAnswer(this.#agent.outputSchema, answerOf(second));
    if (repaired.ok) return this.end('answer', { structuredOutput: repaired.value });
    return this.end('rejected', { outputRejected: repaired.issues.join('; ') });
  }

  end(stopReason: LoopResult['stopReason'], fields: Partial<LoopResult> = {}): LoopResult {
    return {
      text: '',
      toolCalls: [...this.#toolCalls],
      structuredOutput: null,
      outputRejected: null,
      provider: this.#last?.provider ?? this.#context.provider.name,
      model: this.#last?.model ?? this.#context.provider.model,
      requestId: this.#last?.requestId ?? null,
      turns: this.turns,
      stopReason,
      ...fields,
    };
  }
}

/** The answer of a turn as a value; undefined for plain words. */
function answerOf(result: ChatResult): unknown {
  if (result.structured !== undefined) return result.structured;
  const text = result.text.trim();
  return text.startsWith('{') && text.endsWith('}') ? (extractJsonObject(text) ?? undefined) : undefined;
}
