import { randomUUID } from 'node:crypto';
import { NO_USAGE, providerName } from '@perfxpert/providers';
import type { Usage } from '@perfxpert/providers';
import type { ToolContext, ToolSettings } from '@perfxpert/tools';
import type { AgentOptions, CallFields } from './agent-options.js';
import type { AgentRole } from './agent-role.js';
import { callSettings } from './call-settings.js';
import { openModels } from './model-access.js';
import type { ModelAccess } from './model-access.js';
import { needsModel } from './needs-model.js';
import { createProgress } from './progress.js';
import type { Progress } from './progress.js';
import { createSession } from './session.js';
import type { Session } from './session.js';
import type { Creativity, Settings } from './settings.js';
import { stateStores } from './state-stores.js';
import type { StateStores } from './state-stores.js';

/** What models did in one call, over all of its agents. Grows while the call runs. */
export interface ModelLedger {
  usage: Usage;
  provider: string | null;
  model: string | null;
  requestId: string | null;
  /** Why each provider failed, in our own words, by its name. */
  readonly failedProviders: Map<string, string>;
  rejected: string | null;
}

/** One call from outside: everything that its agents share. */
export interface AgentCall {
  readonly settings: Settings;
  readonly options: AgentOptions;
  /** Null: air-gapped. */
  readonly models: ModelAccess | null;
  /** Null: air-gapped and no session was named. */
  readonly session: Session | null;
  /** Whether proposals may be made, pinned by the session. */
  readonly creativity: Creativity;
  readonly progress: Progress | null;
  /** What tools of this call see. */
  readonly toolContext: Partial<ToolContext>;
  /** Opened at their first use. */
  readonly stores: () => StateStores;
  readonly canWriteTasks: boolean;
  readonly ledger: ModelLedger;
  /** Lines for the answer's `warnings`. Grows while the call runs. */
  readonly warnings: string[];
}

/**
 * Resolves settings, providers and session of one call. Live only if a provider is named and nothing forbids it; the
 * environment's air gap is a floor under every argument. An agent that has no use for a model asks none (`needsModel`).
 *
 * @throws UnknownProviderError for a provider of no known name; as `openModels`, for a call that is live
 */
export function beginCall(role: AgentRole | 'gates', fields: CallFields, options: AgentOptions): AgentCall {
  const resolved = callSettings(fields, options);
  const { environment, settings } = resolved;
  const isAllowed = options.isLlmAllowed ?? true;
  const isUseful = role !== 'gates' && needsModel(role, settings.creativity);
  const provider = settings.isAirgapped || !isAllowed || !isUseful ? null : settings.provider;
  if (provider === null && settings.provider !== null) providerName(settings.provider);
  const models = provider === null ? null : openModels(provider, resolved, options);
  const stores = () => stateStores(settings.stateDir);
  const session = sessionOf(fields, provider, settings, stores, options);
  return {
    settings,
    options,
    models,
    session,
    creativity: session?.creativity ?? settings.creativity,
    progress: createProgress(options, () => session?.id ?? randomUUID()),
    toolContext: toolContextOf(settings, options, stores, environment),
    stores,
    canWriteTasks: options.createFollowUp ?? true,
    ledger: {
      usage: NO_USAGE,
      provider: null,
      model: null,
      requestId: null,
      failedProviders: new Map(),
      rejected: null,
    },
    warnings: [
      ...settings.problems.map(
        ({ setting, expected }) => `SETTING_IGNORED: ${setting} must be ${expected}. The default is used.`,
      ),
      ...(models?.warnings ?? []),
      ...(!isAllowed && !settings.isAirgapped && settings.provider !== null
        ? ['LLM_NOT_ALLOWED: A provider was named, but models are not allowed here. Start with --allow-llm to ask one.']
        : []),
    ],
  };
}

function sessionOf(
  fields: CallFields,
  provider: string | null,
  settings: Settings,
  stores: () => StateStores,
  options: AgentOptions,
): Session | null {
  const named = fields.session_id ?? null;
  if (provider === null && named === null) return null;
  const id = named ?? randomUUID();
  return createSession(
    { id, provider, creativity: settings.creativity },
    { store: stores().sessions, maxTurns: settings.sessionTurns, now: options.now ?? (() => new Date()) },
  );
}

function toolContextOf(
  settings: Settings,
  options: AgentOptions,
  stores: () => StateStores,
  environment: NonNullable<AgentOptions['environment']>,
): Partial<ToolContext> {
  const { openTrace, readText, runProcess, files, now, signal } = options;
  return {
    processEnvironment: options.processEnvironment ?? environment,
    settings: { ...toolSettings(settings), ...options.settings },
    // Opened when a tool looks at them: most never do.
    get tasks() {
      return options.tasks ?? stores().tasks;
    },
    get predictions() {
      return options.predictions ?? stores().predictions;
    },
    ...(openTrace === undefined ? {} : { openTrace }),
    ...(readText === undefined ? {} : { readText }),
    ...(runProcess === undefined ? {} : { runProcess }),
    ...(files === undefined ? {} : { files }),
    ...(now === undefined ? {} : { now }),
    ...(signal === undefined ? {} : { signal }),
  };
}

/** The part of the settings that tools look at. */
export function toolSettings(settings: Settings): ToolSettings {
  const { regressionThresholdPct, hotKernelCoveragePct, gpuMonitorLog, compiler, gpuDiscoveryTimeoutMs } = settings;
  return {
    ...(regressionThresholdPct === null ? {} : { regressionThresholdPct }),
    ...(hotKernelCoveragePct === null ? {} : { hotKernelCoveragePct }),
    ...(gpuMonitorLog === null ? {} : { gpuMonitorLog }),
    ...(compiler === null ? {} : { compiler }),
    ...(gpuDiscoveryTimeoutMs === null ? {} : { gpuDiscoveryTimeoutMs }),
    ...(settings.isGpuDiscoveryDisabled ? { gpuDiscoveryDisabled: true } : {}),
  };
}
