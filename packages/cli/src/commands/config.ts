import fs from 'node:fs';
import type { ConfigField } from '@perfxpert/agents/toolkit';
import type { Io } from '../io.js';
import { writeText } from '../io.js';
import { systemErrorCode } from '../output/system-error-code.js';
import { describeReadFailure } from '../output/read-failure.js';
import { describeWriteFailure } from '../output/write-failure.js';
import { writeReportFile } from '../output/write-report-file.js';
import { escapeText } from '../render/escape-text.js';
import { UsageError } from '../usage-error.js';

const MASK = '(set, not shown)';

/** `perfxpert config show`: fields in order of their names, each with where its value comes from. */
export async function showConfig(io: Io): Promise<void> {
  const { CONFIG_FIELDS, readConfigFile } = await import('@perfxpert/agents/toolkit');
  const config = readConfigFile(io.env);
  if (config.problem !== null)
    io.stderr.write(
      `[perfxpert] ${escapeText(pathOrNone(await configPath(io)))}: ${escapeText(config.problem)}; none of it counts\n`,
    );
  const lines: string[] = [];
  for (const field of [...CONFIG_FIELDS].sort()) {
    const { value, origin } = await valueOf(field, io);
    lines.push(`${field}: ${value === null ? 'null' : escapeText(value)}  # ${origin}\n`);
  }
  await writeText(io.stdout, lines.join(''));
}

/** `perfxpert config get FIELD`: its value in force; nothing where it has none. */
export async function getConfig(name: string, io: Io): Promise<void> {
  const { value } = await valueOf(await fieldOf(name), io);
  await writeText(io.stdout, `${value === null ? '' : escapeText(value)}\n`);
}

/** `perfxpert config set FIELD VALUE` and `unset` (null). The file is left as it is if anything is wrong. */
export async function setConfig(name: string, value: string | null, io: Io): Promise<void> {
  const { CONFIG_SETTINGS, editConfigFile, parseConfigFile } = await import('@perfxpert/agents/toolkit');
  const field = await fieldOf(name);
  const { expected, accepts } = CONFIG_SETTINGS[field];
  const given = value?.trim() ?? null;
  const wanted = given === 'null' || given === '' ? null : given;
  if (wanted !== null && !accepts(wanted)) throw new UsageError(`${field} ${wanted}: must be ${expected}`);
  const file = await requirePath(io);
  const before = readIfThere(file);
  const { problem } = parseConfigFile(before);
  if (problem !== null) throw new UsageError(`${file}: ${problem}; correct it first`);
  const after = editConfigFile(before, field, wanted);
  if (after !== before) {
    try {
      writeReportFile(file, after);
    } catch (error) {
      throw describeWriteFailure(file, error);
    }
  }
  await writeText(io.stdout, wanted === null ? `unset ${field}\n` : `set ${field}=${escapeText(wanted)}\n`);
}

/** `perfxpert config path`. */
export async function printConfigPath(io: Io): Promise<void> {
  await writeText(io.stdout, `${escapeText(await requirePath(io))}\n`);
}

/** `perfxpert config env`: name, value and effect of each variable; warns of names that look like ours and are not. */
export async function showEnvironment(io: Io): Promise<void> {
  const { unknownVariables, VARIABLES, suggestVariables } = await import('@perfxpert/agents/toolkit');
  const width = Math.max(...VARIABLES.map(({ name }) => name.length));
  const lines = VARIABLES.map(({ name, effect, isSecret }) => {
    const value = io.env[name];
    const shown = value === undefined || value === '' ? '–' : isSecret ? MASK : escapeText(withoutPassword(value));
    return `${name.padEnd(width)}  ${shown}  # ${effect}\n`;
  });
  await writeText(io.stdout, lines.join(''));
  for (const name of unknownVariables(io.env)) {
    const near = await suggestVariables(name);
    const advice = near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`;
    io.stderr.write(`[perfxpert] ${escapeText(name)} is no variable of perfxpert${advice}\n`);
  }
}

/** A user and password inside an address are not shown. */
function withoutPassword(value: string): string {
  return value.replace(/\/\/[^/@\s]+@/g, '//***@');
}

async function valueOf(field: ConfigField, io: Io): Promise<{ value: string | null; origin: string }> {
  const { CONFIG_SETTINGS, readConfigFile } = await import('@perfxpert/agents/toolkit');
  const { variable, defaultValue, accepts } = CONFIG_SETTINGS[field];
  const fromEnvironment = io.env[variable]?.trim() ?? '';
  if (fromEnvironment !== '' && accepts(fromEnvironment)) return { value: fromEnvironment, origin: variable };
  const fromFile = readConfigFile(io.env).fields[field];
  if (fromFile !== undefined && accepts(fromFile)) return { value: fromFile, origin: 'config file' };
  const unusable = fromEnvironment !== '' ? variable : fromFile === undefined ? null : 'the config file';
  return {
    value: defaultValue,
    origin: unusable === null ? 'default' : `default: the value of ${unusable} is no good`,
  };
}

async function fieldOf(name: string): Promise<ConfigField> {
  const { CONFIG_FIELDS } = await import('@perfxpert/agents/toolkit');
  const field = CONFIG_FIELDS.find((known) => known === name);
  if (field === undefined) throw new UsageError(`${name}: no such setting; there are ${CONFIG_FIELDS.join(', ')}`);
  return field;
}

async function configPath(io: Io): Promise<string | null> {
  const { configFilePath } = await import('@perfxpert/agents/toolkit');
  return configFilePath(io.env);
}

async function requirePath(io: Io): Promise<string> {
  const file = await configPath(io);
  if (file === null) throw new UsageError('no home folder: set HOME');
  return file;
}

function pathOrNone(file: string | null): string {
  return file ?? 'config file';
}

/** Text of a file; '' where there is none. */
export function readIfThere(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return '';
    throw describeReadFailure(file, error);
  }
}
