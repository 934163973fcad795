import fs from 'node:fs';
import { UsageError } from '../command/parse-command.js';
import type { WireTool } from '../list/wire-tool.js';
import { createToolNames } from '../names/tool-names.js';
import type { ServerSettings } from './server-settings.js';

/** What is written when the package is built. */
export interface BuiltList {
  readonly version: string;
  readonly gpus: readonly string[];
  readonly tools: readonly WireTool[];
}

/** The list that was written when the package was built. */
export function readBuiltList(file: URL): BuiltList {
  // Our own file, written by scripts/write-mcp-list.mjs.
  return JSON.parse(fs.readFileSync(file, 'utf8')) as BuiltList;
}

/**
 * The tools that this server offers, with the names that it lists them under.
 *
 * @throws UsageError for a name in `tools` that no tool has.
 */
export function listedTools(
  list: readonly WireTool[],
  settings: Pick<ServerSettings, 'toolset' | 'tools' | 'hasPrefix' | 'allowLlm'>,
): readonly WireTool[] {
  const inSet = list.filter(({ isCore }) => isCore || settings.toolset === 'all');
  const names = createToolNames(list);
  const wanted = settings.tools?.map((name) => {
    const tool = names.find(name);
    if (tool === null) throw new UsageError(`--tools: no tool ${name}; nearest: ${names.nearest(name).join(', ')}`);
    return tool.key;
  });
  const chosen = wanted === undefined ? inSet : list.filter(({ key }) => wanted.includes(key));
  return chosen.map((tool) => ({
    ...tool,
    name: settings.hasPrefix ? tool.name : tool.name.replace(/^perfxpert_/, ''),
    annotations: { ...tool.annotations, openWorldHint: tool.kind === 'agent' && settings.allowLlm },
  }));
}
