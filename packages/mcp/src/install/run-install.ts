import os from 'node:os';
import type { InstallOptions } from '../command/parse-command.js';
import { UsageError } from '../command/parse-command.js';
import { ask } from './ask.js';
import { CLIENTS, configFolders } from './clients.js';
import type { Launch, McpClient, Places } from './clients.js';
import { ConfigError } from './config-error.js';
import { readBackup, readConfig, restoreConfig, writeConfig } from './config-file.js';
import { lineDiff } from './line-diff.js';
import { clientOf } from './print-config.js';
import { hasEntry, withEntry, withoutEntry } from './registration.js';

const EXIT_DONE = 0;
const EXIT_FAILED = 1;

/** Registers with a client, takes the entry out, or says where it is. Exit code. @throws UsageError */
export async function runInstall(options: InstallOptions): Promise<number> {
  const places: Places = {
    home: os.homedir(),
    project: process.cwd(),
    platform: process.platform,
    env: process.env,
  };
  if (options.verb === 'status') return printStatus(options.client, places);
  const client = clientOf(options.client ?? '');
  const file = fileOf(client, options, places);
  const allowed = configFolders(places);
  try {
    if (options.isUndo) return undo(file, allowed, options.isDryRun);
    const before = readConfig(file, allowed);
    const after =
      options.verb === 'install'
        ? withEntry(client, before ?? '', launchOf(options))
        : withoutEntry(client, before ?? '');
    if (after === (before ?? '')) {
      print(`${file}: nothing to change`);
      return EXIT_DONE;
    }
    print(`${client.title}: ${file}\n${lineDiff(before ?? '', after)}`);
    for (const note of notesFor(client, options)) print(note);
    if (options.isDryRun) return EXIT_DONE;
    if (!options.isYes) {
      if (!process.stdin.isTTY) throw new UsageError('nobody to ask; look at the change above and add --yes');
      if (!(await ask('Write this?'))) return EXIT_FAILED;
    }
    writeConfig(file, after, allowed);
    print(`written; --undo puts it back`);
    return EXIT_DONE;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`perfxpert-mcp: ${file}: ${error.message}\n`);
    return EXIT_FAILED;
  }
}

/** Shows what comes back, and puts it back unless it is only to be shown. */
function undo(file: string, allowed: readonly string[], isDryRun: boolean): number {
  const old = readBackup(file, allowed);
  if (old !== null) print(lineDiff(readConfig(file, allowed) ?? '', old));
  if (old !== null && isDryRun) return EXIT_DONE;
  if (!restoreConfig(file, allowed)) {
    process.stderr.write(`perfxpert-mcp: ${file}: there is no backup to put back\n`);
    return EXIT_FAILED;
  }
  print(`${file}: as it was before`);
  return EXIT_DONE;
}

function fileOf(client: McpClient, { isUserScope }: InstallOptions, places: Places): string {
  const project = client.projectFile(places);
  return isUserScope || project === null ? client.userFile(places) : project;
}

/** Clients start programs without a shell and often with a short PATH: so the entry names this Node and this file. */
function launchOf({ command, serverArguments }: InstallOptions): Launch {
  const [, script = ''] = process.argv;
  return command === null
    ? { command: process.execPath, args: [script, ...serverArguments] }
    : { command, args: serverArguments };
}

function notesFor(client: McpClient, { serverArguments, verb, isUserScope }: InstallOptions): string[] {
  if (verb !== 'install') return [];
  const notes: string[] = [];
  if (serverArguments.includes('--allow-llm'))
    notes.push(
      `Note: ${client.title} may withhold variables that hold keys from servers; name them in the env of the entry by reference (\${NAME}), never by value.`,
    );
  if (client.name === 'codex' && !isUserScope)
    notes.push('Note: Codex reads the file of a project only if it trusts the project.');
  if (client.name === 'claude' && !isUserScope)
    notes.push('Note: Claude Code asks once before it uses the file of a project.');
  return notes;
}

function printStatus(name: string | null, places: Places): number {
  const clients = name === null ? CLIENTS : [clientOf(name)];
  const allowed = configFolders(places);
  for (const client of clients)
    for (const [scope, file] of [
      ['project', client.projectFile(places)],
      ['user', client.userFile(places)],
    ] as const) {
      if (file === null) continue;
      print(`${client.name.padEnd(15)}${scope.padEnd(9)}${stateOf(client, file, allowed).padEnd(15)}${file}`);
    }
  return EXIT_DONE;
}

function stateOf(client: McpClient, file: string, allowed: readonly string[]): string {
  try {
    const text = readConfig(file, allowed);
    if (text === null) return 'no file';
    return hasEntry(client, text) ? 'registered' : 'not registered';
  } catch (error) {
    if (error instanceof ConfigError) return 'unreadable';
    throw error;
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
