import type { ChatProvider, ProviderName, ProviderOptions } from '@perfxpert/providers';
import type { ToolContext } from '@perfxpert/tools';
import type { AgentEvent } from './agent-event.js';
import type { ConfigFile } from './config-file.js';
import type { Environment } from './settings.js';

/**
 * What accompanies a call of an agent and is not data. Context for tools (`openTrace`, `tasks`, `predictions`, `settings`,
 * `signal`) goes through to them.
 */
export interface AgentOptions extends Partial<ToolContext> {
  /** One line per step: `entering <agent>`, stages, `exit <agent>`. Without it, and `onEvent`, nothing is formatted. */
  readonly progressCallback?: (line: string) => void;
  /** Typed events; with it, answers of models come in pieces. */
  readonly onEvent?: (event: AgentEvent) => void;
  /** Milliseconds for `at_ms` of events; stands in for the clock. */
  readonly clockMs?: () => number;
  /** Key for the named provider; goes before every variable. */
  readonly apiKey?: string;
  /** Model of the named provider; likewise. */
  readonly model?: string;
  /** Address of the named provider; likewise. */
  readonly baseUrl?: string;
  /** Tokens for thinking before the answer (anthropic). */
  readonly thinkingTokens?: number;
  /** Folder of sessions, tasks and predictions; null keeps them in memory. Default: the environment's. */
  readonly stateDir?: string | null;
  /** Whether agents may write tasks. Default: yes. */
  readonly createFollowUp?: boolean;
  /** False: no model is asked, and a provider that was named is warned of. Default: true. */
  readonly isLlmAllowed?: boolean;
  /** As in `analyzeTrace`. */
  readonly timestamps?: boolean;
  readonly sourceDateEpoch?: number;
  readonly gpuMonitorLog?: string;
  readonly regressionThresholdPct?: number;
  /** Stands in for the variables of this process. */
  readonly environment?: Environment;
  /** Stands in for the config file, which is read anew at each call. */
  readonly config?: ConfigFile;
  /** Stands in for `createProvider`. */
  readonly createChatProvider?: (name: ProviderName, options: ProviderOptions) => ChatProvider;
}

/** The fields of a call that every agent takes. */
export interface CallFields {
  readonly provider?: string | null | undefined;
  readonly airgap?: boolean | undefined;
  readonly session_id?: string | null | undefined;
}
