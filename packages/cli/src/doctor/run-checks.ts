import fs from 'node:fs';
import path from 'node:path';
import type { Settings } from '@perfxpert/agents/toolkit';
import type { Io } from '../io.js';
import { productVersion } from '../version.js';
import type { Check } from './check.js';
import { findProgram } from './find-program.js';

/** Oldest Node.js that the packages support (`engines` of their manifests). */
const LEAST_NODE = [20, 19] as const;

/** Programs that help, with what they are for. */
const PROGRAMS = [
  ['rocprofv3', 'to record traces'],
  ['rocminfo', 'to look at the GPUs of this machine'],
  ['amd-smi', 'to watch clocks and power'],
] as const;

/** Looks at the installation and its surroundings. Writes nothing and starts nothing. */
export async function runChecks(io: Io, nodeVersion: string): Promise<Check[]> {
  const { checkSqlite, configFilePath, readConfigFile, readSettings } = await import('@perfxpert/agents/toolkit');
  const sqlite = await checkSqlite();
  const settings = readSettings({}, io.env);
  const { problem } = readConfigFile(io.env);
  const file = configFilePath(io.env);
  return [
    ok('version', `perfxpert ${productVersion()}`),
    checkNode(nodeVersion),
    sqlite === null ? ok('sqlite', 'native SQLite module works') : fail('sqlite', `native SQLite module: ${sqlite}`),
    checkServer(io),
    checkStateFolder(settings.stateDir),
    problem === null
      ? ok('config', `config file: ${file !== null && fs.existsSync(file) ? file : 'none, defaults apply'}`)
      : fail('config', `config file ${file ?? ''}: ${problem}`),
    ...settings.problems
      .filter(({ setting }) => setting !== 'config file')
      .map(({ setting, expected }) => warn('settings', `${setting} must be ${expected}; it does not count`)),
    ...PROGRAMS.map(([name, purpose]) => checkProgram(name, purpose, io)),
    checkGpus(),
    checkOpencode(io),
    ...(await checkProviders(io)),
    ok('mode', modeOf(settings)),
  ];
}

function checkNode(version: string): Check {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  const [leastMajor, leastMinor] = LEAST_NODE;
  const isNew = major > leastMajor || (major === leastMajor && minor >= leastMinor);
  const text = `Node.js ${version.replace(/^v/, '')}`;
  return isNew ? ok('node', text) : fail('node', `${text}: at least ${leastMajor}.${leastMinor} is needed`);
}

function checkServer(io: Io): Check {
  const file = findProgram('perfxpert-mcp', io);
  return file === null
    ? warn('mcp', 'perfxpert-mcp is not on PATH: install @perfxpert/mcp for MCP clients')
    : ok('mcp', `MCP server: ${file}`);
}

/** The folder is made at the first write, so that it may be absent as long as it can be made. */
function checkStateFolder(folder: string | null): Check {
  if (folder === null) return ok('state', 'state is kept in memory');
  let existing = path.resolve(folder);
  while (!fs.existsSync(existing) && path.dirname(existing) !== existing) existing = path.dirname(existing);
  try {
    fs.accessSync(existing, fs.constants.W_OK);
    const isThere = existing === path.resolve(folder);
    if (!fs.statSync(existing).isDirectory()) return fail('state', `state folder ${folder}: ${existing} is no folder`);
    return ok('state', `state folder: ${folder}${isThere ? '' : ' (made when needed)'}`);
  } catch {
    return fail('state', `state folder ${folder}: no permission to write; set PERFXPERT_TASK_ROOT to another`);
  }
}

function checkProgram(name: string, purpose: string, io: Io): Check {
  const file = findProgram(name, io);
  return file === null ? warn(name, `${name} not found: needed only ${purpose}`) : ok(name, `${name}: ${file}`);
}

/** The kernel driver's list of GPUs; analysing traces needs none. */
function checkGpus(): Check {
  return fs.existsSync('/dev/kfd')
    ? ok('gpu', 'AMD GPU driver is loaded')
    : warn('gpu', 'no AMD GPU driver: needed only to record traces');
}

function checkOpencode(io: Io): Check {
  const named = io.env['PERFXPERT_OPENCODE_PATH'];
  const file = named !== undefined && named !== '' ? named : findProgram('opencode', io);
  return ok('opencode', file === null ? 'opencode: not installed (optional)' : `opencode: ${file}`);
}

/** Which services could write words, with the model that would be asked, and which could not; none is needed. */
async function checkProviders(io: Io): Promise<Check[]> {
  const { listProviders } = await import('@perfxpert/agents/toolkit');
  const providers = await listProviders({ environment: io.env });
  const ready = providers.filter(({ is_configured: isConfigured }) => isConfigured);
  const others = providers.filter(({ is_configured: isConfigured }) => !isConfigured).map(({ name }) => name);
  const names = ready.map(({ name, model }) => (model === null ? name : `${name}: ${model}`));
  const count = `${ready.length}/${providers.length} LLM providers configured`;
  return [
    ok('providers', names.length === 0 ? `${count} (optional)` : `${count} (${names.join(', ')})`),
    ...(others.length === 0 ? [] : [ok('providers', `LLM providers not configured: ${others.join(', ')}`)]),
  ];
}

function modeOf({ isAirgapped, provider }: Settings): string {
  if (isAirgapped) return 'Mode: air-gapped, no model and no network';
  return provider === null ? 'Mode: deterministic, no model is asked' : `Mode: live, words by ${provider}`;
}

function ok(name: string, text: string): Check {
  return { name, status: 'ok', text };
}

function warn(name: string, text: string): Check {
  return { name, status: 'warn', text };
}

function fail(name: string, text: string): Check {
  return { name, status: 'fail', text };
}
