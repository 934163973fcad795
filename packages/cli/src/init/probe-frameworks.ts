import { execFile } from 'node:child_process';
import type { Io } from '../io.js';
import { findProgram } from '../doctor/find-program.js';

/** Frameworks in the order in which they decide, by the module that Python finds. */
export const FRAMEWORKS = [
  ['torch', 'PyTorch'],
  ['tensorflow', 'TensorFlow'],
  ['jax', 'JAX'],
  ['cupy', 'CuPy'],
] as const;

const TIME_LIMIT_MS = 5_000;
/** Looks for modules without importing them; `-I` keeps the current folder and PYTHON variables out. */
const SCRIPT = `import importlib.util as u
for m in (${FRAMEWORKS.map(([module]) => `'${module}'`).join(', ')}):
    if u.find_spec(m): print(m)`;

/** Names of the frameworks that the Python of `PATH` can import; none without Python. */
export async function probeFrameworks(io: Pick<Io, 'env' | 'platform' | 'signal'>): Promise<string[]> {
  const python = findProgram('python3', io) ?? findProgram('python', io);
  if (python === null) return [];
  const output = await new Promise<string>((resolve) => {
    const options = { timeout: TIME_LIMIT_MS, ...(io.signal === undefined ? {} : { signal: io.signal }) };
    execFile(python, ['-I', '-c', SCRIPT], options, (_error, stdout) => {
      resolve(stdout);
    });
  });
  const found = new Set(output.split(/\s+/));
  return FRAMEWORKS.filter(([module]) => found.has(module)).map(([, name]) => name);
}
