import { applyEdits, findNodeAtLocation, getNodeValue, modify, parseTree } from 'jsonc-parser';
import type { Node, ParseError } from 'jsonc-parser';
import { ConfigError } from './config-error.js';

const PARSING = { allowTrailingComma: true, disallowComments: false } as const;

/** The tree of a file with comments and trailing commas; null for an empty one. @throws ConfigError */
function treeOf(text: string): Node | null {
  if (text.trim() === '') return null;
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, PARSING);
  if (tree === undefined || errors.length > 0)
    throw new ConfigError('the file is not JSON, even with comments; correct it first');
  if (tree.type !== 'object') throw new ConfigError('the file holds no JSON object');
  return tree;
}

/** The value at a path; undefined where there is none. @throws ConfigError */
export function readJson(text: string, path: readonly string[]): unknown {
  const tree = treeOf(text);
  const node = tree === null ? undefined : findNodeAtLocation(tree, [...path]);
  // What getNodeValue makes of a tree that was just parsed is plain JSON.
  return node === undefined ? undefined : (getNodeValue(node) as unknown);
}

/** The text with the value at a path set, or taken out (undefined); everything else stays as it is. @throws ConfigError */
export function editJson(text: string, path: readonly string[], value: unknown): string {
  const tree = treeOf(text);
  const whole = tree === null ? '{}\n' : text;
  const container = tree === null ? undefined : findNodeAtLocation(tree, path.slice(0, -1));
  if (container !== undefined && container.type !== 'object')
    throw new ConfigError(`${path.slice(0, -1).join('.')} is no object`);
  const formattingOptions = { ...indentation(whole), eol: whole.includes('\r\n') ? '\r\n' : '\n' };
  return applyEdits(whole, modify(whole, [...path], value, { formattingOptions }));
}

function indentation(text: string): { insertSpaces: boolean; tabSize: number } {
  const [, indent = '  '] = /\n([ \t]+)\S/.exec(text) ?? [];
  return indent.startsWith('\t') ? { insertSpaces: false, tabSize: 4 } : { insertSpaces: true, tabSize: indent.length };
}
