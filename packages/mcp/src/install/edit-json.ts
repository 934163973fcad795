import { isDeepStrictEqual } from 'node:util';
import { createScanner, findNodeAtLocation, getNodeValue, parseTree } from 'jsonc-parser';
import type { Node, ParseError } from 'jsonc-parser';
import { ConfigError } from './config-error.js';

/** Kinds of tokens by their numbers in jsonc-parser: its own names are a const enum, which isolated modules may not use. */
const SyntaxKind = { CommaToken: 5 } as const;
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

/**
 * The text with the value at a path of two keys set, or taken out (undefined). Everything else, comments and formatting
 * too, stays as it is.
 *
 * @throws ConfigError
 */
export function editJson(text: string, [outer, inner]: readonly [string, string], value: unknown): string {
  const tree = treeOf(text);
  if (tree === null)
    return value === undefined ? text : `${JSON.stringify({ [outer]: { [inner]: value } }, null, 2)}\n`;
  const container = findNodeAtLocation(tree, [outer]);
  if (container === undefined) return value === undefined ? text : withMember(text, tree, outer, { [inner]: value }, 1);
  if (container.type !== 'object') throw new ConfigError(`${outer} is no object`);
  const current = findNodeAtLocation(container, [inner]);
  if (value === undefined) return current === undefined ? text : withoutMember(text, container, current);
  if (current === undefined) return withMember(text, container, inner, value, 2);
  if (isDeepStrictEqual(getNodeValue(current), value)) return text;
  return splice(text, current.offset, current.offset + current.length, shown(text, value, 2));
}

/** A value as JSON, indented as the file is, for a place at that depth. */
function shown(text: string, value: unknown, depth: number): string {
  const indent = indentOf(text);
  return JSON.stringify(value, null, indent).replaceAll('\n', `${eolOf(text)}${indent.repeat(depth)}`);
}

/** Puts a member behind the last one of an object, on lines of its own. */
function withMember(text: string, object: Node, key: string, value: unknown, depth: number): string {
  const indent = indentOf(text);
  const eol = eolOf(text);
  const close = object.offset + object.length - 1;
  const last = object.children?.at(-1);
  const member = `${eol}${indent.repeat(depth)}${JSON.stringify(key)}: ${shown(text, value, depth)}`;
  if (last === undefined) {
    // Comments may stand there.
    const start = object.offset + 1 + text.slice(object.offset + 1, close).trimEnd().length;
    return splice(text, start, close, `${member}${eol}${indent.repeat(depth - 1)}`);
  }
  const end = last.offset + last.length;
  const comma = commaAfter(text, end, close);
  const content = end + text.slice(end, close).trimEnd().length;
  // A comment may end the last line: what follows it must begin a new one, and the closing bracket too.
  const tail = /\n/.test(text.slice(content, close)) ? '' : `${eol}${indent.repeat(depth - 1)}`;
  const added = splice(text, content, content, `${member}${comma === null ? '' : ','}${tail}`);
  return comma === null ? splice(added, end, end, ',') : added;
}

/** Takes a member out with its lines and its comma. */
function withoutMember(text: string, object: Node, valueNode: Node): string {
  const members = object.children ?? [];
  const at = members.findIndex(({ children = [] }) => children[1] === valueNode);
  const member = members[at];
  if (member === undefined) return text;
  const close = object.offset + object.length - 1;
  const before = members[at - 1];
  const next = members[at + 1];
  const end = member.offset + member.length;
  const comma = commaAfter(text, end, next?.offset ?? close);
  let from = member.offset;
  while (from > 0 && /[ \t]/.test(text.charAt(from - 1))) from--;
  if (text.charAt(from - 1) === '\n') from -= text.charAt(from - 2) === '\r' ? 2 : 1;
  const cut = splice(text, from, comma === null ? end : comma + 1, '');
  if (before === undefined || next !== undefined || comma !== null) return cut;
  // It was the last one: the comma in front of it goes too.
  const left = commaAfter(text, before.offset + before.length, member.offset);
  return left === null ? cut : splice(cut, left, left + 1, '');
}

/** Where the comma after a member is; null without. */
function commaAfter(text: string, from: number, to: number): number | null {
  const scanner = createScanner(text, true);
  scanner.setPosition(from);
  const isComma = scanner.scan() === SyntaxKind.CommaToken && scanner.getTokenOffset() < to;
  return isComma ? scanner.getTokenOffset() : null;
}

function splice(text: string, from: number, to: number, middle: string): string {
  return text.slice(0, from) + middle + text.slice(to);
}

function indentOf(text: string): string {
  return /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
}

function eolOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}
