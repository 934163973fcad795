import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';

it('reads no environment: settings come as options', () => {
  const folder = path.resolve(import.meta.dirname, '../src');
  const files = fs
    .readdirSync(folder, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.ts'));
  expect(files.length).toBeGreaterThan(30);
  expect(
    files.filter((file) =>
      /process\.env|process\[|NODE_TLS_REJECT/.test(fs.readFileSync(path.join(folder, file), 'utf8')),
    ),
  ).toEqual([]);
});
