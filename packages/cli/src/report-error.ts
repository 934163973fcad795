import path from 'node:path';
import type { ExitCode } from './exit-codes.js';
import { EXIT, exitCodeOf } from './exit-codes.js';
import type { Io } from './io.js';
import { escapeText } from './render/escape-text.js';
import { UsageError } from './usage-error.js';

/**
 * Tells the user about an error in one line on stderr and returns the exit code. The text of errors that are not ours
 * stays hidden, since it may come from a trace; `PERFXPERT_DEBUG=1` shows it with its stack.
 */
export async function reportError(error: unknown, io: Io): Promise<ExitCode> {
  const { message, exitCode } = await describe(error, io);
  io.stderr.write(`perfxpert: ${escapeText(message)}\n`);
  if (io.env['PERFXPERT_DEBUG'] === '1') io.stderr.write(stackOf(error));
  return exitCode;
}

async function describe(error: unknown, io: Io): Promise<{ message: string; exitCode: ExitCode }> {
  if (error instanceof UsageError) return { message: error.message, exitCode: EXIT.badInput };
  const toolkit = await import('@perfxpert/agents/toolkit').catch(() => null);
  if (toolkit?.isPerfXpertError(error) === true) {
    const exitCode = exitCodeOf(error.code);
    if (exitCode !== EXIT.internal) return { message: withPath(error.message, error.details['path'], io), exitCode };
  }
  return { message: 'internal error (exit 70). Set PERFXPERT_DEBUG=1 and run again', exitCode: EXIT.internal };
}

/** Names the file by its path: ranks often are folders whose files have the same name. */
function withPath(message: string, file: unknown, io: Io): string {
  if (typeof file !== 'string') return message;
  const name = path.basename(file);
  if (!message.startsWith(`${name}: `)) return message;
  const relative = path.isAbsolute(file) ? path.relative(io.cwd, file) : file;
  const isOutside = relative === '..' || relative.startsWith(`..${path.sep}`);
  return `${isOutside ? file : relative}${message.slice(name.length)}`;
}

function stackOf(error: unknown): string {
  const lines: string[] = [];
  for (let cause: unknown = error; cause !== undefined && lines.length < 200;) {
    lines.push(...(cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)).split('\n'));
    cause = cause instanceof Error ? cause.cause : undefined;
  }
  return lines.map((line) => `${escapeText(line)}\n`).join('');
}
