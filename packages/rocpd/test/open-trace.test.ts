import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from '@jest/globals';
import { openTrace } from '../src/open-trace.js';
import { buildTrace } from '../src/testing/index.js';
import { dispatchRows, loadAll } from './__fixtures__/load-all.js';
import { errorOf, temporaryFolder } from './__fixtures__/temporary-folder.js';

const folder = temporaryFolder();

function write(name: string, content: string | Buffer): string {
  const file = path.join(folder, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, content);
  return file;
}

function trace(name: string, kernel = 'gemm', pid = 1): string {
  const file = path.join(folder, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  buildTrace({ pid, kernels: [{ name: kernel, startNs: 10, endNs: 20 }] }, { path: file });
  return file;
}

describe('openTrace refuses', () => {
  it('a path that does not exist (hard input 6)', () => {
    const { code, message } = errorOf(() => openTrace(path.join(folder, 'missing.db')));
    expect([code, message]).toEqual(['NOT_FOUND', 'missing.db: no such file; check the path']);
  });

  it('a file that may not be read, and says so (hard input 6)', () => {
    const file = trace('secret/secret.db');
    fs.chmodSync(file, 0);
    const isRoot = process.getuid?.() === 0;
    if (isRoot) process.seteuid?.(65534);
    try {
      const { code, message } = errorOf(() => openTrace(file));
      expect([code, message]).toEqual([
        'PERMISSION_DENIED',
        'secret.db: no permission to read it; change its permissions, or copy it to where you may read it',
      ]);
    } finally {
      if (isRoot) process.seteuid?.(0);
    }
  });

  it('a folder that may not be searched, and says so (hard input 6)', () => {
    const closed = path.dirname(trace('closed/trace.db'));
    fs.chmodSync(closed, 0);
    const isRoot = process.getuid?.() === 0;
    if (isRoot) process.seteuid?.(65534);
    try {
      expect(errorOf(() => openTrace(closed)).code).toBe('PERMISSION_DENIED');
      expect(errorOf(() => openTrace(path.join(closed, 'trace.db'))).code).toBe('PERMISSION_DENIED');
    } finally {
      if (isRoot) process.seteuid?.(0);
      fs.chmodSync(closed, 0o755);
    }
  });

  it('a folder without traces (hard input 6)', () => {
    fs.mkdirSync(path.join(folder, 'hollow'));
    const { code, message } = errorOf(() => openTrace(path.join(folder, 'hollow')));
    expect(code).toBe('NOT_FOUND');
    expect(message).toMatch(/^hollow: no traces \(\*\.db, \*\.rpd\) in this folder/);
  });

  it('a pipe, without waiting for it', () => {
    const pipe = path.join(folder, 'pipe.db');
    execFileSync('mkfifo', [pipe]);
    expect(errorOf(() => openTrace(pipe)).code).toBe('NOT_A_TRACE');
  });

  it.each([
    ['no path at all', []],
    ['an empty path', ['']],
    ['a path with a zero character', ['a\0b']],
  ])('%s', (_, paths) => {
    expect(errorOf(() => openTrace(paths)).code).toBe('INVALID_ARGUMENT');
  });

  const perfetto = Buffer.from([0x0a, 3, 1, 2, 3, 0x0a, 2, 1, 2, 0x0a, 1, 9]);
  it.each<[string, string | Buffer, string, RegExp]>([
    ['empty.db', '', 'empty', /an empty file \(0 bytes\)/],
    ['note.txt', 'hello\n', 'text', /a text file/],
    ['data.json', '{"a": 1}', 'json', /a JSON file/],
    ['torch.json', '{"schemaVersion": 1, "traceEvents": []}', 'chrome_json', /PyTorch/],
    ['prof.json', '{"rocprofiler-sdk-tool": [{}]}', 'rocprofv3_json', /--output-format rocpd/],
    ['stats.csv', '"Kind","Agent_Id","Queue_Id"\n"KERNEL_DISPATCH",1,1\n', 'csv', /rocprofv3's CSV output/],
    ['trace.gz', zlib.gzipSync('x'), 'gzip', /unpack it first \(gunzip\)/],
    ['trace.zip', Buffer.from('504b030414000000', 'hex'), 'zip', /unzip/],
    ['trace.zst', Buffer.from('28b52ffd00', 'hex'), 'zstd', /unzstd/],
    ['trace.pftrace', Buffer.from([1, 2, 3]), 'perfetto', /a Perfetto trace.*cannot be converted back/],
    ['trace.proto', perfetto, 'perfetto', /a Perfetto trace/],
    ['page.html', '<!DOCTYPE html><p>', 'markup', /HTML/],
    ['lfs.db', 'version https://git-lfs.github.com/spec/v1\noid sha256:0\n', 'git_lfs', /git lfs pull/],
    ['code.db', Buffer.from('7f454c460201', 'hex'), 'elf', /ELF/],
    ['noise.db', Buffer.from([0, 255, 254, 1, 0, 3]), 'binary', /a binary file of unknown format/],
  ])('%s, naming what it is (hard input 2)', (name, content, detected, text) => {
    const { code, message, details } = errorOf(() => openTrace(write(`kinds/${name}`, content)));
    expect([code, details!.detected]).toEqual(['NOT_A_TRACE', detected]);
    expect(message).toMatch(text);
    expect(message.startsWith(`${name}: `)).toBe(true);
    expect(message).not.toMatch(/\n/);
  });

  it('a database of another program, listing its first tables with control characters escaped (hard input 3)', () => {
    const file = path.join(folder, 'foreign.db');
    const database = new BetterSqlite3(file);
    database.exec('create table "a\u001b[31m\nred" (x); create table b (x); create view v as select 1');
    database.close();
    const { code, message, details } = errorOf(() => openTrace(file));
    expect([code, details!.detected]).toEqual(['NOT_A_TRACE', 'foreign_sqlite']);
    expect(message).toContain('its first tables: a\\u001b[31m\\u000ared, b)');
    expect(message).toContain('looked for rocpd_kernel_dispatch_*');
  });

  it('an export of Nsight Systems by its name (hard input 3)', () => {
    const file = path.join(folder, 'nsys.sqlite');
    const database = new BetterSqlite3(file);
    database.exec('create table CUPTI_ACTIVITY_KIND_KERNEL (x)');
    database.close();
    expect(errorOf(() => openTrace(file)).message).toContain('an export of Nsight Systems');
  });

  it('a rocpd layout that keeps times elsewhere, naming the versions found and supported (hard input 12)', () => {
    const built = buildTrace(
      { kernels: [{ name: 'gemm', startNs: 0, endNs: 1 }] },
      {
        views: false,
        omitColumns: { kernel_dispatch: ['start'] },
        tamper: (database) => {
          const [table] = database
            .prepare("select name from sqlite_master where name like 'rocpd_metadata%'")
            .pluck()
            .all();
          database.exec(`update "${String(table)}" set value = '9.1.0' where tag = 'schema_version'`);
        },
      },
    );
    const { code, message, details } = errorOf(() => openTrace(built.path));
    built.dispose();
    expect([code, details!.found_versions]).toEqual(['SCHEMA_UNSUPPORTED', ['9.1.0']]);
    expect(message).toMatch(
      /of schema version 9\.1\.0 .*supported are rocpd 3 \(3\.0\.0 to 3\.0\.5\), rocpd 4\.1, rocmProfileData 2 and 3/,
    );
  });

  it('a process of another trace', async () => {
    const one = openTrace(trace('one.db'));
    const other = openTrace(trace('other.db'));
    await expect(one.loadProcess(other.processes[0]!)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    one.close();
    other.close();
  });
});

describe('openTrace opens', () => {
  it('a file whose name leaves no room for that of a journal beside it', async () => {
    // 255 bytes are the longest name on most file systems; SQLite would append "-wal" or "-journal".
    const file = path.join(folder, `${'x'.repeat(252)}.db`);
    fs.copyFileSync(trace('long.db'), file);
    expect(await loadAll(file)).toHaveLength(1);
  });
});

describe('openTrace searches folders (hard input 6)', () => {
  it('for .db and .rpd files as recorders lay them out, and says where it looked', () => {
    const second = trace('out/host/2_results.db', 'add', 2);
    const first = trace('out/host/1_results.db', 'gemm', 1);
    write('out/host/notes.txt', 'x');
    write('out/thumbs.db', 'no database');
    new BetterSqlite3(path.join(folder, 'out/tasks.db')).exec('create table t (x)').close();
    const opened = openTrace(path.join(folder, 'out'));
    expect(opened.files.map((file) => file.path)).toEqual([first, second]);
    expect(opened.searchedFolders).toEqual([path.join(folder, 'out')]);
    opened.close();
  });

  it('but not past an empty or damaged trace, which would make a partial result look whole', () => {
    trace('partial/1.db');
    write('partial/2.db', '');
    expect(errorOf(() => openTrace(path.join(folder, 'partial'))).message).toMatch(/^2\.db: an empty file/);
  });

  it('and takes databases of other programs for nothing found', () => {
    fs.mkdirSync(path.join(folder, 'strangers'));
    new BetterSqlite3(path.join(folder, 'strangers/a.db')).exec('create table t (x)').close();
    expect(errorOf(() => openTrace(path.join(folder, 'strangers'))).code).toBe('NOT_FOUND');
  });

  it('by the index of a package, which may only name files of the package', () => {
    trace('run.rpdb/a.db', 'gemm', 1);
    trace('run.rpdb/unlisted.db', 'add', 2);
    const index = write('run.rpdb/index.yaml', 'rocprofiler-sdk:\n  rocpd:\n    path: "."\n    files:\n      - a.db\n');
    const opened = openTrace(path.join(folder, 'run.rpdb'));
    expect(opened.files.map((file) => path.basename(file.path))).toEqual(['a.db']);
    opened.close();
    const direct = openTrace(index);
    expect(direct.files).toHaveLength(1);
    direct.close();
    write('run.rpdb/index.yaml', 'rocprofiler-sdk:\n  rocpd:\n    files: ["../one.db"]\n');
    expect(errorOf(() => openTrace(path.join(folder, 'run.rpdb'))).code).toBe('INVALID_ARGUMENT');
  });

  it('for names with wildcards', () => {
    trace('wild/r0.db', 'gemm', 1);
    trace('wild/r1.db', 'gemm', 2);
    trace('wild/x.db', 'gemm', 3);
    const opened = openTrace(path.join(folder, 'wild', 'r?.db'));
    expect(opened.files.map((file) => path.basename(file.path))).toEqual(['r0.db', 'r1.db']);
    opened.close();
    expect(errorOf(() => openTrace(path.join(folder, 'wild', 'q*.db'))).code).toBe('NOT_FOUND');
  });
});

describe('openTrace over several files', () => {
  const spec = {
    processes: [
      {
        guid: 'aaaaaaaa-0000-7000-8000-000000000001',
        pid: 7,
        kernels: [{ name: 'gemm', startNs: 1000, endNs: 1500, stackId: 3 }],
      },
      {
        guid: 'aaaaaaaa-0000-7000-8000-000000000002',
        pid: 7,
        kernels: [{ name: 'gemm', startNs: 1200, endNs: 1400, stackId: 3 }],
      },
    ],
  };

  it('gives the same as over one merged file', async () => {
    const merged = buildTrace(spec, { files: 'one' });
    const split = buildTrace(spec, { files: 'per-process' });
    const rows = async (paths: readonly string[]) => (await loadAll(paths)).map(dispatchRows);
    expect(await rows(split.paths)).toEqual(await rows(merged.paths));
    expect(await rows(merged.paths)).toHaveLength(2);
    merged.dispose();
    split.dispose();
  });

  it('takes a process once that a file repeats, and says which', () => {
    const split = buildTrace(spec, { files: 'per-process' });
    const copy = path.join(folder, 'copy.db');
    fs.copyFileSync(split.paths[1]!, copy);
    const opened = openTrace([...split.paths, copy]);
    expect(opened.processes).toHaveLength(2);
    expect([opened.files.length, opened.duplicateFiles]).toEqual([3, [copy]]);
    opened.close();
    const twice = openTrace([split.paths[0]!, split.paths[0]!]);
    expect([twice.files.length, twice.processes.length, twice.duplicateFiles]).toEqual([1, 1, [split.paths[0]]]);
    twice.close();
    split.dispose();
  });

  it('keeps both passes over one process: the same guid with other content', () => {
    const [process] = spec.processes;
    const one = buildTrace(process!);
    const two = buildTrace({ ...process!, kernels: [{ name: 'gemm', startNs: 5000, endNs: 5400 }] });
    const opened = openTrace([one.path, two.path]);
    expect([opened.processes.length, opened.duplicateFiles]).toEqual([2, []]);
    opened.close();
    one.dispose();
    two.dispose();
  });

  it('does not run out of file handles', async () => {
    const built = buildTrace(
      {
        processes: Array.from({ length: 60 }, (_, rank) => ({
          pid: rank + 1,
          kernels: [{ name: 'k', startNs: rank, endNs: rank + 1 }],
        })),
      },
      { files: 'per-process' },
    );
    const opened = openTrace(built.paths);
    const handles = (): number => fs.readdirSync('/proc/self/fd').length;
    const before = handles();
    for (const process of opened.processes) {
      const { details } = await opened.loadProcess(process);
      details.markerTexts(new Uint32Array(0));
    }
    expect(handles() - before).toBeLessThanOrEqual(8);
    opened.close();
    expect(handles()).toBeLessThanOrEqual(before);
    built.dispose();
  });

  it('orders processes by machine, guid and file', () => {
    const built = buildTrace({
      processes: [
        { node: { hostname: 'b', machineId: 'm2' }, guid: 'g1' },
        { node: { hostname: 'a', machineId: 'm1' }, guid: 'g3' },
        { node: { hostname: 'a', machineId: 'm1' }, guid: 'g2' },
      ],
    });
    const opened = openTrace(built.path);
    expect(opened.processes.map(({ node, guid }) => [node.machineId, guid])).toEqual([
      ['m1', 'g2'],
      ['m1', 'g3'],
      ['m2', 'g1'],
    ]);
    opened.close();
    built.dispose();
  });
});

describe('a closed trace', () => {
  it('reads nothing any more', async () => {
    const opened = openTrace(trace('closed.db'));
    const { details } = await opened.loadProcess(opened.processes[0]!);
    opened.close();
    await expect(opened.loadProcess(opened.processes[0]!)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(errorOf(() => details.markerTexts(Uint32Array.of(0))).code).toBe('INVALID_ARGUMENT');
  });
});
