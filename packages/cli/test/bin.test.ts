import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Report } from '@perfxpert/agents';
import { buildTrace, generateTrace } from '@perfxpert/rocpd/testing';
import type { BuildTraceOptions } from '@perfxpert/rocpd/testing';
import { EXAMPLE_TRACES, HOSTILE_NAME } from './fixtures/example-traces.js';
import { builtBin, runBin } from './fixtures/run-bin.js';
import type { BinOptions, BinResult } from './fixtures/run-bin.js';
import { useTemporaryFolders } from './fixtures/temporary-folder.js';

// Processes start slowly on a busy machine.
jest.setTimeout(120_000);

const newFolder = useTemporaryFolders();
const traces = path.join(fs.mkdtempSync(path.join(fs.realpathSync('/tmp'), 'perfxpert-bin-')));
const traceOf = (name: string) => path.join(traces, `${name}.db`);

beforeAll(() => {
  for (const [name, spec] of Object.entries(EXAMPLE_TRACES)) buildTrace(spec, { path: traceOf(name) });
});
afterAll(() => fs.rmSync(traces, { recursive: true, force: true }));

const analyze = (...rest: (string | BinOptions)[]): Promise<BinResult> => {
  const options = rest.filter((entry) => typeof entry !== 'string').at(-1) ?? {};
  return runBin(['analyze', ...rest.filter((entry) => typeof entry === 'string')], options);
};

