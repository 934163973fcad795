import type { Report } from '@perfxpert/agents';

/** Whether the narrative says more than the figures around it do: a model wrote it, or somebody asked a question. */
export function isAnswer({ provider, custom_prompt: question }: Report['metadata']): boolean {
  return provider !== null || question !== null;
}
