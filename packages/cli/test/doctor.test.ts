import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { runChecks } from '../src/doctor/run-checks.js';
import { memoryIo } from './fixtures/memory-io.js';
import { runMain } from './fixtures/run-main.js';
import { useTemporaryFolders } from './fixtures/temporary-folder.js';

const newFolder = useTemporaryFolders();

describe('perfxpert doctor', () => {
  it('is clean without GPU, profiler, opencode and providers; writes nothing', async () => {
    const home = newFolder();
    const { code, stdout, stderr } = await runMain(['doctor'], { env: { HOME: home, PATH: '' } });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^✓ perfxpert \d+\.\d+\.\d+$/m);
    expect(stdout).toMatch(/^✓ native SQLite module works$/m);
    expect(stdout).toMatch(/^▲ rocprofv3 not found|^✓ rocprofv3: \/opt\/rocm/m);
    expect(stdout).toMatch(/^✓ opencode: not installed \(optional\)$/m);
    expect(stdout).toMatch(/^✓ state folder: .*\.perfxpert \(made when needed\)$/m);
    expect(stdout).toMatch(/\nALL CLEAN\n$/);
    expect(fs.readdirSync(home)).toEqual([]);
  });

  it('exit 1 where something has to be repaired', async () => {
    const home = newFolder();
    fs.mkdirSync(path.join(home, '.config/perfxpert'), { recursive: true });
    fs.writeFileSync(path.join(home, '.config/perfxpert/config.yaml'), 'nonsense\n');
    const { code, stdout } = await runMain(['doctor'], { env: { HOME: home, PATH: '', LANG: 'C' } });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^FAIL config file .*config\.yaml: line 1 is no "field: value"$/m);
    expect(stdout).toMatch(/\nIssues found\n$/);
  });

  it('fails for an old Node.js and a state folder that is a file', async () => {
    const home = newFolder();
    fs.writeFileSync(path.join(home, '.perfxpert'), '');
    const checks = await runChecks(memoryIo({ env: { HOME: home, PATH: '' } }), 'v20.18.0');
    expect(checks.filter(({ status }) => status === 'fail').map(({ name }) => name)).toEqual(['node', 'state']);
  });

  it('warns of a variable that does not count', async () => {
    const env = { HOME: newFolder(), PATH: '', PERFXPERT_MAX_TOKENS: 'many' };
    const { code, stdout } = await runMain(['doctor'], { env });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^▲ PERFXPERT_MAX_TOKENS must be a whole number from 1 to 32768; it does not count$/m);
  });

  it('finds programs on PATH', async () => {
    const folder = newFolder();
    fs.writeFileSync(path.join(folder, 'rocprofv3'), '#!/bin/sh\n', { mode: 0o755 });
    const { stdout } = await runMain(['doctor'], { env: { HOME: folder, PATH: `/nowhere:${folder}` } });
    expect(stdout).toContain(`✓ rocprofv3: ${path.join(folder, 'rocprofv3')}`);
  });

  it('says which mode runs have', async () => {
    const modeWith = async (env: Record<string, string>) =>
      (await runMain(['doctor'], { env: { HOME: newFolder(), PATH: '', ...env } })).stdout;
    expect(await modeWith({})).toContain('Mode: deterministic');
    expect(await modeWith({ PERFXPERT_AIRGAP: 'yes', PERFXPERT_LLM_PROVIDER: 'openai' })).toContain('Mode: air-gapped');
    expect(await modeWith({ PERFXPERT_LLM_PROVIDER: 'ollama' })).toContain('Mode: live, words by ollama');
  });

  it('names the providers that could be asked, with their models, and no key', async () => {
    const env = { HOME: newFolder(), PATH: '', OPENAI_API_KEY: 'sk-planted', OLLAMA_HOST: 'http://localhost:1' };
    const { code, stdout } = await runMain(['doctor'], { env });
    expect(code).toBe(0);
    expect(stdout).toContain('2/5 LLM providers configured (ollama: llama3.1, openai: gpt-5.4-mini)');
    expect(stdout).toContain('LLM providers not configured: anthropic, opencode, private');
    expect(stdout).not.toContain('sk-planted');
  });

  it('--json gives the same checks; --fix makes the state folder', async () => {
    const home = newFolder();
    const { code, stdout } = await runMain(['doctor', '--json', '--fix'], { env: { HOME: home, PATH: '' } });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      clean: true,
      checks: expect.arrayContaining([
        { name: 'state', status: 'ok', text: `state folder: ${path.join(home, '.perfxpert')}` },
      ]),
    });
    expect(fs.readdirSync(home)).toEqual(['.perfxpert']);
  });
});
