import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, jest } from '@jest/globals';
import { buildTrace } from '@perfxpert/rocpd/testing';
import { pathToFileURL } from 'node:url';
import { connect, newFolder } from '../support/connect.js';
import type { Connection } from '../support/connect.js';

jest.setTimeout(120_000);

const SPEC = { kernels: [{ name: 'gemm', startNs: 0, endNs: 5000 }] };
const inside = newFolder();
const outside = newFolder();
buildTrace(SPEC, { path: path.join(inside, 'trace.db') });
buildTrace(SPEC, { path: path.join(outside, 'secret.db') });
fs.symlinkSync(path.join(outside, 'secret.db'), path.join(inside, 'link.db'));
fs.mkdirSync(path.join(inside, 'folder'));
fs.symlinkSync(path.join(outside, 'secret.db'), path.join(inside, 'folder', 'link.db'));
fs.symlinkSync(outside, path.join(inside, 'way-out'));
fs.symlinkSync(path.join(outside, 'nowhere.db'), path.join(inside, 'dangling.db'));
fs.mkdirSync(path.join(inside, 'venv', 'bin'), { recursive: true });
buildTrace(SPEC, { path: path.join(inside, 'venv', 'trace.db') });
fs.symlinkSync(process.execPath, path.join(inside, 'venv', 'bin', 'python'));
fs.writeFileSync(path.join(inside, 'text.db'), 'SQLite format 2\0 or so');

const codeOf = async (server: Connection, trace: unknown) => {
  const { isError, payload } = await server.call('analyze_trace', { database_path: trace });
  return isError ? payload['code'] : 'OK';
};

describe('what may be read', () => {
  it('is what lies below the roots, links resolved', async () => {
    const server = await connect(['--root', inside], { cwd: newFolder() });
    const results = await Promise.all(
      [
        path.join(inside, 'trace.db'),
        'trace.db',
        `${inside}/folder/../trace.db`,
        path.join(inside, 'tra*.db'),
        path.join(inside, 'venv'),
        pathToFileURL(path.join(inside, 'trace.db')).href,
        pathToFileURL(path.join(outside, 'secret.db')).href,
        'file://host/trace.db',
        path.join(outside, 'secret.db'),
        path.join(outside, 'absent.db'),
        path.join(inside, 'link.db'),
        path.join(inside, 'folder'),
        path.join(inside, 'li*.db'),
        path.join(inside, 'way-out', 'secret.db'),
        `${inside}/../${path.basename(outside)}/secret.db`,
        path.join(inside, 'absent.db'),
        path.join(inside, 'text.db'),
        '/etc/passwd',
        '',
        'a\0b',
        [path.join(inside, 'trace.db'), path.join(outside, 'secret.db')],
      ].map((trace) => codeOf(server, trace)),
    );
    expect(results).toEqual([
      'OK',
      'OK',
      'OK',
      'OK',
      'OK',
      'OK',
      'OUTSIDE_ROOT',
      'INVALID_ARGUMENT',
      'OUTSIDE_ROOT',
      'OUTSIDE_ROOT',
      'OUTSIDE_ROOT',
      'OUTSIDE_ROOT',
      'OUTSIDE_ROOT',
      'OUTSIDE_ROOT',
      'OUTSIDE_ROOT',
      'NOT_FOUND',
      'NOT_A_TRACE',
      'OUTSIDE_ROOT',
      'INVALID_ARGUMENT',
      'INVALID_ARGUMENT',
      'OUTSIDE_ROOT',
    ]);
    expect(fs.existsSync(path.join(outside, 'nowhere.db'))).toBe(false);
    expect(fs.readdirSync(inside).sort()).toEqual(
      ['dangling.db', 'folder', 'link.db', 'text.db', 'trace.db', 'venv', 'way-out'].sort(),
    );
  });

  it('is told by the error of a path that is not', async () => {
    const server = await connect(['--root', inside], { cwd: newFolder() });
    for (const given of ['../other/trace.db', 'sub/absent.db']) {
      const { payload } = await server.call('analyze_trace', { database_path: given });
      expect(payload).toMatchObject({ field: 'database_path', roots: [inside] });
      expect(payload['message']).toContain(JSON.stringify(given));
      expect(payload['message']).toContain(inside);
    }
  });

  it('of a folder of sources leaves links aside', async () => {
    const sources = path.join(inside, 'sources');
    fs.mkdirSync(sources);
    fs.writeFileSync(path.join(sources, 'mine.hip'), '__global__ void mine(float *a) { a[0] = 1; }\n');
    fs.writeFileSync(path.join(outside, 'theirs.hip'), '__global__ void theirs(float *a) { a[0] = 1; }\n');
    fs.symlinkSync(path.join(outside, 'theirs.hip'), path.join(sources, 'theirs.hip'));
    const server = await connect(['--root', inside], { cwd: newFolder() });
    const { isError, text } = await server.call('agent_root', { source_dir: sources, detail: 'full' });
    fs.rmSync(sources, { recursive: true });
    expect([isError, text.includes('mine'), text.includes('theirs')]).toEqual([false, true, false]);
  });

  it('is the working folder without a root', async () => {
    const server = await connect([], { cwd: inside });
    expect(await codeOf(server, 'trace.db')).toBe('OK');
    expect(await codeOf(server, path.join(outside, 'secret.db'))).toBe('OUTSIDE_ROOT');
  });

  it('is also what the client declares', async () => {
    const server = await connect([], { cwd: inside, options: { capabilities: { roots: { listChanged: true } } } });
    let roots = [{ uri: pathToFileURL(outside).href }];
    server.client.setRequestHandler('roots/list', () => ({ roots }));
    expect(await codeOf(server, path.join(outside, 'secret.db'))).toBe('OK');
    roots = [];
    await server.client.sendRootsListChanged();
    expect(await codeOf(server, path.join(outside, 'secret.db'))).toBe('OUTSIDE_ROOT');
  });

  it('is so for monitor logs too', async () => {
    const server = await connect(['--root', inside], { cwd: newFolder() });
    const answer = await server.call('gpu_runtime_monitor_parse_amd_smi_json', { path: '/etc/hostname' });
    expect(answer).toMatchObject({ isError: true, payload: { code: 'OUTSIDE_ROOT' } });
  });
});