async function reportOf(...rest: string[]): Promise<Report> {
  const { code, stdout, stderr } = await analyze(...rest, '--format', 'json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout) as Report;
}

/**
 * Root may read and write anywhere: there the command runs as another user. Null where that user can't reach the
 * checkout, as below a home folder of root's.
 */
function asOrdinaryUser(): BinOptions | null {
  if (process.getuid?.() !== 0) return {};
  const isOpen = (folder: string): boolean =>
    (fs.statSync(folder).mode & 0o001) !== 0 && (path.dirname(folder) === folder || isOpen(path.dirname(folder)));
  return [builtBin(), process.execPath].every((file) => isOpen(path.dirname(fs.realpathSync(file))))
    ? { uid: 65_534, gid: 65_534 }
    : null;
}

/** URLs of all modules that a run loads. */
async function loadedModules(...argv: string[]): Promise<string[]> {
  const hook = `import fs from 'node:fs';
    export async function resolve(specifier, context, next) {
      const result = await next(specifier, context);
      fs.writeSync(2, 'loads ' + result.url + '\\n');
      return result;
    }`;
  const asUrl = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`;
  const register = `import { register } from 'node:module'; register(${JSON.stringify(asUrl(hook))});`;
  const { stderr } = await runBin(argv, { nodeArguments: ['--import', asUrl(register)] });
  return [...stderr.matchAll(/^loads (.+)$/gm)].map((match) => match[1] ?? '');
}

describe('perfxpert', () => {
  it('shows its version without loading parser, agents, schemas or SQLite', async () => {
    const { code, stdout, stderr } = await runBin(['--version']);
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^perfxpert \d+\.\d+\.\d+\n$/),
      stderr: '',
    });
    const loaded = await loadedModules('--version');
    expect(loaded.filter((url) => url.includes('/node_modules/') || /packages\/(?!cli\/)/.test(url))).toEqual([]);
  });

  it('shows help without loading agents, schemas or SQLite', async () => {
    const loaded = await loadedModules('analyze', '--help');
    expect(
      loaded.filter((url) => /@perfxpert|packages\/(?!cli\/)|valibot|better-sqlite3|string-width/.test(url)),
    ).toEqual([]);
  });

  it('exits with 2 for an unknown command or flag, usage on stderr', async () => {
    for (const argv of [['analyse'], ['analyze', '-i', 'x', '--verbsoe']]) {
      const { code, stdout, stderr } = await runBin(argv);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(/^perfxpert: [^\n]*usage: perfxpert analyze[^\n]*\n$/);
    }
  });
});

describe('perfxpert analyze, flags', () => {
  it('C2: lists ten kernels, prints text to stdout and writes nothing', async () => {
    const cwd = newFolder();
    const { code, stdout, stderr } = await analyze('-i', traceOf('training'), { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^PerfXpert +2 × /);
    expect(fs.readdirSync(cwd)).toEqual([]);
    expect(fs.readdirSync(traces).filter((name) => !name.endsWith('.db'))).toEqual([]);
  });

  it('--top-kernels limits the kernels listed', async () => {
    expect((await reportOf('-i', traceOf('training'))).hotspots).toHaveLength(3);
    expect((await reportOf('-i', traceOf('training'), '--top-kernels', '2')).hotspots).toHaveLength(2);
  });

  it('C1: --min-duration is microseconds', async () => {
    // Kernels of 5, 3, 2 and 1 µs: two of them last 3 µs or more
    const { hotspots } = await reportOf('-i', traceOf('hostile-names'), '--min-duration', '3.0');
    expect(hotspots.map((entry) => entry.min_duration)).toEqual([5_000, 3_000]);
  });

  it('-i takes several traces, in one place or in several', async () => {
    const together = await reportOf('-i', traceOf('overlap'), traceOf('counters'), '--no-timestamps');
    expect(together.metadata.inputs).toHaveLength(2);
    expect(together.trace_quality.dispatches).toBe(6);
    expect(await reportOf('-i', traceOf('overlap'), '-i', traceOf('counters'), '--no-timestamps')).toEqual(together);
  });

  it('C26: -o writes a file beside the current folder, nothing to stdout', async () => {
    const cwd = newFolder();
    const { code, stdout, stderr } = await analyze('-i', traceOf('overlap'), '-o', 'report', '--format', 'json', {
      cwd,
    });
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toMatch(/^\[perfxpert\] wrote report\.json \(\d+\.\d kB\)\n$/);
    expect(fs.readdirSync(cwd)).toEqual(['report.json']);
    expect(JSON.parse(fs.readFileSync(path.join(cwd, 'report.json'), 'utf8'))).toHaveProperty('schema_version');
  });

  it('-d makes the folder and names the report after the trace; several formats in one run', async () => {
    const cwd = newFolder();
    const { code } = await analyze('-i', traceOf('overlap'), '-d', 'a/b', '--format', 'text,json', { cwd });
    expect(code).toBe(0);
    expect(fs.readdirSync(path.join(cwd, 'a/b')).sort()).toEqual(['overlap.json', 'overlap.txt']);
  });

  it('-o - prints to stdout', async () => {
    const cwd = newFolder();
    const { stdout } = await analyze('-i', traceOf('overlap'), '-o', '-', { cwd });
    expect(stdout).toMatch(/^PerfXpert/);
    expect(fs.readdirSync(cwd)).toEqual([]);
  });

  it('--no-timestamps: two runs give the same bytes', async () => {
    for (const format of ['text', 'json']) {
      const run = () => analyze('-i', traceOf('training'), '--no-timestamps', '--format', format);
      const [first, second] = [await run(), await run()];
      expect(first.code).toBe(0);
      expect(first.stdout).toBe(second.stdout);
    }
    const { metadata } = await reportOf('-i', traceOf('overlap'), '--no-timestamps');
    expect([metadata.analysis_timestamp, metadata.analysis_duration_ms]).toEqual([null, null]);
  });

  it('SOURCE_DATE_EPOCH is the time of the analysis', async () => {
    const env = { SOURCE_DATE_EPOCH: '1767225845' };
    const { stdout } = await analyze('-i', traceOf('overlap'), '--format', 'json', { env });
    expect((JSON.parse(stdout) as Report).metadata.analysis_timestamp).toBe('2026-01-01T00:04:05.000Z');
    const bad = await analyze('-i', traceOf('overlap'), { env: { SOURCE_DATE_EPOCH: 'yesterday' } });
    expect(bad).toMatchObject({ code: 2, stdout: '' });
    expect(bad.stderr).toContain('SOURCE_DATE_EPOCH yesterday: give whole seconds since 1970');
  });

  it('--color decides over colours; a pipe has none by itself', async () => {
    const textWith = async (...rest: (string | BinOptions)[]) =>
      (await analyze('-i', traceOf('overlap'), ...rest)).stdout;
    expect(await textWith()).not.toContain('\x1b');
    expect(await textWith('--color', 'always')).toContain('\x1b[1mPerfXpert\x1b[22m');
    expect(await textWith({ env: { FORCE_COLOR: '1' } })).toContain('\x1b[1m');
    expect(await textWith('--color', 'never', { env: { FORCE_COLOR: '1' } })).not.toContain('\x1b');
  });

  it('files have neither colours nor ASCII forms, whatever the terminal is like', async () => {
    const cwd = newFolder();
    await analyze('-i', traceOf('overlap'), '-o', 'r', '--color', 'always', { cwd, env: { LANG: 'C' } });
    const text = fs.readFileSync(path.join(cwd, 'r.txt'), 'utf8');
    expect(text).not.toContain('\x1b');
    expect(text).toContain('█');
  });

  it('is ASCII under LANG=C', async () => {
    const { stdout } = await analyze('-i', traceOf('training'), { env: { LANG: 'C' } });

    expect(stdout).toMatch(/^[\n\x20-\x7e]*$/);
  });

  it('--verbose logs the stages to stderr, and --no-progress silences notices', async () => {
    const { stderr, stdout } = await analyze('-i', traceOf('overlap'), '--verbose');
    expect(stderr).toMatch(/^(\[perfxpert\] [^\n\x1b]+ {2}\d+\.\d s\n)+$/);
    expect(stdout).toMatch(/^PerfXpert/);
    const cwd = newFolder();
    const quiet = await analyze('-i', traceOf('overlap'), '--verbose', '--no-progress', '-o', 'r', { cwd });
    expect(quiet).toMatchObject({ code: 0, stdout: '', stderr: '' });
  });
});

describe('perfxpert analyze, inputs that are wrong', () => {
  it.each([
    ['a missing file (hard input 6)', (folder: string) => path.join(folder, 'missing.db'), /missing\.db/],
    [
      'a text file (hard input 2)',
      (folder: string) => {
        fs.writeFileSync(path.join(folder, 'notes.db'), 'these are notes, not a database\n'.repeat(50));
        return path.join(folder, 'notes.db');
      },
      /notes\.db/,
    ],
    [
      'an empty file (hard input 2)',
      (folder: string) => {
        fs.writeFileSync(path.join(folder, 'empty.db'), '');
        return path.join(folder, 'empty.db');
      },
      /empty\.db/,
    ],
    [
      'a database of another program (hard input 3)',
      (folder: string) => {
        const file = path.join(folder, 'tasks.db');
        const tamper: BuildTraceOptions['tamper'] = (database) => {
          database.pragma('foreign_keys = off');
          const names = database.prepare("select name from sqlite_master where type = 'table'").pluck().all();
          for (const name of names)
            if (!String(name).startsWith('sqlite_')) database.exec(`drop table "${String(name)}"`);
          database.exec('create table tasks (x)');
        };
        buildTrace({ kernels: [] }, { path: file, views: false, tamper });
        return file;
      },
      /tasks\.db[^\n]*looked for[^\n]*first tables: [^)\n]*tasks\)/,
    ],
    [
      'a folder without traces (hard input 6)',
      (folder: string) => {
        fs.mkdirSync(path.join(folder, 'hollow'));
        return path.join(folder, 'hollow');
      },
      /hollow: no traces/,
    ],
    [
      'a trace of another major version (hard input 12)',
      (folder: string) => {
        const file = path.join(folder, 'future.db');
        const tamper: BuildTraceOptions['tamper'] = (database) => {
          const sql = "select name from sqlite_master where type = 'table' and name like 'rocpd_metadata%'";
          const table = String(database.prepare(sql).pluck().get());
          database.exec(`update "${table}" set value = '9.0.0' where tag = 'schema_version'`);
        };
        const omitColumns = { kernel_dispatch: ['start'] };
        buildTrace(
          { kernels: [{ name: 'gemm', startNs: 0, endNs: 1 }] },
          { path: file, views: false, omitColumns, tamper },
        );
        return file;
      },
      /future\.db[^\n]*schema version 9\.0\.0[^\n]*supported are rocpd 3/,
    ],
    [
      'a truncated database (hard input 4)',
      (folder: string) => {
        fs.writeFileSync(path.join(folder, 'cut.db'), fs.readFileSync(traceOf('training')).subarray(0, 20_000));
        return path.join(folder, 'cut.db');
      },
      /cut\.db/,
    ],
  ])('%s: exit 2, one line that names it, nothing on stdout, nothing written', async (_kind, make, message) => {
    const folder = newFolder();
    const trace = make(folder);
    const before = fs.readdirSync(folder);
    const { code, stdout, stderr } = await analyze('-i', trace, '-d', path.join(folder, 'out'));
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/^perfxpert: [^\n]+\n$/);
    expect(fs.readdirSync(folder)).toEqual(before);
  });

  it('a folder is searched, and the report names what was found in it (hard input 6)', async () => {
    const folder = newFolder();
    for (const name of ['training', 'overlap']) fs.copyFileSync(traceOf(name), path.join(folder, `${name}.db`));
    fs.writeFileSync(path.join(folder, 'notes.txt'), 'no trace');
    const { metadata } = await reportOf('-i', folder);
    const found = metadata.inputs.map((entry) => path.basename(entry.path));
    expect(found.sort()).toEqual(['overlap.db', 'training.db']);
  });

  it('a log that a dead writer left is read as far as it was committed, and nothing is written (hard input 5)', async () => {
    const folder = newFolder();
    const left = path.join(folder, 'left');
    fs.mkdirSync(path.join(folder, 'live'));
    buildTrace(
      { kernels: [{ name: 'gemm', startNs: 1000, endNs: 1500 }] },
      {
        path: path.join(folder, 'live', 'trace.db'),
        tamper: (database) => {
          database.pragma('journal_mode = wal');
          database.pragma('wal_autocheckpoint = 0');
          const sql = "select name from sqlite_master where type = 'table' and name like 'rocpd_kernel_dispatch%'";
          database.exec(`update "${String(database.prepare(sql).pluck().get())}" set "end" = 4000`);
          // What lies on the disk while the writer is at work is what it leaves when it dies.
          fs.cpSync(path.join(folder, 'live'), left, { recursive: true });
        },
      },
    );
    const before = fs.readdirSync(left);
    expect(before).toContain('trace.db-wal');
    const { execution_breakdown: breakdown } = await reportOf('-i', path.join(left, 'trace.db'));
    // 4000 - 1000: the end that stands in the log, not the one in the file
    expect(breakdown?.compute_ns).toBe(3000);
    expect(fs.readdirSync(left)).toEqual(before);
  });

  it('shows controls in a file name as escapes', async () => {
    const { stderr } = await analyze('-i', 'no\x1b[31msuch\nfile.db');
    expect(stderr).toMatch(/^perfxpert: [^\n\x1b]*no\\(?:x1b|u001b)\[31msuch\\(?:n|u000a)file\.db[^\n\x1b]*\n$/);
  });

  it('shows the stack with PERFXPERT_DEBUG=1 only', async () => {
    const { code, stderr } = await analyze('-i', 'missing.db', { env: { PERFXPERT_DEBUG: '1' } });
    expect(code).toBe(2);
    expect(stderr).toMatch(/\n +at /);
  });

  it('a report that cannot be written: exit 2, no half file, the old state kept', async () => {
    const cwd = newFolder();
    fs.writeFileSync(path.join(cwd, 'file'), '');
    const { code, stdout, stderr } = await analyze('-i', traceOf('overlap'), '-d', 'file', { cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^perfxpert: file\/overlap\.txt: [^\n]+\n$/);
    expect(fs.readdirSync(cwd)).toEqual(['file']);
  });

  it('a folder without permission: exit 2', async () => {
    const cwd = newFolder();
    fs.mkdirSync(path.join(cwd, 'closed'), { mode: 0o555 });
    fs.chmodSync(cwd, 0o755);
    fs.chmodSync(traces, 0o755);
    const user = asOrdinaryUser();
    if (user === null) return;
    const { code, stderr } = await analyze('-i', traceOf('overlap'), '-o', 'closed/report', { cwd, ...user });
    expect(stderr).toBe('perfxpert: closed/report.txt: no permission to write\n');
    expect(code).toBe(2);
  });

  it('a trace without permission (hard input 6): exit 2', async () => {
    const folder = newFolder();
    const trace = path.join(folder, 'closed.db');
    fs.copyFileSync(traceOf('overlap'), trace);
    fs.chmodSync(trace, 0o000);
    fs.chmodSync(folder, 0o755);
    const user = asOrdinaryUser();
    if (user === null) return;
    const { code, stdout, stderr } = await analyze('-i', trace, user);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^perfxpert: [^\n]*closed\.db[^\n]*permi[^\n]*\n$/);
  });

  it('a full device: exit 2', () => {
    if (!fs.existsSync('/dev/full')) return;
    const device = fs.openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(process.execPath, [builtBin(), 'analyze', '-i', traceOf('overlap')], {
      stdio: ['ignore', device, 'pipe'],
      encoding: 'utf8',
    });
    fs.closeSync(device);
    expect({ status, stderr }).toEqual({ status: 2, stderr: 'perfxpert: stdout: no space left on the device\n' });
  });
});

describe('perfxpert analyze, its surroundings', () => {
  it('ends quietly when the reader goes away', async () => {
    const { stderr, signal } = await analyze('-i', traceOf('training'), '--format', 'json', { closeStdoutAfter: 1 });
    expect({ stderr, signal }).toEqual({ stderr: '', signal: null });
  });

  it('shows its version to a reader that went away', () => {
    const command = '{ "$0" "$1" --version; echo "code $?" >&2; } | true';
    const { stderr } = spawnSync('/bin/sh', ['-c', command, process.execPath, builtBin()], { encoding: 'utf8' });
    expect(stderr).toBe('code 0\n');
  });

  it('says so where the current folder has been removed', () => {
    const folder = path.join(newFolder(), 'gone');
    fs.mkdirSync(folder);
    const run = (...argv: string[]) =>
      spawnSync(
        '/bin/sh',
        ['-c', 'cd "$0" && rmdir "$0" && exec "$@"', folder, process.execPath, builtBin(), ...argv],
        {
          encoding: 'utf8',
        },
      );
    expect(run('analyze', '-i', traceOf('overlap'))).toMatchObject({
      status: 2,
      stdout: '',
      stderr: 'perfxpert: the current folder does not exist any more; change to another one\n',
    });
    fs.mkdirSync(folder);
    expect(run('--help')).toMatchObject({ status: 0, stderr: '' });
  });

  it('ends with 130 on SIGINT', async () => {
    // Large enough that it is still being read when the signal comes
    const { path: large } = generateTrace({ path: path.join(newFolder(), 'large.db'), dispatches: 30_000 });
    const { code, stdout } = await analyze('-i', large, '--verbose', { interruptAt: '[perfxpert]' });
    expect({ code, stdout }).toEqual({ code: 130, stdout: '' });
  });

  it('runs with a closed standard input', () => {
    const command = 'exec "$0" "$@" <&-';
    const argv = [process.execPath, builtBin(), 'analyze', '-i', traceOf('overlap')];
    const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', command, ...argv], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^PerfXpert/);
  });

  it.each(['no-rows', 'no-gpu', 'zero-length'])('reports a trace with %s, exit 0', async (name) => {
    const { code, stdout, stderr } = await analyze('-i', traceOf(name));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).not.toMatch(/NaN|undefined|Infinity/);
  });

  it('hard input 25: keeps hostile names whole in JSON and visible in text', async () => {
    const report = await reportOf('-i', traceOf('hostile-names'));
    expect(report.hotspots[0]?.name).toBe(HOSTILE_NAME);
    expect(report.hotspots[1]?.name).toHaveLength(100_000);
    for (const format of ['text', 'json']) {
      const { stdout } = await analyze('-i', traceOf('hostile-names'), '--format', format);

      expect(stdout.replaceAll('\n', '')).not.toMatch(/[\x00-\x1f\x7f-\x9f\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
    }
  });
});
