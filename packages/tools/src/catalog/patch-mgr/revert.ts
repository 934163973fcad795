import * as v from 'valibot';
import { patchTarget } from '../../lib/execution/patch-target.js';
import { text } from '../../schemas/numbers.js';
import { ProjectRootSchema } from '../../schemas/process-output.js';
import { callTool } from '../../tool/call-tool.js';
import { defineTool } from '../../tool/define-tool.js';
import type { ReadonlyInput } from '../../tool/readonly-input.js';
import type { ToolContext, ToolOptions } from '../../tool/tool-context.js';
import { ToolError } from '../../tool/tool-errors.js';

export const RevertInputSchema = v.strictObject({
  project_root: ProjectRootSchema,
  rel_path: v.pipe(v.string(), v.minLength(1), v.description('File to bring back, as a path from project_root')),
});

export const RevertOutputSchema = v.object({
  reverted: v.literal(true),
  target_path: text('The file that has its original content again'),
});

export type RevertInput = ReadonlyInput<v.InferInput<typeof RevertInputSchema>>;
export type RevertedPatch = v.InferOutput<typeof RevertOutputSchema>;

/**
 * Brings back what `patch_mgr.apply` replaced: the backup takes the place of the file in one step, and is gone.
 *
 * @throws ToolError NOT_FOUND without a backup, OUTSIDE_ROOT, PERMISSION_DENIED, INVALID_ARGUMENT as `apply`
 */
export function revert(input: RevertInput, options: ToolOptions = {}): Promise<RevertedPatch> {
  return callTool(revertTool, input, options);
}

export const revertTool = defineTool({
  key: 'patch_mgr.revert',
  description: 'Brings back the original of a file that patch_mgr.apply replaced and removes the backup. Writes files.',
  toolClass: 'execution',
  inputSchema: RevertInputSchema,
  outputSchema: RevertOutputSchema,
  run: (input, context) => revertPatch(input, context),
});

async function revertPatch(
  input: v.InferOutput<typeof RevertInputSchema>,
  { files }: ToolContext,
): Promise<RevertedPatch> {
  const { target, backup, hasBackup } = await patchTarget(files, input.project_root, input.rel_path, true);
  if (!hasBackup) throw new ToolError('NOT_FOUND', 'There is no backup of this file to bring back.', { target });
  await files.moveFile(backup, target);
  return { reverted: true, target_path: target };
}
