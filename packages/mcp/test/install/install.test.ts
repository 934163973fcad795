import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, jest } from '@jest/globals';
import { CLIENTS } from '../../src/install/clients.js';
import { hasEntry, withEntry, withoutEntry } from '../../src/install/registration.js';
import { builtBin } from '../support/built-bin.js';
import { newFolder } from '../support/connect.js';

jest.setTimeout(120_000);

const LAUNCH = { command: 'perfxpert-mcp', args: [] };
const clientNamed = (name: string) => CLIENTS.find((client) => client.name === name) ?? CLIENTS[0]!;

function run(home: string, project: string, ...argv: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [builtBin(), ...argv], {
    cwd: project,
    env: { PATH: process.env['PATH'], HOME: home },
    encoding: 'utf8',
    input: '',
  });
  return { status, stdout, stderr };
}

describe('entries', () => {
  it('have the shape that each client reads', () => {
    const shapes = Object.fromEntries(CLIENTS.map((client) => [client.name, client.entry(LAUNCH)]));
    expect(shapes).toEqual({
      claude: { command: 'perfxpert-mcp', args: [], env: {} },
      'claude-desktop': { command: 'perfxpert-mcp', args: [], env: {} },
      codex: { command: 'perfxpert-mcp', args: [] },
      gemini: { command: 'perfxpert-mcp', args: [], env: {}, timeout: 30000 },
      opencode: { type: 'local', command: ['perfxpert-mcp'], enabled: true, timeout: 30000 },
      vscode: { type: 'stdio', command: 'perfxpert-mcp', args: [] },
      cursor: { command: 'perfxpert-mcp', args: [] },
    });
  });

  it('leave comments, order, indentation and other servers of a JSON file as they are', () => {
    const before =
      '{\n\t// mine\n\t"theme": "dark",\n\t"servers": {\n\t\t"other": { "command": "x" }, // keep\n\t},\n}\n';
    const after = withEntry(clientNamed('vscode'), before, LAUNCH);
    expect(after).toContain('// mine');
    expect(after).toContain('"other": { "command": "x" }');
    expect(after).toContain('// keep');
    expect(after).toContain('\n\t\t"perfxpert": {\n\t\t\t"type": "stdio"');
    expect(withEntry(clientNamed('vscode'), after, LAUNCH)).toBe(after);
    expect(withoutEntry(clientNamed('vscode'), after)).not.toContain('perfxpert');
  });

  it('touch one table of a TOML file', () => {
    const codex = clientNamed('codex');
    const before = 'model = "m"\n\n[mcp_servers.other]\ncommand = "x"\n\n[projects."/a"]\ntrust_level = "trusted"\n';
    const after = withEntry(codex, before, LAUNCH);
    expect(after).toBe(`${before}\n[mcp_servers.perfxpert]\ncommand = "perfxpert-mcp"\nargs = []\n`);
    const changed = withEntry(codex, after, { command: 'y', args: ['--toolset', 'core'] });
    expect(changed).toContain('command = "y"\nargs = ["--toolset","core"]');
    expect(changed.match(/mcp_servers\.perfxpert/g)).toHaveLength(1);
    expect(withoutEntry(codex, changed)).toBe(before);
    const between = '[mcp_servers.perfxpert]\ncommand = "x"\n[mcp_servers.perfxpert.env]\nA = "b"\n[after]\nk = 1\n';
    expect(withoutEntry(codex, between)).toBe('[after]\nk = 1\n');
    expect(hasEntry(codex, 'text = """\n[mcp_servers.perfxpert]\n"""\n')).toBe(false);
    expect(() => withEntry(codex, 'mcp_servers = { }\n', LAUNCH)).toThrow('by hand');
  });

  it('are not put into what is no JSON', () => {
    for (const text of ['{ "a": ', '[1]', '{"mcpServers": []}'])
      expect(() => withEntry(clientNamed('claude'), text, LAUNCH)).toThrow();
  });
});

