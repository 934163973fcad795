import { execFileSync } from 'node:child_process';
import { expect, it } from '@jest/globals';
import { ROOT } from './workspace.js';

it('README shows what the command really prints', () => {
  const check = () => execFileSync(process.execPath, ['scripts/readme.mjs', '--check'], { cwd: ROOT, stdio: 'pipe' });
  expect(check).not.toThrow();
});
