import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { isBuilt } from '../scripts/ensure-built.mjs';

const workspace = fs.mkdtempSync(path.join(os.tmpdir(), 'perfxpert-built-'));
afterAll(() => fs.rmSync(workspace, { recursive: true }));

/** Writes a file that was last changed at a second. */
function write(file: string, second: number): void {
  const full = path.join(workspace, file);
  fs.mkdirSync(path.dirname(full), { recursive: true });
  fs.writeFileSync(full, '');
  fs.utimesSync(full, second, second);
}

describe('isBuilt', () => {
  beforeEach(() => {
    fs.rmSync(workspace, { recursive: true });
    for (const name of ['one', 'two']) {
      write(`packages/${name}/src/lib/deep.ts`, 10);
      write(`packages/${name}/package.json`, 10);
      write(`packages/${name}/dist/cjs/package.json`, 20);
    }
    write('pnpm-lock.yaml', 10);
    write('scripts/build.mjs', 10);
  });

  it('holds where every build is newer than every source', () => {
    expect(isBuilt(workspace)).toBe(true);
  });

  it.each([
    'packages/two/src/lib/deep.ts',
    'packages/one/data/table.json',
    'packages/one/package.json',
    'scripts/build.mjs',
    'pnpm-lock.yaml',
  ])('does not after a change of %s', (file) => {
    write(file, 30);
    expect(isBuilt(workspace)).toBe(false);
  });

  it('does not where a package was never built with its types', () => {
    fs.rmSync(path.join(workspace, 'packages/one/dist'), { recursive: true });
    expect(isBuilt(workspace)).toBe(false);
  });

  it('does not where one of them was built before a change of another', () => {
    write('packages/one/src/lib/deep.ts', 25);
    write('packages/one/dist/cjs/package.json', 30);
    expect(isBuilt(workspace)).toBe(false);
  });
});
