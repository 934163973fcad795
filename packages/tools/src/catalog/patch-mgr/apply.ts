import * as v from 'valibot';
import { patchTarget } from '../../lib/execution/patch-target.js';
import { text } from '../../schemas/numbers.js';
import { ProjectRootSchema } from '../../schemas/process-output.js';
import { callTool } from '../../tool/call-tool.js';
import { defineTool } from '../../tool/define-tool.js';
import type { ReadonlyInput } from '../../tool/readonly-input.js';
import type { ToolContext, ToolOptions } from '../../tool/tool-context.js';

export const ApplyInputSchema = v.strictObject({
  project_root: ProjectRootSchema,
  rel_path: v.pipe(v.string(), v.minLength(1), v.description('File to replace, as a path from project_root')),
  new_content: v.pipe(v.string(), v.description('All of the new content; written as UTF-8')),
});

export const ApplyOutputSchema = v.object({
  applied: v.literal(true),
  backup_path: text('Where the original content is kept'),
  target_path: text('The file that was replaced'),
  backup_created: v.pipe(v.boolean(), v.description('False when a backup was there already and was kept')),
});

export type ApplyInput = ReadonlyInput<v.InferInput<typeof ApplyInputSchema>>;
export type AppliedPatch = v.InferOutput<typeof ApplyOutputSchema>;

/** Largest file that is patched: sources are far smaller. */
const MAX_SOURCE_BYTES = 64 << 20;

/**
 * Replaces a file of a project. The original goes to `<file>.bak` first, unless a backup is there: later calls keep the
 * first one. The new file takes the place of the old in one step and has its permissions.
 *
 * @throws ToolError OUTSIDE_ROOT, NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT for a folder, a backup or a file in .git
 */
export function apply(input: ApplyInput, options: ToolOptions = {}): Promise<AppliedPatch> {
  return callTool(applyTool, input, options);
}

export const applyTool = defineTool({
  key: 'patch_mgr.apply',
  description:
    'Replaces the content of a file of a project and keeps the original beside it under the same name with .bak, so ' +
    'that patch_mgr.revert can bring it back. Writes files.',
  toolClass: 'execution',
  inputSchema: ApplyInputSchema,
  outputSchema: ApplyOutputSchema,
  run: (input, context) => applyPatch(input, context),
});

async function applyPatch(input: v.InferOutput<typeof ApplyInputSchema>, context: ToolContext): Promise<AppliedPatch> {
  const { files } = context;
  const { target, backup, hasBackup } = await patchTarget(files, input.project_root, input.rel_path);
  if (!hasBackup) await files.replaceFile(backup, await files.readBytes(target, MAX_SOURCE_BYTES), target);
  await files.replaceFile(target, new TextEncoder().encode(input.new_content), target);
  return { applied: true, backup_path: backup, target_path: target, backup_created: !hasBackup };
}
