import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { buildTrace } from '@perfxpert/rocpd/testing';
import { EXAMPLE_TRACES, HOSTILE_NAME } from './fixtures/example-traces.js';
import { runBin } from './fixtures/run-bin.js';

// Processes start slowly on a busy machine.
jest.setTimeout(120_000);

const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'perfxpert-query-'));
beforeAll(() => {
  for (const name of ['overlap', 'hostile-names'] as const)
    buildTrace(EXAMPLE_TRACES[name] ?? {}, { path: path.join(folder, `${name}.db`) });
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const run = (...argv: string[]) => runBin(['query', ...argv], { cwd: folder });
const KERNELS = 'select name, duration_ns from kernels order by start_ns';

describe('perfxpert query', () => {
  it('prints a table', async () => {
    const { code, stdout, stderr } = await run('overlap.db', KERNELS);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe('name    duration_ns\nfirst           100\nsecond          100\nthird           100\n');
  });

  it('--format json and csv', async () => {
    const { stdout } = await run('overlap.db', KERNELS, '--format', 'json');
    expect(JSON.parse(stdout)).toEqual({
      columns: ['name', 'duration_ns'],
      row_count: 3,
      truncated: false,
      rows: [
        ['first', 100],
        ['second', 100],
        ['third', 100],
      ],
    });
    expect((await run('overlap.db', "select 1 a, 'x\"y, z' b, null c", '--format', 'csv')).stdout).toBe(
      'a,b,c\n1,"x""y, z",\n',
    );
  });

  it('shows hostile names escaped, and whole in JSON', async () => {
    const sql = 'select name from kernels order by start_ns limit 1';
    const table = await run('hostile-names.db', sql);
    expect(table.stdout).not.toContain('\x1b');
    expect(table.stdout.split('\n')).toHaveLength(3);
    const json = await run('hostile-names.db', sql, '--format', 'json');
    expect(json.stdout).not.toMatch(/\x1b|\u202e/);
    expect((JSON.parse(json.stdout) as { rows: string[][] }).rows).toEqual([[HOSTILE_NAME]]);
  });

  it('JSON reads back to the same text, tags of the higher planes included; CSV runs no formula', async () => {
    const sql = "select '=1+1' || char(917569) || char(27) a, -5 b, '' c, null d";
    const text = '=1+1\u{e0041}\x1b';
    const { stdout } = await run('overlap.db', sql, '--format', 'json');
    expect(stdout).not.toMatch(/[\p{Cf}\x1b]/u);
    expect((JSON.parse(stdout) as { rows: unknown[][] }).rows).toEqual([[text, -5, '', null]]);
    expect((await run('overlap.db', sql, '--format', 'csv')).stdout).toBe('a,b,c,d\n\'=1+1\\u{e0041}\\x1b,-5,"",\n');
  });

  it('--max-rows cuts and says so', async () => {
    const { stdout, stderr } = await run('overlap.db', KERNELS, '--max-rows', '2');
    expect(stdout.trimEnd().split('\n')).toHaveLength(3);
    expect(stderr).toMatch(/^\[perfxpert\] cut after 2 rows; --max-rows/);
    expect((await run('overlap.db', KERNELS, '--max-rows', '2', '--no-progress')).stderr).toBe('');
  });

  it('--timeout ends a query that does not give way: exit 124', async () => {
    const endless = 'with recursive n(x) as (select 1 union all select x + 1 from n) select count(*) from n';
    const { code, stdout, stderr } = await run('overlap.db', endless, '--timeout', '2');
    expect({ code, stdout }).toEqual({ code: 124, stdout: '' });
    expect(stderr).toMatch(/^perfxpert: The query took longer than 2 s[^\n]*\n$/);
  });

  it('takes no time limit of 0', async () => {
    const { code } = await runBin(['query', 'overlap.db', KERNELS, '--timeout', '0'], { cwd: folder });
    expect(code).toBe(2);
  });

  it('changes nothing and reaches no other file', async () => {
    const before = fs.readFileSync(path.join(folder, 'overlap.db'));
    for (const sql of [
      "attach 'new.db' as n",
      'delete from kernels',
      'select 1; select 2',
      'pragma query_only = off',
    ]) {
      const { code, stdout, stderr } = await run('overlap.db', sql);
      expect({ sql, code, stdout }).toEqual({ sql, code: 2, stdout: '' });
      expect(stderr).toMatch(/^perfxpert: [^\n]*\n$/);
    }
    expect(fs.readFileSync(path.join(folder, 'overlap.db')).equals(before)).toBe(true);
    expect(fs.readdirSync(folder).sort()).toEqual(['hostile-names.db', 'overlap.db']);
  });

  it('-o writes a file', async () => {
    const { stdout, stderr } = await run('overlap.db', KERNELS, '--format', 'csv', '-o', 'rows.csv');
    expect({ stdout, stderr }).toEqual({ stdout: '', stderr: '[perfxpert] wrote rows.csv\n' });
    expect(fs.readFileSync(path.join(folder, 'rows.csv'), 'utf8')).toMatch(/^name,duration_ns\nfirst,100\n/);
    fs.rmSync(path.join(folder, 'rows.csv'));
  });

  it('-o never replaces the trace, another database or a folder', async () => {
    const before = fs.readFileSync(path.join(folder, 'overlap.db'));
    for (const [target, message] of [
      ['overlap.db', 'overlap.db: is the trace itself'],
      ['hostile-names.db', 'hostile-names.db: is a database, maybe a trace'],
      ['.', '.: is a folder'],
    ] as const) {
      const { code, stdout, stderr } = await run('overlap.db', KERNELS, '-o', target);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toBe(`perfxpert: ${message}; choose another name with -o\n`);
    }
    expect(fs.readFileSync(path.join(folder, 'overlap.db')).equals(before)).toBe(true);
  });

  it('--schema shows tables and columns without a trace', async () => {
    const { code, stdout } = await run('--schema', '--format', 'csv');
    expect(code).toBe(0);
    expect(stdout).toContain('kernels,duration_ns,INTEGER,end_ns - start_ns\n');
  });

  it('exits with 2 for what is missing or wrong', async () => {
    for (const argv of [
      [],
      ['overlap.db'],
      ['missing.db', 'select 1'],
      ['overlap.db', 'select nope'],
      ['overlap.db', 'select 1', '--format', 'xml'],
    ]) {
      const { code, stdout, stderr } = await run(...argv);
      expect({ argv, code, stdout }).toEqual({ argv, code: 2, stdout: '' });
      expect(stderr).toMatch(/^perfxpert: [^\n]*\n$/);
    }
  });
});
