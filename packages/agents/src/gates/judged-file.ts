import { createHash } from 'node:crypto';
import path from 'node:path';
import { createToolContext } from '@perfxpert/tools';
import type { ToolContext } from '@perfxpert/tools';

const MAX_SOURCE_BYTES = 64 << 20;

/** SHA-256 of the content of a patched file, hex. */
export function patchSha(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** SHA-256 of a file of a project as it is now. @throws ToolError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT */
export async function fileSha(root: string, relPath: string, context: Partial<ToolContext>): Promise<string> {
  const { files } = createToolContext(context);
  return patchSha(await files.readBytes(path.resolve(root, relPath), MAX_SOURCE_BYTES));
}
