import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { callSettings } from '../../src/runtime/call-settings.js';
import { parseConfigFile } from '../../src/runtime/config-file.js';
import { readConfigFile } from '../../src/runtime/environment.js';
import { readProviderOptions } from '../../src/runtime/provider-environment.js';
import { readSettings } from '../../src/runtime/read-settings.js';
import type { Environment, SettingArguments } from '../../src/runtime/settings.js';

const NO_FILE = { fields: {}, problem: null };
const settingsOf = (environment: Environment, given: SettingArguments = {}, config = '') =>
  readSettings(given, environment, config === '' ? NO_FILE : parseConfigFile(config));
const modelOf = (
  environment: Environment,
  name: 'anthropic' | 'openai' | 'private',
  isPrimary = true,
  given: SettingArguments = {},
) => readProviderOptions(name, isPrimary, given, settingsOf(environment), environment, NO_FILE).model;

describe('settings', () => {
  it('name no provider by default', () => {
    expect(settingsOf({ HOME: '/h' })).toMatchObject({
      isAirgapped: false,
      provider: null,
      fallbackChain: [],
      agentTurns: 10,
      sessionTurns: 100,
      tokenBudget: 200_000,
      timeoutMs: 120_000,
      deadlineMs: 300_000,
      creativity: 'strict',
      stateDir: '/h/.perfxpert',
      problems: [],
    });
  });

  it('argument, then environment, then config file', () => {
    const environment = { PERFXPERT_LLM_PROVIDER: 'openai' };
    const config = 'provider: ollama\n';
    expect(settingsOf(environment, { provider: 'anthropic' }, config).provider).toBe('anthropic');
    expect(settingsOf(environment, {}, config).provider).toBe('openai');
    expect(settingsOf({}, {}, config).provider).toBe('ollama');
  });

  it.each(['1', 'true', 'YES', 'on'])('PERFXPERT_AIRGAP=%s is a floor', (value) => {
    expect(settingsOf({ PERFXPERT_AIRGAP: value }, { airgap: false }).isAirgapped).toBe(true);
  });

  it.each(['0', '', 'off', 'maybe'])('PERFXPERT_AIRGAP=%s is off', (value) => {
    expect(settingsOf({ PERFXPERT_AIRGAP: value }).isAirgapped).toBe(false);
    expect(settingsOf({ PERFXPERT_AIRGAP: value }, { airgap: true }).isAirgapped).toBe(true);
  });

  it('airgap of the config file counts', () => {
    expect(settingsOf({}, {}, 'airgap: yes').isAirgapped).toBe(true);
  });

  it.each([
    ['7', 7],
    ['not-a-number', 100],
    ['0', 100],
  ])('PERFXPERT_MAX_SESSION_TURNS=%s gives %i', (value, turns) => {
    expect(settingsOf({ PERFXPERT_MAX_SESSION_TURNS: value }).sessionTurns).toBe(turns);
  });

  it('names a value that can not be used, without repeating it', () => {
    const { problems, creativity } = settingsOf({ PERFXPERT_AGENT_CREATIVITY: 'sk-secret' });
    expect(creativity).toBe('strict');
    expect(problems).toEqual([{ setting: 'PERFXPERT_AGENT_CREATIVITY', expected: 'strict or exploratory' }]);
  });

  it('the folder of what we write', () => {
    expect(settingsOf({ HOME: '/h', PERFXPERT_TASK_ROOT: '/t' }, { stateDir: '/s' }).stateDir).toBe('/s');
    expect(settingsOf({ HOME: '/h', PERFXPERT_TASK_ROOT: '/t' }).stateDir).toBe('/t');
    expect(settingsOf({ HOME: '/h' }, { stateDir: null }).stateDir).toBeNull();
    expect(settingsOf({}).stateDir).toBeNull();
  });

  it('what tools look at', () => {
    const environment = {
      PERFXPERT_CI_REGRESSION_THRESHOLD: '7.5',
      PERFXPERT_HOT_KERNEL_COVERAGE_PCT: '90',
      PERFXPERT_GPU_MONITOR_LOG: '/log',
      PERFXPERT_CXX: 'g++',
      PERFXPERT_GPU_DISCOVERY_TIMEOUT: '0.01',
      PERFXPERT_DISABLE_RUNTIME_GPU_SPECS: 'on',
    };
    expect(settingsOf(environment)).toMatchObject({
      regressionThresholdPct: 7.5,
      hotKernelCoveragePct: 90,
      gpuMonitorLog: '/log',
      compiler: 'g++',
      gpuDiscoveryTimeoutMs: 100,
      isGpuDiscoveryDisabled: true,
    });
    expect(settingsOf({}, {}, 'regression_threshold_pct: 3').regressionThresholdPct).toBe(3);
    expect(settingsOf({}, {}, 'hot_kernel_coverage_pct: 50').hotKernelCoveragePct).toBe(50);
  });
});

