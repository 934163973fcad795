import { ToolError } from '@perfxpert/agents/tools';
import { basename } from 'node:path';
import { MAX_TEXT, cleanText } from '../view/clean-text.js';

/** A path that lies outside of what this server may read. It says nothing about whether the path exists. */
export function outsideRoot(field: string, given: string): ToolError {
  return new ToolError(
    'OUTSIDE_ROOT',
    `${field}: ${shown(given)} lies outside of the folders that this server may read; start it with --root, or give a path below them.`,
    { field },
  );
}

/** A path below the roots that does not exist. */
export function notFound(field: string, given: string): ToolError {
  return new ToolError('NOT_FOUND', `${field}: ${shown(given)}: no such file or folder; check the path.`, { field });
}

function shown(given: string): string {
  return cleanText(basename(given), Math.min(MAX_TEXT, 100)).replace(/\s/g, ' ');
}
