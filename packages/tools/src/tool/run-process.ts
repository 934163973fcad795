import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { systemErrorCode } from './system-error-code.js';
import { ToolError } from './tool-errors.js';

/** Variables of a process by name; a value of undefined counts as absent. */
export type ProcessEnvironment = Readonly<Record<string, string | undefined>>;

/** A program to run: never a line for a shell, always one text per argument. */
export interface ProcessRequest {
  /** Absolute path, or a name that is looked for on the PATH of `environment`. */
  readonly command: string;
  readonly args: readonly string[];
  /** Working folder; default: that of this process. */
  readonly cwd?: string;
  /** All that the program sees; nothing of this process's own environment is added. */
  readonly environment: ProcessEnvironment;
  /** Limit of the run time in milliseconds; the whole process group ends when it is reached. */
  readonly timeoutMs: number;
  /** Bytes kept of standard output and of standard error, each; what comes after is read and dropped. */
  readonly maxOutputBytes: number;
  readonly signal?: AbortSignal;
}

/** How a program ended and what it said. */
export interface ProcessResult {
  /** Null when a signal ended it. */
  readonly exit_code: number | null;
  /** Name of the signal that ended it, for example `SIGKILL`; null when it exited by itself. */
  readonly signal: string | null;
  /** UTF-8; bytes that are not become U+FFFD. */
  readonly stdout: string;
  readonly stderr: string;
  /** Whether the time limit ended it. */
  readonly timed_out: boolean;
  /** Whether output was dropped for its size. */
  readonly truncated: boolean;
}

/** Milliseconds between the request to end and the signal that cannot be ignored. */
const KILL_GRACE_MS = 1000;
/** Milliseconds to wait for the rest of the output when something outside the group still holds the pipes. */
const DRAIN_MS = 1000;
/** Longest delay that a timer takes; above it would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Runs a program without a shell, with the environment given and nothing on its standard input.
 *
 * The program leads a process group of its own. At the time limit or on abort the whole group gets SIGTERM and, a second
 * later, SIGKILL; what is left of the group when the program itself ends is killed as well, so nothing that it started
 * in the background outlives the call (only a process that made itself a session of its own escapes). A limit that was
 * reached is a result (`timed_out`), not an error.
 *
 * @throws ToolError NOT_FOUND without such a program or working folder, PERMISSION_DENIED when it may not be executed,
 * INVALID_ARGUMENT for arguments the system refuses, CANCELLED after an abort.
 */
export function runProcess(request: ProcessRequest): Promise<ProcessResult> {
  return new Promise((resolve, reject) => {
    if (request.signal?.aborted === true) {
      reject(cancelled(request));
      return;
    }
    const child = startProcess(request);
    const stdout = collect(child.stdout, request.maxOutputBytes);
    const stderr = collect(child.stderr, request.maxOutputBytes);
    let isTimedOut = false;
    let isAborted = false;
    let killTimer: NodeJS.Timeout | undefined;
    let drainTimer: NodeJS.Timeout | undefined;

    const end = () => {
      killGroup(child, 'SIGTERM');
      killTimer ??= setTimeout(() => killGroup(child, 'SIGKILL'), KILL_GRACE_MS);
    };
    const onAbort = () => {
      isAborted = true;
      end();
    };
    const onOwnExit = () => killGroup(child, 'SIGKILL');
    const timer = setTimeout(
      () => {
        isTimedOut = true;
        end();
      },
      Math.min(request.timeoutMs, MAX_TIMER_MS),
    );
    const stopWatching = () => {
      clearTimeout(timer);
      clearTimeout(killTimer);
      request.signal?.removeEventListener('abort', onAbort);
    };
    request.signal?.addEventListener('abort', onAbort, { once: true });
    process.once('exit', onOwnExit);

    child.on('error', (error) => {
      // Raised before the program ran, or by a signal that could not be sent: only the former ends the call here.
      if (child.pid !== undefined) return;
      stopWatching();
      process.removeListener('exit', onOwnExit);
      reject(startError(request, error));
    });
    child.once('exit', () => {
      stopWatching();
      killGroup(child, 'SIGKILL');
      drainTimer = setTimeout(() => {
        child.stdout?.destroy();
        child.stderr?.destroy();
      }, DRAIN_MS);
    });
    child.once('close', (code, signal) => {
      clearTimeout(drainTimer);
      process.removeListener('exit', onOwnExit);
      if (child.pid === undefined) return;
      if (isAborted) {
        reject(cancelled(request));
        return;
      }
      resolve({
        exit_code: code,
        signal,
        stdout: stdout.text(),
        stderr: stderr.text(),
        timed_out: isTimedOut,
        truncated: stdout.isTruncated() || stderr.isTruncated(),
      });
    });
  });
}

function startProcess(request: ProcessRequest): ChildProcess {
  try {
    return spawn(request.command, [...request.args], {
      cwd: request.cwd,
      env: { ...request.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
      shell: false,
      windowsHide: true,
    });
  } catch (error) {
    throw startError(request, error);
  }
}

/** Sends a signal to the process and all of its group; nothing happens when it is gone. */
function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // No such group any more, or a system without groups: then the child alone is left to signal.
    child.kill(signal);
  }
}

interface Collected {
  text(): string;
  isTruncated(): boolean;
}

/** Keeps the first bytes of a stream and reads on, so that the writer never waits for a reader. */
function collect(stream: Readable | null, maxBytes: number): Collected {
  const chunks: Buffer[] = [];
  let size = 0;
  let isTruncated = false;
  stream?.on('data', (chunk: Buffer) => {
    const kept = chunk.subarray(0, Math.max(0, maxBytes - size));
    isTruncated ||= kept.length < chunk.length;
    size += kept.length;
    if (kept.length > 0) chunks.push(kept);
  });
  stream?.on('error', () => undefined);
  return {
    // Streaming mode drops a character that the limit cut in two.
    text: () => new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.concat(chunks), { stream: isTruncated }),
    isTruncated: () => isTruncated,
  };
}

function cancelled({ command }: ProcessRequest): ToolError {
  return new ToolError('CANCELLED', 'The run was cancelled.', { command });
}

function startError({ command }: ProcessRequest, error: unknown): ToolError {
  const code = systemErrorCode(error);
  const details = { command };
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return new ToolError('NOT_FOUND', 'The program or its working folder does not exist.', details, { cause: error });
  if (code === 'EACCES' || code === 'EPERM')
    return new ToolError('PERMISSION_DENIED', 'The program may not be executed.', details, { cause: error });
  const message = 'The program could not be started with these arguments.';
  return new ToolError('INVALID_ARGUMENT', message, details, { cause: error });
}
