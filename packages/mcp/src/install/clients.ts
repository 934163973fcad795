import fs from 'node:fs';
import path from 'node:path';

/** What starts the server. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
}

/** Where files lie, by what the process was told. */
export interface Places {
  readonly home: string;
  readonly project: string;
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A client that can be given the server. */
export interface McpClient {
  readonly name: string;
  readonly title: string;
  readonly format: 'json' | 'toml';
  /** Keys from the top of the file to the table of servers. */
  readonly container: string;
  /** File of the project; null where the client has none. */
  projectFile(places: Places): string | null;
  userFile(places: Places): string;
  entry(launch: Launch): Readonly<Record<string, unknown>>;
}

const ENTRY_NAME = 'perfxpert';
/** The default of some clients is shorter than a call may take. */
const TIMEOUT_MS = 30_000;

const plainEntry = ({ command, args }: Launch) => ({ command, args: [...args], env: {} });

/** Folder of application data: `~/Library/Application Support`, `%APPDATA%`, `~/.config`. */
function applicationData({ home, platform, env }: Places): string {
  if (platform === 'darwin') return path.join(home, 'Library/Application Support');
  if (platform === 'win32') return env['APPDATA'] ?? path.join(home, 'AppData/Roaming');
  return env['XDG_CONFIG_HOME'] ?? path.join(home, '.config');
}

/** The file itself, or its sibling for JSON with comments where there is only that one. */
function jsonOrJsonc(file: string): string {
  return !fs.existsSync(file) && fs.existsSync(`${file}c`) ? `${file}c` : file;
}

/** Folders whose files may be changed: the home folder, the project, and what the user named for such files. */
export function configFolders({ home, project, env }: Places): readonly string[] {
  const named = ['CODEX_HOME', 'XDG_CONFIG_HOME', 'APPDATA'].flatMap((name) => env[name] ?? []);
  return [home, project, ...named.filter((folder) => folder !== '')];
}

/** The clients, as their own documents describe their files. */
export const CLIENTS: readonly McpClient[] = [
  {
    name: 'claude',
    title: 'Claude Code',
    format: 'json',
    container: 'mcpServers',
    projectFile: ({ project }) => path.join(project, '.mcp.json'),
    userFile: ({ home }) => path.join(home, '.claude.json'),
    entry: plainEntry,
  },
  {
    name: 'claude-desktop',
    title: 'Claude Desktop',
    format: 'json',
    container: 'mcpServers',
    projectFile: () => null,
    userFile: (places) => path.join(applicationData(places), 'Claude/claude_desktop_config.json'),
    entry: plainEntry,
  },
  {
    name: 'codex',
    title: 'Codex CLI',
    format: 'toml',
    container: 'mcp_servers',
    projectFile: ({ project }) => path.join(project, '.codex/config.toml'),
    userFile: ({ home, env }) => path.join(env['CODEX_HOME'] ?? path.join(home, '.codex'), 'config.toml'),
    entry: ({ command, args }) => ({ command, args: [...args] }),
  },
  {
    name: 'gemini',
    title: 'Gemini CLI',
    format: 'json',
    container: 'mcpServers',
    projectFile: ({ project }) => path.join(project, '.gemini/settings.json'),
    userFile: ({ home }) => path.join(home, '.gemini/settings.json'),
    entry: (launch) => ({ ...plainEntry(launch), timeout: TIMEOUT_MS }),
  },
  {
    name: 'opencode',
    title: 'opencode',
    format: 'json',
    container: 'mcp',
    projectFile: ({ project }) => jsonOrJsonc(path.join(project, 'opencode.json')),
    userFile: ({ home }) => jsonOrJsonc(path.join(home, '.config/opencode/opencode.json')),
    entry: ({ command, args }) => ({ type: 'local', command: [command, ...args], enabled: true, timeout: TIMEOUT_MS }),
  },
  {
    name: 'vscode',
    title: 'VS Code',
    format: 'json',
    container: 'servers',
    projectFile: ({ project }) => path.join(project, '.vscode/mcp.json'),
    userFile: (places) => path.join(applicationData(places), 'Code/User/mcp.json'),
    entry: ({ command, args }) => ({ type: 'stdio', command, args: [...args] }),
  },
  {
    name: 'cursor',
    title: 'Cursor',
    format: 'json',
    container: 'mcpServers',
    projectFile: ({ project }) => path.join(project, '.cursor/mcp.json'),
    userFile: ({ home }) => path.join(home, '.cursor/mcp.json'),
    entry: ({ command, args }) => ({ command, args: [...args] }),
  },
];

export { ENTRY_NAME };
