import { ToolError } from '@perfxpert/agents/tools';
import fs from 'node:fs';
import { readFile } from 'node:fs/promises';
import { notFound } from './access-error.js';
import { allowedPath } from './allowed-path.js';
import type { Roots } from './is-below.js';

/** Largest text file that is read. */
const MAX_TEXT_BYTES = 64 * 2 ** 20;

/** The text of a file below the roots; nothing that could block, and nothing huge. @throws ToolError */
export async function guardedText(file: string, roots: Roots): Promise<string> {
  const real = allowedPath('path', file, roots);
  const stats = fs.statSync(real, { throwIfNoEntry: false });
  if (stats === undefined) throw notFound('path', file, roots);
  if (!stats.isFile() || stats.size > MAX_TEXT_BYTES)
    throw new ToolError('INVALID_ARGUMENT', `path must be a regular file of at most ${MAX_TEXT_BYTES} bytes.`, {
      field: 'path',
      expected: `a regular file of at most ${MAX_TEXT_BYTES} bytes`,
      got: stats.isFile() ? `${stats.size} bytes` : 'no regular file',
    });
  return readFile(real, 'utf8');
}
