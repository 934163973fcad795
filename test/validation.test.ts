import { describe, expect, it } from '@jest/globals';
import * as tools from '@perfxpert/tools';
import Database from 'better-sqlite3';
import { recordingsFolder, renderValidation } from '../scripts/validation.mjs';
import { read } from './workspace.js';

const folder = recordingsFolder();
if (folder === null)
  process.stderr.write('No recordings (PERFXPERT_SHARED or ../shared): docs/validation.md is not checked.\n');

(folder === null ? describe.skip : describe)('docs/validation.md', () => {
  it('is what `node scripts/validation.mjs` writes', async () => {
    expect(read('docs/validation.md')).toBe(await renderValidation(tools, Database, folder ?? ''));
  });

  it('shows figures of the tools that agree with those of the raw rows', () => {
    const pairs = [...read('docs/validation.md').matchAll(/(\d+\.\d+) \/ (\d+\.\d+)/g)];
    expect(pairs.length).toBeGreaterThan(30);
    for (const [, tool, raw] of pairs)
      expect(Math.abs(Number(tool) - Number(raw))).toBeLessThanOrEqual(1e-4 * Number(raw) + 1e-3);
  });
});
