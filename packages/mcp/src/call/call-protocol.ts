import type { Prediction, WireError } from '@perfxpert/agents/tools';
import type { ViewOptions } from '../view/budget-view.js';

/** A call as the thread gets it. */
export interface CallRequest {
  readonly kind: 'call';
  readonly id: number;
  readonly key: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly view: ViewOptions;
  readonly roots: readonly string[];
  /** Whether somebody listens to the stages. */
  readonly wantsProgress: boolean;
}

/** A resource that is made from a trace or the tables. */
export interface ReadRequest {
  readonly kind: 'read';
  readonly id: number;
  readonly what: 'report' | 'counters' | 'gpu' | 'kernel_names' | 'tables';
  readonly argument: string | readonly string[];
  readonly roots: readonly string[];
}

export type Job = CallRequest | ReadRequest;

export type ToThread =
  | Job
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'prediction'; readonly prediction: Prediction };

/** What a thread sends. `text` is the JSON of the answer, `sessionId` the session of an agent that it belongs to. */
export type FromThread =
  | { readonly kind: 'answer'; readonly id: number; readonly text: string; readonly sessionId: string | null }
  | { readonly kind: 'failure'; readonly id: number; readonly error: WireError; readonly trouble: string | null }
  | { readonly kind: 'progress'; readonly id: number; readonly stage: string }
  | { readonly kind: 'prediction'; readonly prediction: Prediction };

/** What a thread is started with. */
export interface ThreadSettings {
  readonly stateDir: string | null;
  readonly allowLlm: boolean;
  readonly predictions: readonly Prediction[];
}
