import path from 'node:path';
import type { ErrorFormat } from './error-format.js';
import type { ExitCode } from './exit-codes.js';
import { EXIT, exitCodeOf } from './exit-codes.js';
import type { Io } from './io.js';
import { escapeStrings } from './render/escape-strings.js';
import { escapeText } from './render/escape-text.js';
import { UsageError } from './usage-error.js';

/** An error as the user is told of it. */
interface Told {
  readonly code: string;
  readonly message: string;
  readonly exitCode: ExitCode;
  readonly details: Readonly<Record<string, unknown>>;
}

/**
 * Tells the user about an error in one line on stderr, with `--error-format json` as one JSON object, and returns the
 * exit code. The text of errors that are not ours stays hidden, since it may come from a trace; `PERFXPERT_DEBUG=1`
 * shows it with its stack.
 */
export async function reportError(error: unknown, io: Io, format: ErrorFormat = 'text'): Promise<ExitCode> {
  const { code, message, exitCode, details } = await describe(error, io);
  if (format === 'json') {
    const told = { error: { code, message: escapeText(message), exit_code: exitCode, details } };
    io.stderr.write(`${JSON.stringify(escapeStrings(told))}\n`);
  } else {
    io.stderr.write(`perfxpert: ${escapeText(message)}\n`);
  }
  if (io.env['PERFXPERT_DEBUG'] === '1') io.stderr.write(stackOf(error));
  return exitCode;
}

async function describe(error: unknown, io: Io): Promise<Told> {
  if (error instanceof UsageError)
    return { code: 'INVALID_ARGUMENT', message: error.message, exitCode: EXIT.badInput, details: {} };
  const toolkit = await import('@perfxpert/agents/toolkit').catch(() => null);
  if (toolkit?.isPerfXpertError(error) === true) {
    const exitCode = exitCodeOf(error.code);
    const { code, details } = error;
    if (exitCode !== EXIT.internal)
      return { code, message: withPath(error.message, details['path'], io), exitCode, details };
  }
  const message = 'internal error (exit 70). Set PERFXPERT_DEBUG=1 and run again';
  return { code: 'INTERNAL', message, exitCode: EXIT.internal, details: {} };
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
