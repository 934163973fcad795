import type { AgentEvent, AgentEventBody } from './agent-event.js';

/** Who listens to a call. Without any of both, no event is made. */
export interface ProgressListeners {
  /** One line of text per step: `entering <agent>`, stages of the analysis, `exit <agent>`. */
  readonly progressCallback?: ((line: string) => void) | undefined;
  readonly onEvent?: ((event: AgentEvent) => void) | undefined;
  /** Milliseconds; stands in for the clock. */
  readonly clockMs?: (() => number) | undefined;
}

/** The reporter of one call; what listeners throw is dropped. */
export interface Progress {
  /** Whether somebody takes typed events: only then answers come in pieces. */
  readonly hasEvents: boolean;
  enter(agent: string): void;
  exit(agent: string): void;
  stage(agent: string, stage: string): void;
  switched(agent: string, from: string, to: string | null, errorCode: string, discard: boolean): void;
  emit(agent: string, body: AgentEventBody): void;
}

/**
 * A reporter for one call, or null where nobody listens: `progress?.enter(...)` then costs one comparison, and nothing is made.
 *
 * @param newRunId id of the run; asked only where somebody listens
 */
export function createProgress(listeners: ProgressListeners, newRunId: () => string): Progress | null {
  const { progressCallback, onEvent, clockMs: now = () => performance.now() } = listeners;
  if (progressCallback === undefined && onEvent === undefined) return null;
  const startedAt = now();
  const runId = newRunId();
  const say = (line: string): void => quietly(() => progressCallback?.(line));
  const emit = (agent: string, body: AgentEventBody): void => {
    if (onEvent === undefined) return;
    quietly(() => onEvent({ ...body, run_id: runId, agent, at_ms: now() - startedAt }));
  };
  let depth = 0;
  return {
    hasEvents: onEvent !== undefined,
    enter: (agent) => {
      if (depth === 0) emit(agent, { type: 'run.start' });
      depth += 1;
      say(`entering ${agent}`);
      emit(agent, { type: 'agent.start' });
    },
    exit: (agent) => {
      depth -= 1;
      say(`exit ${agent}`);
      emit(agent, { type: 'agent.end' });
      if (depth === 0) emit(agent, { type: 'run.end' });
    },
    stage: (agent, stage) => {
      say(stage);
      emit(agent, { type: 'stage', stage });
    },
    switched: (agent, from, to, errorCode, discard) => {
      const kind = errorCode === 'RATE_LIMIT' ? 'rate-limit' : 'transient';
      say(to === null ? 'all providers failed' : `provider ${from} failed with ${kind}, trying next`);
      emit(agent, { type: 'provider.switch', from, to, error_code: errorCode, discard });
    },
    emit,
  };
}

/** Runs the work of an agent between its two lines, also where it throws. */
export async function announced<T>(progress: Progress | null, agent: string, work: () => Promise<T>): Promise<T> {
  progress?.enter(agent);
  try {
    return await work();
  } finally {
    progress?.exit(agent);
  }
}

function quietly(action: () => void): void {
  try {
    action();
  } catch {
    // A listener that fails must not end the run.
  }
}
