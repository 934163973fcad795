import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';

const PACKAGE = path.resolve(import.meta.dirname, '..');
const FORBIDDEN = /@anthropic-ai|node_modules\/(openai|ollama)\/|@modelcontextprotocol|@perfxpert\/(providers|agents)/;

/** A resolve hook that writes every module that is loaded, and all that these load, to stderr. */
const HOOK = `
import fs from 'node:fs';
export async function resolve(specifier, context, next) {
  const resolved = await next(specifier, context);
  fs.writeSync(2, 'LOADED ' + resolved.url + '\\n');
  return resolved;
}`;
const SCRIPT = `
import { register } from 'node:module';
register('data:text/javascript,' + encodeURIComponent(${JSON.stringify(HOOK)}));
const tools = await import('@perfxpert/tools');
process.stdout.write(tools.TOOLS.map(({ key }) => key).join(' '));`;

describe('the built package', () => {
  it('loads no SDK of a language model or protocol, and nothing from above it', () => {
    if (!fs.existsSync(path.join(PACKAGE, 'dist/index.js'))) {
      const build = spawnSync(
        process.execPath,
        ['../../scripts/build.mjs', 'rocpd', 'knowledge', 'tools', '--no-types'],
        {
          cwd: PACKAGE,
          encoding: 'utf8',
        },
      );
      expect([build.status, build.stderr]).toEqual([0, '']);
    }
    const run = spawnSync(process.execPath, ['--input-type=module', '-e', SCRIPT], {
      cwd: path.resolve(PACKAGE, '../agents'),
      encoding: 'utf8',
    });
    expect(run.status).toBe(0);
    expect(run.stdout).toContain('trace_analysis.time_breakdown');
    const loaded = run.stderr.split('\n').filter((line) => line.startsWith('LOADED '));
    expect(loaded.some((line) => line.includes('valibot'))).toBe(true);
    expect(loaded.filter((line) => FORBIDDEN.test(line))).toEqual([]);
  }, 120_000);
});
