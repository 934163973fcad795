import { describe, expect, it } from '@jest/globals';
import { main } from '../src/main.js';
import { memoryIo } from './fixtures/memory-io.js';

async function run(...argv: string[]) {
  const io = memoryIo();
  const code = await main(argv, io);
  return { code, stdout: io.stdout.text, stderr: io.stderr.text };
}

describe('main', () => {
  it('shows help on stdout, exit 0: without arguments, with --help, -h and help', async () => {
    const bare = await run();
    expect(bare).toMatchObject({ code: 0, stderr: '' });
    for (const argv of [['--help'], ['-h'], ['help']]) expect(await run(...argv)).toEqual(bare);
  });

  it('C29: lists the commands that work, with examples', async () => {
    const { stdout } = await run();
    const commands = [...(stdout.split('Commands:')[1]?.split('Examples:')[0] ?? '').matchAll(/^ {2}([a-z]+)/gm)].map(
      ([, name]) => name,
    );
    const asked = ['analyze', 'config', 'providers', 'doctor', 'init', 'diff', 'ci', 'proposals', 'query', 'export'];
    const ours = ['explain', 'validate', 'render', 'serve', 'mcp', 'completion'];
    expect(commands).toEqual(expect.arrayContaining([...asked, ...ours]));
    expect(stdout.split('\n').filter((line) => line.length > 92)).toEqual([]);
    expect(stdout).toContain('perfxpert analyze -i trace.db');
    expect(stdout).not.toMatch(/workflow/);
  });

  it('shows every option of analyze, none that does not work, within 92 columns', async () => {
    const { code, stdout } = await run('analyze', '--help');
    expect(code).toBe(0);
    const options = [...stdout.matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm)].map((match) => match[1]);
    expect(options).toEqual([
      '--input',
      '--source-dir',
      '--source-max-files',
      '--att-dir',
      '--baseline',
      '--top-kernels',
      '--min-duration',
      '--format',
      '--output',
      '--dir',
      '--strict',
      '--advanced',
      '--section',
      '--no-timestamps',
      '--redact-paths',
      '--color',
      '--no-color',
      '--watch',
      '--verbose',
      '--no-progress',
      '--kernel',
      '--gpu',
      '--rank',
      '--from',
      '--to',
      '--roctx',
      '--llm',
      '--prompt',
      '--llm-api-key',
      '--llm-api-key-file',
      '--llm-model',
      '--llm-thinking',
      '--quiet',
      '--error-format',
      '--help',
    ]);
    expect(stdout.split('\n').filter((line) => line.length > 92)).toEqual([]);
    expect(await run('help', 'analyze')).toMatchObject({ code: 0, stdout });
  });

  it('explains every argument and option of every command, within 92 columns', async () => {
    const lines = (text: string, title: string) =>
      (text.split(`${title}:\n`)[1]?.split('\n\n')[0] ?? '').split('\n').filter((line) => /^ {2}[a-z-]/.test(line));
    const commandsOf = (text: string) => lines(text, 'Commands').map((line) => line.trim().split(' ')[0] ?? '');
    const { stdout: top } = await run();
    const names = commandsOf(top).filter((name) => name !== 'help' && name !== 'mcp');
    const paths: string[][] = [];
    for (const name of names) {
      const inner = commandsOf((await run(name, '--help')).stdout).filter((word) => word !== 'help');
      paths.push([name], ...inner.map((word) => [name, word]));
    }
    expect(paths.length).toBeGreaterThan(20);
    for (const path of paths) {
      const { code, stdout } = await run(...path, '--help');
      expect({ path, code, wide: stdout.split('\n').filter((line) => line.length > 92) }).toEqual({
        path,
        code: 0,
        wide: [],
      });
      const usage = stdout.split('\n')[0] ?? '';
      const taken = usage.match(/[<[](?!options|command)[a-z]+[.]*[>\]]/g) ?? [];
      expect({ path, explained: lines(stdout, 'Arguments').length >= taken.length }).toEqual({ path, explained: true });
      for (const line of [...lines(stdout, 'Arguments'), ...lines(stdout, 'Options')])
        expect(line).toMatch(/^ {2}\S.* {2,}\S/);
    }
  });

  it('shows its version', async () => {
    expect(await run('--version')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^perfxpert \d+\.\d+\.\d+\n$/),
    });
  });

  it.each([
    [['analyse'], /unknown command 'analyse'.*analyze/],
    [['help', 'nothing'], /no such command/],
    [['analyze'], /give a trace with -i/],
    [['analyze', 'trace.db'], /traces are given with -i/],
    [['analyze', '-i'], /argument missing/],
    [['analyze', '-i', ''], /name of a trace is empty/],
    [['-d', 'out', 'analyze', '-i', 'x'], /unknown option '-d'/],
    [['analyze', '-i', 'x', '--verbsoe'], /unknown option '--verbsoe'.*--verbose/],
    [['analyze', '-i', 'x', '--top-kernels', '0'], /--top-kernels 0: give a whole number of at least 1/],
    [['analyze', '-i', 'x', '--top-kernels', '-3'], /--top-kernels -3/],
    [['analyze', '-i', 'x', '--top-kernels', '1.5'], /--top-kernels 1\.5/],
    [['analyze', '-i', 'x', '--top-kernels', '1e3'], /--top-kernels 1e3/],
    [['analyze', '-i', 'x', '--min-duration', '-1'], /--min-duration -1/],
    [['analyze', '-i', 'x', '--min-duration', 'abc'], /--min-duration abc/],
    [['analyze', '-i', 'x', '--min-duration', '1e999'], /--min-duration 1e999/],
    [['analyze', '-i', 'x', '--min-duration', '0x10'], /--min-duration 0x10/],
    [['analyze', '-i', 'x', '--format', 'svg'], /--format svg: formats are text, json/],
    [['analyze', '-i', 'x', '--format', 'text,'], /formats are text, json/],
    [['analyze', '-i', 'x', '--format', 'html,webview,json'], /webview,json: stdout takes one format/],
    [['analyze', '-i', 'x', '--format', 'text,json'], /stdout takes one format/],
    [['analyze', '-i', 'x', '--format', 'text,json', '-o', '-'], /stdout takes one format/],
    [['analyze', '-i', 'x', '--color', 'blue'], /--color blue: give one of auto, always, never/],
    [['analyze', '-i', 'x', '-o', ''], /-o: the name of the report is empty/],
  ])('exit 2 and one line for %p', async (argv, message) => {
    const { code, stdout, stderr } = await run(...argv);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/^perfxpert: [^\n]+\n$/);
  });

  it.each([['--llm-local']].map((flag) => [flag]))('refuses %p, which it does not offer', async (flag) => {
    const { code, stderr } = await run('analyze', '-i', 'x', ...flag);
    expect(code).toBe(2);
    expect(stderr).toContain(`unknown option '${flag[0]}'`);
  });

  it('shows controls in an argument as escapes', async () => {
    const { stderr } = await run('analyze', '-i', 'x', '--format', 'te\x1b[31m\nxt');
    expect(stderr).toContain('--format te\\x1b[31m\\nxt:');
  });

  it('ends with 130 when the user interrupts, even before the work', async () => {
    const interrupt = new AbortController();
    const argv = ['analyze', '-i', 'x.db'];
    interrupt.abort();
    expect(await main(argv, memoryIo({ signal: interrupt.signal }))).toBe(130);
  });
});
