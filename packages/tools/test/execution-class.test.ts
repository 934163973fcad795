import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { TOOLS } from '../src/index.js';

const SRC = path.resolve(import.meta.dirname, '../src');
/** The only door to processes and files: what lies behind it is handed to a tool, never imported by one. */
const DOOR = 'tool/tool-context.ts';
/** An import of `node:fs` that can change something: one of these functions, or all of the module. */
const CHANGES =
  /\b(append|chmod|chown|copyFile|cp|link|mkdir|mkdtemp|open|rename|rm|rmdir|symlink|truncate|unlink|utimes|write)|: (\w+|\* as \w+)$/;

interface Imports {
  /** Files of this package, from `src`. */
  readonly files: readonly string[];
  /** What is imported from elsewhere, as `specifier: names`. */
  readonly others: readonly string[];
}

/** What a file loads at run time; types leave nothing behind. */
function importsOf(file: string): Imports {
  const text = fs.readFileSync(path.join(SRC, file), 'utf8');
  const matches = [...text.matchAll(/^(?:import|export)\s+(?!type\b)([^'";]*?)\s*(?:from\s*)?'([^']+)'/gm)];
  const dynamic = [...text.matchAll(/\bimport\(\s*'([^']+)'/g)].map(([, specifier = '']) => ['', '', specifier]);
  const all = [...matches, ...dynamic].map(([, names = '', specifier = '']) => ({ names, specifier }));
  return {
    files: all.flatMap(({ specifier }) =>
      specifier.startsWith('.') ? [path.join(path.dirname(file), specifier).replace(/\.js$/, '.ts')] : [],
    ),
    others: all.flatMap(({ names, specifier }) => (specifier.startsWith('.') ? [] : [`${specifier}: ${names}`])),
  };
}

/** All files that a file leads to, itself included, without going through the door. */
function reachableFrom(start: string): string[] {
  const found = new Set([start]);
  for (const file of found)
    if (file !== DOOR) for (const next of importsOf(file).files) if (next.endsWith('.ts')) found.add(next);
  return [...found];
}

const fileOf = (key: string): string => `catalog/${key.replace('.', '/').replaceAll('_', '-')}.ts`;
const readOnly = TOOLS.filter(({ toolClass }) => toolClass !== 'execution').map(({ key }) => key);
const execution = TOOLS.filter(({ toolClass }) => toolClass === 'execution').map(({ key }) => key);

describe('the class execution', () => {
  it('is seen by this test: its tools lead to what the others must not', () => {
    const reached = execution.flatMap((key) => reachableFrom(fileOf(key)));
    expect(reached).toContain('lib/execution/run-to-end.ts');
    expect(reached).toContain('lib/execution/patch-target.ts');
  });

  it.each(readOnly)('is out of reach of %s', (key) => {
    const reached = reachableFrom(fileOf(key));
    const inner = reached.filter((file) => file.startsWith('lib/execution/') || execution.map(fileOf).includes(file));
    const doors = reached.filter((file) => /^tool\/(run-process|project-files)\.ts$/.test(file));
    const changes = reached
      .filter((file) => file !== DOOR)
      .flatMap((file) => importsOf(file).others.map((line) => `${file} ${line}`))
      .filter((line) => /child_process/.test(line) || (/node:fs/.test(line) && CHANGES.test(line)));
    expect([inner, doors, changes]).toEqual([[], [], []]);
  });

  it('is the only one that touches the files of a project or starts programs of the user', () => {
    const users = readOnly.flatMap((key) => {
      const text = fs.readFileSync(path.join(SRC, fileOf(key)), 'utf8');
      return /context\.files|\bfiles\.(replaceFile|moveFile)|runProcess/.test(text) ? [key] : [];
    });
    // The discovery of GPUs asks the vendor's own programs what is there.
    expect(users.filter((key) => !key.startsWith('gpu_discovery.'))).toEqual([]);
  });

  it('starts processes and changes files of a project in one place each', () => {
    const files = fs
      .readdirSync(SRC, { recursive: true })
      .map(String)
      .filter((file) => file.endsWith('.ts'));
    const starters = files.filter((file) => importsOf(file).others.some((line) => line.includes('child_process')));
    // The other one starts no program of the user: a query runs in a copy of our own, so that it can be ended.
    expect(starters.sort()).toEqual(['lib/query/query-process.ts', 'tool/run-process.ts']);
    const changers = files.filter((file) =>
      importsOf(file).others.some((line) => /node:fs/.test(line) && CHANGES.test(line)),
    );
    // The reader of folders opens files for reading only.
    const others = changers.filter((file) => !file.startsWith('store/') && file !== 'tool/folder-reader.ts');
    expect(others).toEqual(['tool/project-files.ts']);
  });
});
