import { EXIT } from './exit-codes.js';
import type { Io } from './io.js';
import { main } from './main.js';
import { UsageError } from './usage-error.js';

/**
 * Runs `main` on the real process. The exit code is set, not forced, so that pipes are drained; only an interrupt ends
 * the process at once, because threads may still be reading. A reader that went away (`| head`) is no error.
 */
export async function runProcess(argv: readonly string[]): Promise<void> {
  const { signal, takeInterrupt } = listenForInterrupts();
  const io: Io = {
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    get cwd() {
      return currentFolder();
    },
    platform: process.platform,
    ask,
    signal,
    takeInterrupt,
  };
  // Failed writes are reported by the write that failed; an 'error' event nobody hears would end the process.
  process.stdout.on('error', ignore);
  process.stderr.on('error', ignore);
  const code = await main(argv, io);
  if (code === EXIT.interrupted) process.exit(code);
  process.exitCode = code;
}

/** Interrupts of this process: the first that nobody took aborts the signal, one after that ends the process. */
function listenForInterrupts(): Required<Pick<Io, 'signal' | 'takeInterrupt'>> {
  const interrupt = new AbortController();
  let taken: (() => void) | null = null;
  const onInterrupt = (): void => {
    const action = taken;
    taken = null;
    if (action !== null) return action();
    process.removeListener('SIGINT', onInterrupt);
    interrupt.abort();
  };
  process.on('SIGINT', onInterrupt);
  const takeInterrupt = (action: () => void): (() => void) => {
    taken = action;
    return () => {
      taken = null;
    };
  };
  return { signal: interrupt.signal, takeInterrupt };
}

/** One line of standard input; null where it is at its end or closed. */
async function ask(question: string): Promise<string | null> {
  const { createInterface } = await import('node:readline');
  return new Promise((resolve) => {
    const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: false });
    process.stdin.once('error', () => {
      resolve(null);
    });
    lines.once('close', () => {
      resolve(null);
    });
    process.stderr.write(question);
    lines.once('line', (line) => {
      resolve(line);
      lines.close();
    });
  });
}

/** Asked for only when it is needed: `--help` and the like also work where the folder has been removed. */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch (error) {
    throw new UsageError('the current folder does not exist any more; change to another one', { cause: error });
  }
}

function ignore(): void {}
