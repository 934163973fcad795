import type { ToolClass } from '@perfxpert/agents/toolkit';

/** The hints that a Model Context Protocol client reads before it calls a tool. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/**
 * Annotations of a tool by its class, or null for a tool that never goes on the wire: only `read_only` tools do.
 * `reachesOut` is true for a run that may call a language model service.
 */
export function toolAnnotations(toolClass: ToolClass, reachesOut = false): ToolAnnotations | null {
  if (toolClass !== 'read_only') return null;
  return { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: reachesOut };
}
