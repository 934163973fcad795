import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { buildTrace } from '@perfxpert/rocpd/testing';
import { runMain } from './fixtures/run-main.js';
import { useTemporaryFolders } from './fixtures/temporary-folder.js';

const newFolder = useTemporaryFolders();

function home(text?: string) {
  const folder = newFolder();
  const file = path.join(folder, '.config/perfxpert/config.yaml');
  if (text !== undefined) {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  }
  const config = (argv: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    runMain(['config', ...argv], { env: { HOME: folder, ...env } });
  return { file, config, read: () => fs.readFileSync(file, 'utf8') };
}

describe('a config file that is no good', () => {
  it.each([
    ['provider: [\n', /config\.yaml: line 1 is no "field: value"/],
    ['airgap: true\ncolour: red\n', /config\.yaml: line 2 names no field/],
    ['provider: nonsense\n', /config: provider: must be/],
    ['hot_kernel_coverage_pct: 300\n', /config: hot_kernel_coverage_pct: must be a number from 0 to 100/],
  ])('stops an analysis, 2, one line: %j', async (text, message) => {
    const { file } = home(text);
    const trace = path.join(path.dirname(file), 'trace.db');
    buildTrace({ kernels: [{ name: 'gemm', startNs: 0, endNs: 100 }] }, { path: trace });
    const env = { HOME: path.resolve(path.dirname(file), '../..') };
    const { code, stdout, stderr } = await runMain(['analyze', '-i', trace], { env });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/^perfxpert: [^\n]+\n$/);
  });
});

describe('perfxpert config', () => {
  it('shows what is in force, by name, and where it comes from', async () => {
    const { config } = home('# mine\nairgap: true\nregression_threshold_pct: 3\n');
    const { code, stdout, stderr } = await config(['show'], { PERFXPERT_CI_REGRESSION_THRESHOLD: '7.5' });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(
      'agent_creativity: strict  # default\n' +
        'airgap: true  # config file\n' +
        'hot_kernel_coverage_pct: 80.0  # default\n' +
        'max_tokens: null  # default\n' +
        'model: null  # default\n' +
        'provider: null  # default\n' +
        'regression_threshold_pct: 7.5  # PERFXPERT_CI_REGRESSION_THRESHOLD\n',
    );
    expect((await config(['list'])).stdout).toContain('airgap: true');
  });

  it('warns of a file that cannot be used, and shows the defaults', async () => {
    const { config } = home('airgap: true\ncolour: blue\n');
    const { code, stdout, stderr } = await config(['show']);
    expect(code).toBe(0);
    expect(stdout).toContain('airgap: false  # default');
    expect(stderr).toMatch(/config\.yaml: line 2 names no field/);
  });

  it('sets and gets, keeping comments and other fields', async () => {
    const { config, read } = home('# mine\nairgap: true  # always\nmodel: "x y"\n');
    expect(await config(['set', 'regression_threshold_pct', '2.5'])).toEqual({
      code: 0,
      stdout: 'set regression_threshold_pct=2.5\n',
      stderr: '',
    });
    await config(['set', 'model', 'a "b" c']);
    expect(read()).toBe('# mine\nairgap: true  # always\nmodel: "a \\"b\\" c"\nregression_threshold_pct: 2.5\n');
    expect((await config(['get', 'model'])).stdout).toBe('a "b" c\n');
    await config(['unset', 'model']);
    expect(read()).not.toContain('model');
    expect((await config(['get', 'model'])).stdout).toBe('\n');
  });

  it('makes the file where there is none', async () => {
    const { config, file, read } = home();
    expect((await config(['path'])).stdout).toBe(`${file}\n`);
    expect(fs.existsSync(file)).toBe(false);
    await config(['set', 'airgap', 'yes']);
    expect(read()).toBe('airgap: yes\n');
  });

  it.each([
    [['set', 'colour', 'blue'], /colour: no such setting; there are provider, model,/],
    [['get', 'colour'], /no such setting/],
    [['set', 'max_tokens', '0'], /max_tokens 0: must be a whole number from 1 to 32768/],
    [['set', 'max_tokens', '1.5'], /must be a whole number/],
    [['set', 'provider', 'hal'], /provider hal: must be one of anthropic,/],
    [['set', 'regression_threshold_pct', '101'], /must be a number from 0 to 100/],
    [['set', 'airgap', 'maybe'], /must be true or false/],
    [['set', 'airgap'], /missing required argument/],
    [['frobnicate'], /unknown command/],
  ])('%j: exit 2, the file untouched', async (argv, message) => {
    const text = 'airgap: true\n';
    const { config, read } = home(text);
    const { code, stdout, stderr } = await config(argv);
    expect({ code, stdout, text: read() }).toEqual({ code: 2, stdout: '', text });
    expect(stderr).toMatch(message);
  });

  it('changes no file that it cannot read', async () => {
    const { config, read } = home('- a list\n');
    expect((await config(['set', 'airgap', 'true'])).stderr).toMatch(/line 1 is no "field: value"; correct it first/);
    expect(read()).toBe('- a list\n');
  });

  it('needs a home folder', async () => {
    expect(await runMain(['config', 'path'])).toMatchObject({
      code: 2,
      stderr: 'perfxpert: no home folder: set HOME\n',
    });
  });

  it('lists variables with values, but no secrets, and suggests names', async () => {
    const { stdout, stderr } = await home().config(['env'], {
      ANTHROPIC_API_KEY: 'sk-very-secret',
      PERFXPERT_LLM_PRIVATE_URL: 'https://me:pass@host/v1',
      PERFXPERT_AIRGAP: '1',
      PERFXPERT_ARIGAP: '1',
    });
    expect(stdout).toMatch(/^PERFXPERT_AIRGAP +1 {2}# no model/m);
    expect(stdout).toMatch(/^ANTHROPIC_API_KEY +\(set, not shown\)/m);
    expect(stdout).not.toMatch(/very-secret|pass@/);
    expect(stderr).toBe('[perfxpert] PERFXPERT_ARIGAP is no variable of perfxpert; did you mean PERFXPERT_AIRGAP?\n');
  });
});
