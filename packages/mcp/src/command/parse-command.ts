import path from 'node:path';
import { parseArgs } from 'node:util';
import type { ParseArgsConfig } from 'node:util';
import { LOG_LEVELS } from '../server/log.js';
import type { ServerSettings } from '../server/server-settings.js';

/** A mistake in the command line; the message says what to do. */
export class UsageError extends Error {}

export type InstallVerb = 'install' | 'uninstall' | 'status';

export interface InstallOptions {
  readonly verb: InstallVerb;
  readonly client: string | null;
  readonly isUserScope: boolean;
  readonly command: string | null;
  readonly isDryRun: boolean;
  readonly isYes: boolean;
  readonly isUndo: boolean;
  /** Arguments that the entry starts the server with. */
  readonly serverArguments: readonly string[];
}

export interface HttpOptions {
  readonly port: number;
  readonly tokenFile: string | null;
  readonly hasToken: boolean;
}

export type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'list'; readonly settings: ServerSettings }
  | { readonly kind: 'print-config'; readonly client: string; readonly command: string | null }
  | { readonly kind: 'install'; readonly options: InstallOptions }
  | { readonly kind: 'serve'; readonly settings: ServerSettings; readonly http: HttpOptions | null };

const OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'V' },
  'list-tools': { type: 'boolean' },
  'print-config': { type: 'string' },
  root: { type: 'string', multiple: true },
  toolset: { type: 'string' },
  tools: { type: 'string' },
  'no-prefix': { type: 'boolean' },
  'allow-llm': { type: 'boolean' },
  'state-dir': { type: 'string' },
  'timeout-ms': { type: 'string' },
  'llm-timeout-ms': { type: 'string' },
  'log-level': { type: 'string' },
  http: { type: 'string' },
  'token-file': { type: 'string' },
  'no-token': { type: 'boolean' },
  user: { type: 'boolean' },
  command: { type: 'string' },
  'dry-run': { type: 'boolean' },
  yes: { type: 'boolean', short: 'y' },
  undo: { type: 'boolean' },
} as const satisfies ParseArgsConfig['options'];

/** What a command line asks for. @throws UsageError */
export function parseCommand(argv: readonly string[], cwd: string, env: Environment = {}): Command {
  const { values, positionals } = parse(argv);
  if (values.help === true) return { kind: 'help' };
  if (values.version === true) return { kind: 'version' };
  const [verb, client, ...rest] = positionals;
  if (verb !== undefined) {
    if (verb !== 'install' && verb !== 'uninstall' && verb !== 'status')
      throw new UsageError(`unknown command ${JSON.stringify(verb)}; install, uninstall or status, or none to serve`);
    if (rest.length > 0) throw new UsageError('one client at a time');
    if (client === undefined && verb !== 'status') throw new UsageError(`${verb}: name a client`);
    refuse(verb, values, ['http', 'token-file', 'no-token', 'list-tools', 'print-config']);
    const options: InstallOptions = {
      verb,
      client: client ?? null,
      isUserScope: values.user === true,
      command: values.command ?? null,
      isDryRun: values['dry-run'] === true,
      isYes: values.yes === true,
      isUndo: values.undo === true,
      serverArguments: serverArguments(values, cwd),
    };
    return { kind: 'install', options };
  }
  refuse('serving', values, ['user', 'dry-run', 'yes', 'undo']);
  if (values['print-config'] !== undefined)
    return { kind: 'print-config', client: values['print-config'], command: values.command ?? null };
  const settings = settingsOf({ ...levelOf(env), ...values }, cwd);
  if (values['list-tools'] === true) return { kind: 'list', settings };
  return {
    kind: 'serve',
    settings,
    http:
      values.http === undefined
        ? null
        : {
            port: wholeNumber('--http', values.http, 0, 65_535),
            tokenFile: values['token-file'] ?? null,
            hasToken: values['no-token'] !== true,
          },
  };
}

type Environment = Readonly<Record<string, string | undefined>>;

/** A level that is none is as good as absent: a client that starts servers shows nobody why one did not start. */
function levelOf({ PERFXPERT_MCP_LOG_LEVEL: level }: Environment): Values {
  const known = LOG_LEVELS.find((name) => name === level);
  return known === undefined ? {} : { 'log-level': known };
}

type Values = ReturnType<typeof parse>['values'];

/** @throws UsageError */
function settingsOf(values: Values, cwd: string): ServerSettings {
  return {
    toolset: oneOf('--toolset', values.toolset ?? 'all', ['all', 'core']),
    tools: values.tools === undefined ? null : values.tools.split(',').filter((name) => name !== ''),
    hasPrefix: values['no-prefix'] !== true,
    roots: values.root ?? [cwd],
    allowLlm: values['allow-llm'] === true,
    stateDir: values['state-dir'] ?? null,
    timeoutMs: wholeNumber('--timeout-ms', values['timeout-ms'] ?? '30000', 100, 3_600_000),
    llmTimeoutMs: wholeNumber('--llm-timeout-ms', values['llm-timeout-ms'] ?? '300000', 100, 3_600_000),
    logLevel: oneOf('--log-level', values['log-level'] ?? 'error', LOG_LEVELS),
  };
}

/** Arguments of an entry; folders are absolute, since clients start servers in folders of their own. @throws UsageError */
function serverArguments(values: Values, cwd: string): readonly string[] {
  // What would keep the server from starting is said now.
  settingsOf(values, cwd);
  const flags = ['no-prefix', 'allow-llm'] as const;
  const texts = ['tools', 'timeout-ms', 'llm-timeout-ms', 'log-level'] as const;
  const stateDir = values['state-dir'];
  return [
    '--toolset',
    values.toolset ?? 'core',
    ...(values.root ?? []).flatMap((root) => ['--root', path.resolve(cwd, root)]),
    ...flags.flatMap((name) => (values[name] === true ? [`--${name}`] : [])),
    ...(stateDir === undefined ? [] : ['--state-dir', path.resolve(cwd, stateDir)]),
    ...texts.flatMap((name) => {
      const value = values[name];
      return value === undefined ? [] : [`--${name}`, value];
    }),
  ];
}

/** An option that would mean nothing is a mistake. @throws UsageError */
function refuse(what: string, values: Values, names: readonly (keyof Values)[]): void {
  const found = names.find((name) => values[name] !== undefined);
  if (found !== undefined) throw new UsageError(`--${found} means nothing to ${what}; leave it out`);
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'wrong arguments', { cause: error });
  }
}

function oneOf<T extends string>(name: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((entry) => entry === value);
  if (found === undefined)
    throw new UsageError(`${name} must be ${allowed.join(' or ')}, not ${JSON.stringify(value)}`);
  return found;
}

function wholeNumber(name: string, value: string, least: number, most: number): number {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < least || number > most)
    throw new UsageError(`${name} must be a whole number from ${least} to ${most}, not ${JSON.stringify(value)}`);
  return number;
}
