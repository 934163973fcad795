import { utilizationCategory } from '@perfxpert/knowledge';
import * as v from 'valibot';
import { fraction } from '../../schemas/numbers.js';
import type { WithPctSpelling } from '../../tool/input-aliases.js';
import { callSyncTool, defineSyncTool } from '../../tool/sync-tool.js';
import type { ToolOptions } from '../../tool/tool-context.js';

export const ClassifyUtilizationInputSchema = v.strictObject({ frac: fraction('Share of a peak that was reached') });

export const ClassifyUtilizationOutputSchema = v.object({
  category: v.picklist(['high', 'medium', 'low']),
  headroom_frac: fraction('1 - share'),
});

export type ClassifyUtilizationInput = WithPctSpelling<v.InferInput<typeof ClassifyUtilizationInputSchema>>;
export type Utilization = v.InferOutput<typeof ClassifyUtilizationOutputSchema>;

/**
 * Category of a share of peak (0..1): high from 0.80, medium from 0.50, else low; headroom = 1 - share.
 *
 * Source: knowledge, sol_metrics.
 *
 * @throws ToolError INVALID_ARGUMENT outside 0..1.
 */
export function classifyUtilization(input: ClassifyUtilizationInput, options: ToolOptions = {}): Utilization {
  return callSyncTool(classifyUtilizationTool, input, options);
}

export const classifyUtilizationTool = defineSyncTool({
  key: 'sol.classify_utilization',
  description:
    'Whether a share of a hardware peak (0..1) is high, medium or low, and what is left. Example: frac 0.6 is medium, ' +
    'headroom 0.4.',
  toolClass: 'read_only',
  inputSchema: ClassifyUtilizationInputSchema,
  outputSchema: ClassifyUtilizationOutputSchema,
  run: ({ frac }) => ({ category: utilizationCategory(frac), headroom_frac: 1 - frac }),
});
