import { techniqueCatalog } from '../../lib/techniques/technique-catalog.js';
import { TechniqueCatalogInputSchema, TechniqueCatalogOutputSchema } from '../../schemas/technique.js';
import type { Technique, TechniqueCatalogInput } from '../../schemas/technique.js';
import { callSyncTool, defineSyncTool } from '../../tool/sync-tool.js';
import type { ToolOptions } from '../../tool/tool-context.js';

/**
 * Techniques against latency limits that exist for an architecture, in the order of the tables; with `metrics`, each with
 * its preconditions (true, false or unknown) and the status that follows.
 *
 * Source: knowledge, proven_optimizations (citations as given there, speed-ups unverified).
 *
 * @throws KnowledgeError UNKNOWN_ID with the known architectures; ToolError INVALID_ARGUMENT.
 */
export function catalog(input: TechniqueCatalogInput, options: ToolOptions = {}): Technique[] {
  return callSyncTool(catalogTool, input, options);
}

export const catalogTool = defineSyncTool({
  key: 'latency_techniques.catalog',
  description:
    'Techniques against limits of launches, waits and copies: overlap, fusion, fewer synchronisations, ' +
    'with range, effort and risk for a GPU architecture. With metrics (fractions 0..1) also which preconditions hold. ' +
    'Example: gfx_id "gfx942".',
  toolClass: 'read_only',
  inputSchema: TechniqueCatalogInputSchema,
  outputSchema: TechniqueCatalogOutputSchema,
  run: (input) => techniqueCatalog('latency', input),
});
