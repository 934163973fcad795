import { changeImpactModels } from '@perfxpert/knowledge';
import * as v from 'valibot';
import { copyEntry } from '../../lib/knowledge/copy-entry.js';
import { text } from '../../schemas/numbers.js';
import { callSyncTool, defineSyncTool } from '../../tool/sync-tool.js';
import type { ToolOptions } from '../../tool/tool-context.js';

export const ListSupportedChangesInputSchema = v.strictObject({});

export const ListSupportedChangesOutputSchema = v.array(
  v.object({
    id: text('Kind of change, as predict_impact.predict_change_impact takes it'),
    applies_to: v.object({
      bottleneck_type: text('Bottleneck that it acts on'),
      gfx: v.pipe(v.array(v.string()), v.description('Architectures; empty = all')),
    }),
    required_metrics: v.pipe(v.array(v.string()), v.description('Metrics that decide whether it applies')),
  }),
);

export type ListSupportedChangesInput = v.InferInput<typeof ListSupportedChangesInputSchema>;
export type SupportedChanges = v.InferOutput<typeof ListSupportedChangesOutputSchema>;

/**
 * The kinds of change whose effect can be predicted, in the order of the tables, with what they apply to and the metrics
 * that decide it.
 *
 * Source: knowledge, change_impact_models.
 */
export function listSupportedChanges(
  input: ListSupportedChangesInput = {},
  options: ToolOptions = {},
): SupportedChanges {
  return callSyncTool(listSupportedChangesTool, input, options);
}

export const listSupportedChangesTool = defineSyncTool({
  key: 'predict_impact.list_supported_changes',
  description:
    'The kinds of change whose effect on a kernel can be predicted, with what they apply to and the metrics they need. ' +
    'Use before predict_change_impact; takes no input.',
  toolClass: 'read_only',
  inputSchema: ListSupportedChangesInputSchema,
  outputSchema: ListSupportedChangesOutputSchema,
  run: () =>
    changeImpactModels().map(({ id, applies_to: appliesTo, required_metrics: metrics }) => ({
      id,
      applies_to: copyEntry(appliesTo),
      required_metrics: [...metrics],
    })),
});
