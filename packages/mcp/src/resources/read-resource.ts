import { analyzeTrace } from '@perfxpert/agents';
import { QUERY_TABLES, arch, listCounters } from '@perfxpert/agents/tools';
import type { ToolContext } from '@perfxpert/agents/tools';
import { allowedInput } from '../access/allowed-input.js';
import type { ReadRequest } from '../call/call-protocol.js';
import { kernelNames } from '../call/whole-name.js';
import { cleanValue } from '../view/clean-value.js';
import { plainSentences } from '../view/plain-sentences.js';

/** Names offered as completions. */
const MAX_NAMES = 1000;

/** The text of a resource, as JSON. @throws ToolError UNKNOWN_ID and the errors of reading a trace */
export async function readResource(request: ReadRequest, context: ToolContext): Promise<string> {
  const { value } = cleanValue(plainSentences(await contentOf(request, context)), null);
  return JSON.stringify(value, null, request.what === 'kernel_names' ? 0 : 1);
}

async function contentOf({ what, argument, roots }: ReadRequest, context: ToolContext): Promise<unknown> {
  const text = typeof argument === 'string' ? argument : (argument[0] ?? '');
  switch (what) {
    case 'counters':
      return { gfx_id: text, counters: listCounters(text) };
    case 'gpu':
      return arch.lookupPeaks({ gfx_id: text });
    case 'tables':
      return QUERY_TABLES;
    case 'kernel_names':
      return (await kernelNames(allowedPaths(argument, roots), context)).slice(0, MAX_NAMES);
    case 'report': {
      const { signal } = context;
      return analyzeTrace(
        { database_path: allowedPaths(argument, roots) },
        { timestamps: false, ...(signal === undefined ? {} : { signal }) },
      );
    }
  }
}

/** Paths, checked again: what was allowed may have changed. */
function allowedPaths(argument: ReadRequest['argument'], roots: readonly string[]): string | string[] {
  const checked = allowedInput({ database_path: argument }, roots);
  // The same shape as it was given.
  return (checked as { database_path: string | string[] }).database_path;
}
