import type { Usage } from '@perfxpert/providers';

/** What happens in a call of an agent, as it happens. `run_id` is that of the call, `at_ms` counts from its start. */
export type AgentEvent = AgentEventBody & {
  readonly run_id: string;
  readonly agent: string;
  readonly at_ms: number;
};

export type AgentEventBody =
  | { readonly type: 'run.start' | 'run.end' | 'agent.start' | 'agent.end' }
  | { readonly type: 'stage'; readonly stage: string }
  | {
      readonly type: 'model.request';
      readonly provider: string;
      readonly model: string | null;
      readonly attempt: number;
    }
  /** A piece of the answer's text. */
  | { readonly type: 'model.delta'; readonly provider: string; readonly text: string }
  | { readonly type: 'model.usage'; readonly provider: string; readonly usage: Usage }
  | { readonly type: 'tool.start'; readonly tool: string }
  | { readonly type: 'tool.end'; readonly tool: string; readonly is_error: boolean }
  /** `discard`: pieces that were sent are void. */
  | {
      readonly type: 'provider.retry';
      readonly provider: string;
      readonly attempt: number;
      readonly error_code: string;
      readonly discard: boolean;
    }
  | {
      readonly type: 'provider.switch';
      readonly from: string;
      /** Null: it was the last one. */
      readonly to: string | null;
      readonly error_code: string;
      readonly discard: boolean;
    }
  | { readonly type: 'provider.warning'; readonly provider: string; readonly message: string }
  | { readonly type: 'validation.rejected'; readonly reason: string };
