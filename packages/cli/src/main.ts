import { CommanderError } from 'commander';
import { CheckFailedError } from './check-failed-error.js';
import { createProgram } from './commands/create-program.js';
import { errorFormatOf } from './error-format.js';
import type { ExitCode } from './exit-codes.js';
import { EXIT } from './exit-codes.js';
import type { Io } from './io.js';
import { systemErrorCode } from './output/system-error-code.js';
import { reportError } from './report-error.js';
import { UsageError } from './usage-error.js';
import { usageMessage } from './usage-message.js';

/**
 * The `perfxpert` command: arguments without `node` and script, the outside world, the exit code. Throws nothing: errors
 * become one line on stderr and a code.
 */
export async function main(argv: readonly string[], io: Io): Promise<ExitCode> {
  if (io.signal?.aborted === true) return EXIT.interrupted;
  try {
    return await untilInterrupted(run(argv, io), io.signal);
  } catch (error) {
    // The reader of the report went away, as `head` does: it has what it wanted.
    if (systemErrorCode(error) === 'EPIPE') return EXIT.ok;
    if (error instanceof CheckFailedError) return EXIT.checkFailed;
    return await reportError(error, io, errorFormatOf(argv));
  }
}

async function run(argv: readonly string[], io: Io): Promise<ExitCode> {
  const program = createProgram(io);
  if (argv.length === 0) {
    program.outputHelp();
    return EXIT.ok;
  }
  try {
    await program.parseAsync(argv, { from: 'user' });
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Help and version are thrown too, with exit code 0.
    if (error.exitCode === 0) return EXIT.ok;
    throw new UsageError(
      usageMessage(
        error,
        program.commands.find((command) => command.name() === argv[0]),
      ),
      {
        cause: error,
      },
    );
  }
}

/** The work, or 130 as soon as the user interrupts, even while the work goes on. */
function untilInterrupted(work: Promise<ExitCode>, signal: AbortSignal | undefined): Promise<ExitCode> {
  if (signal === undefined) return work;
  const interrupted = new Promise<ExitCode>((resolve) => {
    signal.addEventListener('abort', () => resolve(EXIT.interrupted), { once: true });
  });
  return Promise.race([work, interrupted]);
}
