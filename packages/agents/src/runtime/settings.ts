import type { ProviderName } from '@perfxpert/providers';

/** Whether agents may propose what no catalogue has: never, or in a lane of its own. */
export type Creativity = 'strict' | 'exploratory';

/** A setting that cannot be used, and what takes its place. The value is not repeated: it may be a key. */
export interface SettingProblem {
  /** Environment variable, or `config: field`. */
  readonly setting: string;
  /** Completes "... must be". */
  readonly expected: string;
}

/** Everything that environment and config file decide, resolved for one call. Keys are not among it. */
export interface Settings {
  /** No model, no socket, no key: forced by the environment, the config file or the caller. */
  readonly isAirgapped: boolean;
  /** Provider that was named; null: no model is asked. */
  readonly provider: string | null;
  /** Further providers, in order, unchecked. */
  readonly fallbackChain: readonly string[];
  /** Tokens for thinking before the answer (anthropic); null: none. */
  readonly thinkingTokens: number | null;
  /** Most tokens of an answer; null: the agent's own. */
  readonly maxOutputTokens: number | null;
  /** Milliseconds per try of a call. */
  readonly timeoutMs: number;
  /** Milliseconds per run of an agent, the whole chain included. */
  readonly deadlineMs: number;
  /** Tokens of a session, input and output. */
  readonly tokenBudget: number;
  /** Model turns of one run of an agent. */
  readonly agentTurns: number;
  /** Model turns of a session. */
  readonly sessionTurns: number;
  readonly creativity: Creativity;
  /** Kernels go out as K1 ... Kn. */
  readonly hidesKernels: boolean;
  readonly retriesRateLimits: boolean;
  readonly isInsideOpencode: boolean;
  /** Advice on pragmas. */
  readonly isAdvanced: boolean;
  /** Folder of what we write; null: in memory. */
  readonly stateDir: string | null;
  /** Percent of change above which a comparison counts as a regression; null: the tool's default. */
  readonly regressionThresholdPct: number | null;
  /** Percent of the kernel time that the hot kernels of a comparison cover; null: the tool's default. */
  readonly hotKernelCoveragePct: number | null;
  /** File of a captured amd-smi or rocm-smi log. */
  readonly gpuMonitorLog: string | null;
  /** Compiler of the first gate; null: the tool's default. */
  readonly compiler: string | null;
  readonly isGpuDiscoveryDisabled: boolean;
  /** Milliseconds; null: the tool's default. */
  readonly gpuDiscoveryTimeoutMs: number | null;
  readonly problems: readonly SettingProblem[];
}

/** What a caller may give instead of environment and config file. */
export interface SettingArguments {
  readonly provider?: string | null | undefined;
  /** True forces an air gap; false leaves it to the environment. */
  readonly airgap?: boolean | undefined;
  /** For the named provider only, not for those of the fallback chain. */
  readonly apiKey?: string | undefined;
  /** Likewise. */
  readonly model?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly thinkingTokens?: number | undefined;
  /** Null keeps everything in memory. */
  readonly stateDir?: string | null | undefined;
  readonly regressionThresholdPct?: number | undefined;
  readonly gpuMonitorLog?: string | undefined;
}

/** Variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

export type { ProviderName };