describe('install, status, uninstall', () => {
  it.each(CLIENTS.map(({ name }) => name))('%s: there and back', (name) => {
    const [home, project] = [newFolder(), newFolder()];
    const client = clientNamed(name);
    const places = { home, project, platform: process.platform, env: {} };
    const file = client.projectFile(places) ?? client.userFile(places);
    const dry = run(home, project, 'install', name, '--dry-run');
    expect([dry.status, fs.existsSync(file)]).toEqual([0, false]);
    expect(dry.stdout).toContain('perfxpert');
    expect(run(home, project, 'install', name).status).toBe(2);
    expect(fs.existsSync(file)).toBe(false);
    expect(run(home, project, 'install', name, '--yes', '--root', '/data').status).toBe(0);
    const text = fs.readFileSync(file, 'utf8');
    for (const part of [process.execPath, 'bin.js', '--toolset', 'core', '--root', '/data'])
      expect(text).toContain(part);
    expect(run(home, project, 'status', name).stdout).toMatch(/ registered +/);
    expect(run(home, project, 'install', name, '--yes', '--root', '/data').stdout).toContain('nothing to change');
    expect(run(home, project, 'uninstall', name, '--yes').status).toBe(0);
    expect(fs.readFileSync(file, 'utf8')).not.toContain('perfxpert');
    expect(run(home, project, 'install', name, '--undo').status).toBe(0);
    expect(fs.readFileSync(file, 'utf8')).toBe(text);
  });

  it('keeps the mode of a file, and undoes a file that it made', () => {
    const [home, project] = [newFolder(), newFolder()];
    const file = path.join(project, '.mcp.json');
    fs.writeFileSync(file, '{"mcpServers": {"other": {"command": "x"}}}', { mode: 0o640 });
    expect(run(home, project, 'install', 'claude', '--yes').status).toBe(0);
    expect(fs.statSync(file).mode & 0o777).toBe(0o640);
    expect(fs.readFileSync(file, 'utf8')).toContain('"other"');
    const cursor = path.join(project, '.cursor/mcp.json');
    run(home, project, 'install', 'cursor', '--yes');
    expect(fs.existsSync(cursor)).toBe(true);
    expect(run(home, project, 'install', 'cursor', '--undo').status).toBe(0);
    expect(fs.existsSync(cursor)).toBe(false);
  });

  it('follows no link out of home and project, and leaves a broken file alone', () => {
    const [home, project, elsewhere] = [newFolder(), newFolder(), newFolder()];
    const target = path.join(elsewhere, 'real.json');
    fs.writeFileSync(target, '{}');
    fs.symlinkSync(target, path.join(project, '.mcp.json'));
    expect(run(home, project, 'install', 'claude', '--yes')).toMatchObject({ status: 1 });
    expect(fs.readFileSync(target, 'utf8')).toBe('{}');
    fs.mkdirSync(path.join(project, '.cursor'));
    fs.writeFileSync(path.join(project, '.cursor/mcp.json'), '{ broken');
    expect(run(home, project, 'install', 'cursor', '--yes')).toMatchObject({ status: 1 });
    expect(fs.readFileSync(path.join(project, '.cursor/mcp.json'), 'utf8')).toBe('{ broken');
  });
});