describe('models', () => {
  const environment = {
    PERFXPERT_AGENTS_MODEL_ANTHROPIC: 'a',
    PERFXPERT_ANTHROPIC_MODEL: 'b',
    PERFXPERT_LLM_MODEL: 'c',
    PERFXPERT_LLM_PRIVATE_MODEL: 'p',
    PERFXPERT_LLM_PRIVATE_URL: 'http://localhost:1',
  };

  it('in one order', () => {
    expect(modelOf(environment, 'anthropic', true, { model: 'x' })).toBe('x');
    expect(modelOf(environment, 'anthropic')).toBe('a');
    expect(modelOf({ ...environment, PERFXPERT_AGENTS_MODEL_ANTHROPIC: '' }, 'anthropic')).toBe('b');
    expect(modelOf({ PERFXPERT_LLM_MODEL: 'c' }, 'anthropic')).toBe('c');
    expect(modelOf(environment, 'private')).toBe('p');
    expect(modelOf({}, 'openai')).toBeUndefined();
  });

  it('a model for the named provider does not follow the chain', () => {
    expect(modelOf(environment, 'openai', false, { model: 'x' })).toBeUndefined();
  });
});

describe('keys', () => {
  const options = (environment: Environment, isPrimary = true, given: SettingArguments = {}) =>
    readProviderOptions('anthropic', isPrimary, given, settingsOf(environment), environment, NO_FILE);

  it('in one order, the argument for the named provider only', () => {
    const environment = { PERFXPERT_LLM_ANTHROPIC_KEY: 'k1', ANTHROPIC_API_KEY: 'k2', ROCPD_LLM_ANTHROPIC_KEY: 'k3' };
    expect(options(environment, true, { apiKey: 'k0' }).apiKey).toBe('k0');
    expect(options(environment, false, { apiKey: 'k0' }).apiKey).toBe('k1');
    expect(options({ ...environment, PERFXPERT_LLM_ANTHROPIC_KEY: ' ' }).apiKey).toBe('k2');
    expect(options({ ROCPD_LLM_ANTHROPIC_KEY: 'k3' }).apiKey).toBe('k3');
  });

  it('values of extra headers that carry a key are secrets too, with and without their scheme', () => {
    const environment = {
      PERFXPERT_LLM_PRIVATE_URL: 'http://localhost:2',
      PERFXPERT_LLM_PRIVATE_HEADERS: '{"Authorization":"Token planted-1","X-Api-Key":"planted-2","X-Tenant":"public"}',
    };
    const own = readProviderOptions('private', true, {}, settingsOf(environment), environment, NO_FILE);
    expect(own.secrets).toEqual(['Token planted-1', 'planted-1', 'planted-2', 'planted-2']);
  });

  it('every configured key is a secret for every provider', () => {
    expect(options({ OPENAI_API_KEY: 'other', ANTHROPIC_API_KEY: 'own' }).secrets).toEqual(['own', 'other']);
  });
});

describe('the config file', () => {
  let home: string;
  beforeEach(() => {
    home = fs.mkdtempSync(path.join(os.tmpdir(), 'home-'));
  });
  afterEach(() => fs.rmSync(home, { recursive: true, force: true }));

  it('is read anew each time', () => {
    expect(readConfigFile({ HOME: home })).toEqual(NO_FILE);
    fs.mkdirSync(path.join(home, '.config/perfxpert'), { recursive: true });
    fs.writeFileSync(
      path.join(home, '.config/perfxpert/config.yaml'),
      '# mine\nprovider: "openai" # or not\nmodel: null\n',
    );
    expect(readConfigFile({ HOME: home })).toEqual({ fields: { provider: 'openai' }, problem: null });
  });

  it('is not read where one is given', () => {
    fs.mkdirSync(path.join(home, '.config/perfxpert'), { recursive: true });
    fs.writeFileSync(path.join(home, '.config/perfxpert/config.yaml'), 'provider: openai\n');
    const { settings, config } = callSettings({}, { environment: { HOME: home }, config: parseConfigFile('model: m') });
    expect([settings.provider, config.fields]).toEqual([null, { model: 'm' }]);
    expect(callSettings({}, { environment: { HOME: home } }).settings.provider).toBe('openai');
  });

  it.each(['colour: red', '- a list', 'provider: [a]', 'provider: "open', 'just text'])(
    '%j makes it invalid',
    (text) => {
      const file = parseConfigFile(`airgap: true\n${text}`);
      expect(file.fields).toEqual({});
      expect(file.problem).toMatch(/^line 2 /);
      expect(readSettings({}, {}, file).problems[0]?.setting).toBe('config file');
    },
  );
});
