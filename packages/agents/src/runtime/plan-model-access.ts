import type { AgentOptions, CallFields } from './agent-options.js';
import { callSettings } from './call-settings.js';
import { openModels } from './model-access.js';
import type { SettingProblem } from './settings.js';

/** Whether a call would ask a model. */
export interface ModelAccessPlan {
  /** Environment or config file forbid models, or the call itself does. */
  readonly isAirgapped: boolean;
  /** Provider that would be asked first; null: none. */
  readonly provider: string | null;
  /** Provider that was named, also where it will not be asked. */
  readonly namedProvider: string | null;
  readonly model: string | null;
  /** Settings that can't be used. */
  readonly problems: readonly SettingProblem[];
  readonly warnings: readonly string[];
}

/** Resolves and checks what a live call would need, without contacting anybody. Errors as `openModels`. */
export function planModelAccess(fields: CallFields, options: AgentOptions): ModelAccessPlan {
  const resolved = callSettings(fields, options);
  const { isAirgapped, provider, problems } = resolved.settings;
  if (isAirgapped || provider === null)
    return { isAirgapped, provider: null, namedProvider: provider, model: null, problems, warnings: [] };
  const { chain, warnings } = openModels(provider, resolved, options);
  return { isAirgapped, provider, namedProvider: provider, model: chain[0]?.model ?? null, problems, warnings };
}