describe('install', () => {
  it('refuses options that would keep the server from starting, or mean nothing', () => {
    const [home, project] = [newFolder(), newFolder()];
    for (const argv of [
      ['--toolset', 'tiny'],
      ['--timeout-ms', 'soon'],
      ['--log-level', 'loud'],
      ['--http', '7331'],
      ['--no-token'],
    ])
      expect([argv, run(home, project, 'install', 'claude', '--yes', ...argv).status]).toEqual([argv, 2]);
    for (const argv of [['--dry-run'], ['--undo'], ['--yes', '--list-tools']])
      expect([argv, run(home, project, ...argv).status]).toEqual([argv, 2]);
    expect(fs.readdirSync(project)).toEqual([]);
  });

  it('writes folders by absolute paths, and every option that the server takes', () => {
    const [home, project] = [newFolder(), newFolder()];
    const options = ['--root', 'traces', '--state-dir', './state', '--tools', 'analyze_trace', '--timeout-ms', '5000'];
    expect(run(home, project, 'install', 'cursor', '--yes', ...options).status).toBe(0);
    const text = fs.readFileSync(path.join(project, '.cursor/mcp.json'), 'utf8');
    const { args } = (JSON.parse(text) as { mcpServers: { perfxpert: { args: string[] } } }).mcpServers.perfxpert;
    expect(args.slice(1)).toEqual([
      ...['--toolset', 'core', '--root', path.join(project, 'traces'), '--state-dir', path.join(project, 'state')],
      ...['--tools', 'analyze_trace', '--timeout-ms', '5000'],
    ]);
  });

  it('writes nothing in a dry run of undo', () => {
    const [home, project] = [newFolder(), newFolder()];
    run(home, project, 'install', 'cursor', '--yes');
    const file = path.join(project, '.cursor/mcp.json');
    const dry = run(home, project, 'install', 'cursor', '--undo', '--dry-run');
    expect([dry.status, fs.existsSync(file)]).toEqual([0, true]);
    expect(dry.stdout).toContain('-     "perfxpert"');
  });

  it('keeps a byte order mark and the line ends of Windows', () => {
    const [home, project] = [newFolder(), newFolder()];
    const json = path.join(project, '.mcp.json');
    fs.writeFileSync(json, '\ufeff{\r\n  "mcpServers": {}\r\n}\r\n');
    expect(run(home, project, 'install', 'claude', '--yes').status).toBe(0);
    const text = fs.readFileSync(json, 'utf8');
    expect([text.startsWith('\ufeff{\r\n'), /[^\r]\n/.test(text), text.includes('perfxpert')]).toEqual([
      true,
      false,
      true,
    ]);
    const toml = path.join(project, '.codex/config.toml');
    const before = 'model = "m"\r\n\r\n[mcp_servers.other]\r\ncommand = "x"\r\n';
    fs.mkdirSync(path.dirname(toml));
    fs.writeFileSync(toml, before);
    expect(run(home, project, 'install', 'codex', '--yes').status).toBe(0);
    expect(/[^\r]\n/.test(fs.readFileSync(toml, 'utf8'))).toBe(false);
    expect(run(home, project, 'uninstall', 'codex', '--yes').status).toBe(0);
    expect(fs.readFileSync(toml, 'utf8')).toBe(before);
  });

  it('uses folders that the user named, and the file that opencode has', () => {
    const [home, project, codexHome] = [newFolder(), newFolder(), newFolder()];
    const { status } = spawnSync(process.execPath, [builtBin(), 'install', 'codex', '--user', '--yes'], {
      cwd: project,
      env: { PATH: process.env['PATH'], HOME: home, CODEX_HOME: codexHome },
    });
    expect([status, fs.existsSync(path.join(codexHome, 'config.toml'))]).toEqual([0, true]);
    fs.writeFileSync(path.join(project, 'opencode.jsonc'), '{\n  // mine\n}\n');
    expect(run(home, project, 'install', 'opencode', '--yes').status).toBe(0);
    expect(fs.readFileSync(path.join(project, 'opencode.jsonc'), 'utf8')).toMatch(/\/\/ mine[^]*perfxpert/);
    expect(fs.existsSync(path.join(project, 'opencode.json'))).toBe(false);
  });
});

describe('the command line', () => {
  it('says what is wrong, with exit code 2', () => {
    const [home, project] = [newFolder(), newFolder()];
    for (const argv of [
      ['--nonsense'],
      ['install'],
      ['install', 'emacs'],
      ['deploy'],
      ['--toolset', 'tiny'],
      ['--http', 'x'],
      ['--root', '/nowhere/at/all'],
      ['--tools', 'analyse_trace', '--list-tools'],
    ])
      expect([argv, run(home, project, ...argv).status]).toEqual([argv, 2]);
  });

  it('takes the level of the log from the environment too, and a flag before it', () => {
    const serve = (level: string, ...argv: string[]) =>
      spawnSync(process.execPath, [builtBin(), ...argv], {
        cwd: newFolder(),
        env: { PATH: process.env['PATH'], PERFXPERT_MCP_LOG_LEVEL: level },
        encoding: 'utf8',
        input: '',
      });
    expect(serve('info').stderr).toMatch(/info: \d+ tools on stdio/);
    expect(serve('info', '--log-level', 'error').stderr).toBe('');
    expect(serve('loud')).toMatchObject({ status: 0, stderr: '' });
  });

  it('prints version, help, tools and configuration', () => {
    const [home, project] = [newFolder(), newFolder()];
    expect(run(home, project, '--version').stdout).toBe('perfxpert-mcp 0.1.0\n');
    expect(run(home, project, '--help').stdout).toContain('--allow-llm');
    const tools: unknown = JSON.parse(run(home, project, '--list-tools', '--toolset', 'core').stdout);
    expect(tools).toEqual(expect.arrayContaining([expect.objectContaining({ name: 'perfxpert_analyze_trace' })]));
    expect(JSON.parse(run(home, project, '--print-config', 'claude').stdout)).toEqual({
      mcpServers: { perfxpert: { command: 'perfxpert-mcp', args: [], env: {} } },
    });
  });
});
