import type { Report } from '@perfxpert/agents';

/**
 * Whether the narrative says more than the verdict above it does: a model wrote it, or it answers a question with something
 * else than the verdict.
 */
export function isAnswer({ metadata, narrative, summary }: Report): boolean {
  if (metadata.provider !== null) return true;
  return metadata.custom_prompt !== null && !narrative.startsWith(summary.overall_assessment.trim());
}
