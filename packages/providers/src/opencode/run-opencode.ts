import { FatalError } from '../errors.js';

/** Most bytes of standard output that are read. */
export const MAX_OUTPUT_BYTES = 1024 * 1024;
const MAX_ERROR_BYTES = 64 * 1024;

/** A program that is run once. */
export interface OpencodeRun {
  readonly binary: string;
  readonly args: readonly string[];
  readonly environment: Record<string, string>;
  readonly folder: string;
  /** Written to standard input, which is then closed. */
  readonly input: string;
  readonly signal: AbortSignal;
  readonly onOutput: (text: string) => void;
}

/** How it ended. `exitCode` null: a signal ended it. */
export interface OpencodeExit {
  readonly exitCode: number | null;
  readonly stderr: string;
}

/**
 * Runs the program without a shell, in a process group of its own that is killed when the signal is raised, when it says
 * too much, and in any case when it is over, so that nothing it started stays behind.
 *
 * @throws FatalError of kind subprocess where it can't be started, of kind malformed_response beyond `MAX_OUTPUT_BYTES`
 */
export async function runOpencode(run: OpencodeRun): Promise<OpencodeExit> {
  // Imported here, because most users of this package never start a program.
  const { spawn } = await import('node:child_process');
  const child = spawn(run.binary, [...run.args], {
    cwd: run.folder,
    env: run.environment,
    detached: true,
    shell: false,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const kill = (): void => killGroup(child.pid);
  return new Promise<OpencodeExit>((resolve, reject) => {
    let size = 0;
    let stderr = '';
    const fail = (error: Error): void => {
      kill();
      reject(error);
    };
    child.stdout.setEncoding('utf8');
    child.stdout.on('data', (text: string) => {
      size += Buffer.byteLength(text);
      if (size > MAX_OUTPUT_BYTES) return fail(tooLong());
      run.onOutput(text);
    });
    child.stderr.setEncoding('utf8');
    child.stderr.on('data', (text: string) => {
      if (stderr.length < MAX_ERROR_BYTES) stderr += text;
    });
    // A program that does not read its input closes the pipe; its exit code says what that means.
    child.stdin.on('error', () => undefined);
    child.on('error', (error) => fail(notStarted(run.binary, error)));
    child.on('exit', kill);
    child.on('close', (exitCode) => resolve({ exitCode, stderr }));
    run.signal.addEventListener('abort', kill, { once: true });
    if (run.signal.aborted) kill();
    child.stdin.end(run.input);
  }).finally(() => run.signal.removeEventListener('abort', kill));
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group is gone already.
  }
}

function tooLong(): FatalError {
  return new FatalError('opencode', 'malformed_response', `the answer is longer than ${MAX_OUTPUT_BYTES} bytes`);
}

function notStarted(binary: string, cause: Error): FatalError {
  const isMissing = 'code' in cause && cause.code === 'ENOENT';
  const what = isMissing
    ? 'the program opencode was not found; install it (npm install -g opencode-ai) or set PERFXPERT_OPENCODE_PATH'
    : 'the program opencode can not be started; check PERFXPERT_OPENCODE_PATH';
  return new FatalError('opencode', 'subprocess', what, { cause, rawMessage: `${binary}: ${cause.message}` });
}
