import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { EXIT } from '../exit-codes.js';
import type { Io } from '../io.js';
import { UsageError } from '../usage-error.js';

/**
 * Runs the program of `@perfxpert/mcp` with these arguments; it reads and writes the streams of this process. Its exit
 * code.
 *
 * @throws UsageError where it is not installed
 */
export function runMcp(
  argv: readonly string[],
  { env, cwd, signal }: Pick<Io, 'env' | 'cwd' | 'signal'>,
): Promise<number> {
  const program = mcpProgram(env);
  if (program === null)
    throw new UsageError('perfxpert-mcp is not installed; install @perfxpert/mcp beside @perfxpert/cli');
  return new Promise((resolve, reject) => {
    // Some package managers put a shell script in front of it.
    const words = program.endsWith('.js') ? [process.execPath, program] : [program];
    const [file = program, ...first] = words;
    const child = spawn(file, [...first, ...argv], { cwd, stdio: 'inherit' });
    signal?.addEventListener('abort', () => child.kill('SIGINT'), { once: true });
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? EXIT.interrupted));
  });
}

/** The script: beside this package, as package managers put it, or on the PATH. */
function mcpProgram(env: Io['env']): string | null {
  const here = path.dirname(fileURLToPath(import.meta.url));
  const beside = ['../../mcp/dist/bin.js', '../../../mcp/dist/bin.js'].map((file) => path.resolve(here, file));
  const onPath = (env['PATH'] ?? '')
    .split(path.delimiter)
    .filter((folder) => path.isAbsolute(folder))
    .map((folder) => path.join(folder, 'perfxpert-mcp'));
  const found = [...beside, ...onPath].find((file) => fs.statSync(file, { throwIfNoEntry: false })?.isFile() === true);
  return found === undefined ? null : fs.realpathSync(found);
}
