import type { ChatContext, ChatProvider, ChatRequest, ChatResult } from '../provider.js';
import { ChatCall } from './chat-call.js';
import type { ChatSettings } from './chat-settings.js';
import { DRY_RUN_RESULT } from './dry-run-result.js';
import type { EndpointState, ModelAdapter } from './model-adapter.js';

/** A provider that can also be asked about its endpoint. */
export interface InspectableProvider extends ChatProvider {
  /** @throws one of the provider errors, never anything else */
  inspect(context?: Pick<ChatContext, 'signal' | 'deadlineMs'>): Promise<EndpointState>;
}

/** A provider out of an adapter and what all its calls share. */
export function chatProvider(adapter: ModelAdapter, settings: ChatSettings): InspectableProvider {
  let isWarned = false;
  const chat = async (request: ChatRequest, context: ChatContext = {}): Promise<ChatResult> => {
    if (context.dryRun === true) return DRY_RUN_RESULT;
    const warnings = isWarned ? [] : settings.warnings;
    isWarned = true;
    for (const message of warnings) warn(context, adapter, message);
    return new ChatCall(adapter, settings, request, context).run();
  };
  return {
    name: adapter.name,
    model: adapter.model,
    caps: adapter.caps,
    chat,
    inspect: (context = {}) => new ChatCall(adapter, settings, { messages: [] }, context).inspect(),
  };
}

function warn(context: ChatContext, adapter: ModelAdapter, message: string): void {
  try {
    context.onEvent?.({ type: 'warning', provider: adapter.name, message });
  } catch {
    // A listener that fails must not end the call.
  }
}
