import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Command } from 'commander';
import { buildTrace } from '@perfxpert/rocpd/testing';
import { createProgram } from '../src/commands/create-program.js';
import { main } from '../src/main.js';
import { renderJson } from '../src/render/render-json.js';
import { EXAMPLE_TRACES } from './fixtures/example-traces.js';
import { fullReport } from './fixtures/full-report.js';
import { MemoryStream, memoryIo } from './fixtures/memory-io.js';

// What the commands load on demand takes its time on a busy machine.
jest.setTimeout(120_000);

const folder = fs.mkdtempSync(path.join(fs.realpathSync('/tmp'), 'perfxpert-flags-'));
beforeAll(() => {
  buildTrace(EXAMPLE_TRACES['overlap'] ?? {}, { path: path.join(folder, 'trace.db') });
  fs.writeFileSync(path.join(folder, 'report.json'), renderJson(fullReport()));
  fs.mkdirSync(path.join(folder, 'src'));
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/** Each command by its words: arguments with which it works, and with which it fails with 2. */
const RUNS: Readonly<Record<string, { readonly works: readonly string[]; readonly fails: readonly string[] }>> = {
  analyze: { works: ['-i', 'trace.db', '-o', 'out', '--no-timestamps'], fails: ['-i', 'gone.db'] },
  diff: { works: ['trace.db', 'trace.db', '-o', 'difference'], fails: ['trace.db', 'gone.db'] },
  ci: { works: ['trace.db', 'trace.db', '--junit', 'out.xml'], fails: ['trace.db', 'gone.db'] },
  explain: { works: ['l2_hit_rate'], fails: ['xyzzy-plugh'] },
  export: { works: ['-i', 'trace.db', '-o', 'timeline'], fails: ['-i', 'gone.db', '-o', 'timeline'] },
  query: { works: ['trace.db', 'select name from kernels', '--max-rows', '1'], fails: ['gone.db', 'select 1'] },
  render: { works: ['report.json', '-d', 'drawn'], fails: ['gone.json'] },
  serve: { works: ['-i', 'trace.db'], fails: ['gone.json'] },
  validate: { works: ['trace.db'], fails: ['gone.db'] },
  doctor: { works: [], fails: ['--nothing'] },
  init: {
    works: ['--non-interactive', '--config-path', 'new.yaml', '--source-dir', 'src'],
    fails: ['--config-path', 'src', '--source-dir', 'src'],
  },
  'config show': { works: [], fails: ['--nothing'] },
  'config list': { works: [], fails: ['--nothing'] },
  'config get': { works: ['airgap'], fails: ['colour'] },
  'config set': { works: ['regression_threshold_pct', '3'], fails: ['colour', 'red'] },
  'config unset': { works: ['regression_threshold_pct'], fails: ['colour'] },
  'config path': { works: [], fails: ['--nothing'] },
  'config env': { works: [], fails: ['--nothing'] },
  'providers list': { works: [], fails: ['--nothing'] },
  'proposals list': { works: ['report.json'], fails: ['gone.json'] },
  'proposals show': { works: ['report.json', 'PROPOSAL'], fails: ['report.json', 'x'] },
  'proposals promote': { works: ['report.json', 'PROPOSAL', '-o', 'entry.yaml'], fails: ['report.json', 'x'] },
  completion: { works: ['bash'], fails: ['tcsh'] },
};

/** Where the flags of a command beside those of all commands have their tests: the file, then the flags. */
const TESTED: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  analyze: {
    'bin.test.ts': ['-i', '--top-kernels', '--min-duration', '--format', '-o', '-d', '--no-timestamps', '--color'],
    'sources-and-att.test.ts': ['--source-dir', '--source-max-files', '--att-dir'],
    'baseline.test.ts': ['--baseline', '--strict'],
    'analyze-part.test.ts': ['--section', '--advanced', '--kernel', '--gpu', '--rank', '--from', '--to', '--roctx'],
    'html-format.test.ts': ['--redact-paths'],
    'flags.test.ts': ['--no-color'],
    'watch.test.ts': ['--watch'],
    'llm.test.ts': ['--llm', '--prompt', '--llm-api-key', '--llm-api-key-file', '--llm-model', '--llm-thinking'],
  },
  diff: {
    'diff.test.ts': ['--baseline', '--new', '--threshold', '--top-kernels', '--format', '-o', '-d', '--color'],
  },
  ci: {
    'ci.test.ts': [
      '--baseline',
      '--new',
      '--threshold',
      '--kernel-threshold',
      '--fail-on-new-hot-kernel',
      '--allow-uncertain',
      '--top-kernels',
      '--format',
      '--junit',
      '--sarif',
      '--summary-file',
      '--annotations',
    ],
  },
  explain: { 'commands/explain.test.ts': ['-i', '--source-dir', '--att-dir', '--format'] },
  export: { 'export.test.ts': ['-i', '--format', '-o'] },
  query: { 'query.test.ts': ['--format', '--max-rows', '--timeout', '-o', '--schema'] },
  render: {
    'render-command.test.ts': ['--format', '-d', '--section'],
    'flags.test.ts': ['-o', '--redact-paths', '--color', '--no-color'],
  },
  serve: { 'serve.test.ts': ['-i', '--port'] },
  validate: { 'validate.test.ts': ['--json'] },
  doctor: { 'doctor.test.ts': ['--json', '--fix'] },
  init: { 'init.test.ts': ['--source-dir', '--provider', '--arch', '--config-path', '--non-interactive'] },
  'providers list': { 'llm.test.ts': ['--json', '--check'] },
  'proposals list': { 'proposals.test.ts': ['--json'] },
  'proposals promote': { 'proposals.test.ts': ['--promoted-by', '-o'] },
};
/** Tested below, for every command that has them. */
const COMMON = ['--quiet', '--error-format', '--verbose', '--no-progress'];

/** Commands that do something, by their words; `mcp` hands everything to another program. */
function leaves(program: Command): [string, Command][] {
  return program.commands
    .filter((command) => command.name() !== 'mcp')
    .flatMap((command): [string, Command][] =>
      command.commands.length === 0
        ? [[command.name(), command]]
        : command.commands.map((inner) => [`${command.name()} ${inner.name()}`, inner]),
    );
}
const COMMANDS = leaves(createProgram(memoryIo()));
const NAMES = COMMANDS.map(([name]) => name);
const having = (flag: string) =>
  COMMANDS.filter(([, command]) => command.options.some(({ long }) => long === flag)).map(([name]) => name);

/** Runs a command; one that serves is interrupted as soon as it says where. */
async function run(name: string, rest: readonly string[]) {
  const interrupt = new AbortController();
  const stdout = new MemoryStream();
  const write = stdout.write.bind(stdout);
  stdout.write = (text, callback) => {
    if (name === 'serve') interrupt.abort();
    return write(text, callback);
  };
  // What is read is found from the folder of the process, not of the test.
  const files = new Set(['trace.db', 'src']);
  const id = fullReport().exploratory_proposals?.[0]?.proposal_id ?? '';
  const argv = [...name.split(' '), ...rest].map((word) =>
    word === 'PROPOSAL' ? id : files.has(word) ? path.join(folder, word) : word,
  );
  const io = memoryIo({ cwd: folder, stdout, signal: interrupt.signal, env: { HOME: folder, PATH: '' } });
  const code = await main(argv, io);
  return { code, stdout: stdout.text, stderr: io.stderr.text };
}

describe('flags of every command', () => {
  it('each command has its runs here', () => {
    expect(Object.keys(RUNS).sort()).toEqual([...NAMES].sort());
  });

  it('each flag has a test', () => {
    for (const [name, command] of COMMANDS) {
      const own = Object.entries(TESTED[name] ?? {});
      const named = new Set(own.flatMap(([, flags]) => flags));
      const untested = command.options
        .filter(({ long, short }) => !COMMON.includes(long ?? '') && !named.has(long ?? '') && !named.has(short ?? ''))
        .map(({ long }) => long);
      expect([name, untested]).toEqual([name, []]);
      for (const [file, flags] of own) {
        const text = fs.readFileSync(path.join(import.meta.dirname, file), 'utf8');
        const absent = flags.filter((flag) => !new RegExp(`['\` ]${flag}['\`=\\s]`).test(text));
        expect([name, file, absent]).toEqual([name, file, []]);
      }
    }
  });

  it('each flag stands in docs/command-line.md', () => {
    const page = fs.readFileSync(path.resolve(import.meta.dirname, '../../../docs/command-line.md'), 'utf8');
    const options = page.slice(page.indexOf('## Every option'));
    const flags = COMMANDS.flatMap(([, command]) => command.options.map(({ long }) => long ?? ''));
    expect(flags.filter((flag) => !new RegExp(`${flag}(?![\\w-])`).test(options))).toEqual([]);
  });

  it.each(NAMES)('%s --help shows each of them, within 92 columns', async (name) => {
    const { code, stdout, stderr } = await run(name, ['--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const { long } of COMMANDS.find(([own]) => own === name)?.[1].options ?? [])
      expect(stdout).toContain(long ?? '');
    expect(stdout.split('\n').filter((line) => line.length > 92)).toEqual([]);
  });

  it.each(NAMES)('%s --quiet: the same on stdout, nothing on stderr', async (name) => {
    const { works } = RUNS[name] ?? { works: [] };
    const loud = await run(name, works);
    for (const flag of ['--quiet', '-q']) {
      const quiet = await run(name, [...works, flag]);
      expect({ code: quiet.code, stderr: quiet.stderr }).toEqual({ code: loud.code, stderr: '' });
      // A port and the time of an analysis differ from run to run
      if (name !== 'serve' && name !== 'init') expect(quiet.stdout).toBe(loud.stdout);
    }
  });

  it.each(having('--no-progress'))('%s --no-progress: no stages and notices on stderr', async (name) => {
    const { works } = RUNS[name] ?? { works: [] };
    const { stderr } = await run(name, [...works, '--no-progress']);
    // The outcome of a gate is no notice
    expect(stderr.replace(/^✓ neutral[^\n]*\n$/, '')).toBe('');
  });

  it.each(having('--verbose'))('%s --verbose: a line for each stage', async (name) => {
    const { works } = RUNS[name] ?? { works: [] };
    expect((await run(name, [...works, '--verbose'])).stderr).toMatch(/^\[perfxpert\] [^\n]+ \d+\.\d s\n/);
  });

  it.each(NAMES)('%s --error-format json: one object on stderr, nothing on stdout', async (name) => {
    const { fails } = RUNS[name] ?? { fails: [] };
    const { code, stderr } = await run(name, [...fails, '--error-format', 'json']);
    expect(code).toBe(2);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(JSON.parse(stderr)).toEqual({
      error: {
        code: expect.stringMatching(/^[A-Z_]+$/),
        message: expect.stringMatching(/^[^\n]+$/),
        exit_code: 2,
        details: expect.any(Object),
      },
    });
    const text = await run(name, [...fails, '--error-format', 'text']);
    expect(text.stderr).toMatch(/^perfxpert: [^\n]+\n$/);
    const wrong = await run(name, [...(RUNS[name]?.works ?? []), '--error-format', 'xml']);
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('--error-format xml: formats are') });
  });
});

describe('flags of output', () => {
  const draw = async (...rest: string[]) => (await run('render', ['report.json', ...rest])).stdout;

  it('render --color and --no-color', async () => {
    expect(await draw('--color', 'always')).toContain('\x1b[1m');
    expect(await draw()).not.toContain('\x1b');
    expect(await draw('--color', 'always', '--no-color')).not.toContain('\x1b');
    expect((await run('render', ['report.json', '--color', 'blue'])).code).toBe(2);
  });

  it('analyze --no-color beats FORCE_COLOR', async () => {
    const io = memoryIo({ cwd: folder, env: { FORCE_COLOR: '1' } });
    await main(['analyze', '-i', path.join(folder, 'trace.db')], io);
    expect(io.stdout.text).toContain('\x1b[1m');
    const plain = memoryIo({ cwd: folder, env: { FORCE_COLOR: '1' } });
    await main(['analyze', '-i', path.join(folder, 'trace.db'), '--no-color'], plain);
    expect(plain.stdout.text).not.toContain('\x1b');
  });

  it('render --redact-paths and -o', async () => {
    const report = fullReport();
    const [first] = report.metadata.inputs;
    if (first !== undefined) report.metadata.inputs = [{ ...first, path: '/home/jane/secret/trace.db' }];
    fs.writeFileSync(path.join(folder, 'named.json'), renderJson(report));
    const plain = await run('render', ['named.json']);
    expect(plain.stdout).toContain('/home/jane/secret');
    const hidden = await run('render', ['named.json', '--redact-paths', '-o', 'hidden']);
    expect(hidden).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(/^\[perfxpert\] wrote hidden\.txt/),
    });
    expect(fs.readFileSync(path.join(folder, 'hidden.txt'), 'utf8')).not.toMatch(/jane|secret/);
  });
});
