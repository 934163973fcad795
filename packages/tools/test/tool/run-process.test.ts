import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runProcess } from '../../src/tool/run-process.js';
import type { ProcessRequest, ProcessResult } from '../../src/tool/run-process.js';

const PATH = '/usr/local/bin:/usr/bin:/bin';
const LIMITS = { environment: { PATH }, timeoutMs: 60_000, maxOutputBytes: 1000 } as const;
let folder = '';

beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'run-process-'));
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const sh = (line: string, request: Partial<ProcessRequest> = {}): Promise<ProcessResult> =>
  runProcess({ command: 'sh', args: ['-c', line], ...LIMITS, ...request });

/** Whether a process still runs; a dead one that nobody has reaped yet counts as gone. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(fs.readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

async function until(isTrue: () => boolean): Promise<boolean> {
  for (let attempt = 0; attempt < 500 && !isTrue(); attempt += 1)
    await new Promise((resolve) => setTimeout(resolve, 20));
  return isTrue();
}

const readPid = (name: string): number => Number(fs.readFileSync(path.join(folder, name), 'utf8'));
const hasPid = (name: string): boolean =>
  fs.existsSync(path.join(folder, name)) && fs.readFileSync(path.join(folder, name), 'utf8').endsWith('\n');

describe('runProcess', () => {
  it('returns what the program said and its exit code', async () => {
    expect(await sh('echo out; echo err >&2; exit 3')).toEqual({
      exit_code: 3,
      signal: null,
      stdout: 'out\n',
      stderr: 'err\n',
      timed_out: false,
      truncated: false,
    });
  });

  it('hands arguments over as they are, whatever characters they hold', async () => {
    const args = ['-c', 'printf "%s|" "$@"', 'name', 'a b', '$(id)', '; ls', 'x"y', '*'];
    expect((await runProcess({ ...LIMITS, command: 'sh', args })).stdout).toBe('a b|$(id)|; ls|x"y|*|');
  });

  it('gives the environment it is given and nothing else', async () => {
    const { stdout } = await runProcess({
      ...LIMITS,
      command: '/usr/bin/env',
      args: [],
      environment: { PATH, A: 'b' },
    });
    expect(stdout.trim().split('\n').sort()).toEqual(['A=b', `PATH=${PATH}`]);
  });

  it('has nothing on standard input and runs in the folder given', async () => {
    const { stdout } = await sh('cat; pwd -P', { cwd: folder });
    expect(stdout).toBe(`${fs.realpathSync(folder)}\n`);
  });

  it('replaces bytes that are not UTF-8', async () => {
    expect((await sh(String.raw`printf 'a\377b'`)).stdout).toBe('a\uFFFDb');
  });

  it('keeps the first bytes of more output than allowed, without half characters, and lets the program end', async () => {
    // 3 bytes per euro sign: 1000 bytes hold 333 of them and a third of the next.
    const { stdout, truncated, exit_code: exitCode } = await sh("for i in $(seq 2000); do printf '€'; done; exit 4");
    expect([stdout, truncated, exitCode]).toEqual(['€'.repeat(333), true, 4]);
    expect((await sh("printf '%01000d' 0")).truncated).toBe(false);
  });

  it('names the signal that ended the program', async () => {
    expect(await sh('kill -9 $$')).toMatchObject({ exit_code: null, signal: 'SIGKILL', timed_out: false });
  });

  it('ends the whole process group at the time limit, also those that ignore SIGTERM', async () => {
    const script = `(trap '' TERM; exec sleep 300) & echo $! > stubborn; sleep 300`;
    const result = await sh(script, { cwd: folder, timeoutMs: 1500 });
    expect(result).toMatchObject({ timed_out: true, exit_code: null, signal: 'SIGTERM' });
    expect(await until(() => !isAlive(readPid('stubborn')))).toBe(true);
  });

  it('kills a program that ignores SIGTERM itself', async () => {
    const result = await sh(`trap '' TERM; while :; do sleep 0.1; done`, { timeoutMs: 300 });
    expect(result).toMatchObject({ timed_out: true, signal: 'SIGKILL' });
  });

  it('leaves nothing in the background behind a program that ended by itself', async () => {
    const result = await sh('sleep 300 & echo $! > background; exit 0', { cwd: folder });
    expect(result).toMatchObject({ exit_code: 0, timed_out: false });
    expect(await until(() => !isAlive(readPid('background')))).toBe(true);
  });

  it('does not wait for ever for a process of another session that holds the output', async () => {
    const result = await sh('setsid sleep 300 & echo $! > session; sleep 0.2; echo done', { cwd: folder });
    expect(result).toMatchObject({ exit_code: 0, stdout: 'done\n' });
    process.kill(readPid('session'), 'SIGKILL');
  });

  it('ends the group on abort and says so', async () => {
    const controller = new AbortController();
    const run = sh('echo $$ > aborted; sleep 300', { cwd: folder, signal: controller.signal });
    expect(await until(() => hasPid('aborted'))).toBe(true);
    controller.abort();
    await expect(run).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(isAlive(readPid('aborted'))).toBe(false);
  });

  it('starts nothing once aborted', async () => {
    const run = sh('touch started', { cwd: folder, signal: AbortSignal.abort() });
    await expect(run).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(fs.existsSync(path.join(folder, 'started'))).toBe(false);
  });

  it('says why a program cannot be started', async () => {
    fs.writeFileSync(path.join(folder, 'plain'), '', { mode: 0o644 });
    const start = (command: string, args: string[] = []) => runProcess({ ...LIMITS, command, args });
    await expect(start('no-such-program-here')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(start(path.join(folder, 'plain'))).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    await expect(start('echo', ['a\0b'])).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await expect(sh('true', { cwd: path.join(folder, 'none') })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
