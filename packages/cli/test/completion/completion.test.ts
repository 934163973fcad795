import { spawnSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { runMain } from '../fixtures/run-main.js';

const scriptOf = async (shell: string) => (await runMain(['completion', shell])).stdout;
const has = (program: string) => spawnSync(program, ['--version']).error === undefined;

/** What bash offers for the words of a line, the last one being typed. */
function offered(script: string, ...words: string[]): string[] {
  const line = `${script}\nCOMP_WORDS=("$@"); COMP_CWORD=$(( $# - 1 )); _perfxpert; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', line, 'bash', ...words], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.split('\n').filter((word) => word !== '');
}

describe('perfxpert completion', () => {
  it('offers commands, options and values in bash', async () => {
    if (!has('bash')) return;
    const script = await scriptOf('bash');
    expect(offered(script, 'perfxpert', 'an')).toEqual(['analyze']);
    expect(offered(script, 'perfxpert', 'analyze', '--sec')).toEqual(['--section']);
    expect(offered(script, 'perfxpert', 'analyze', '--format', 'm')).toEqual(['markdown']);
    expect(offered(script, 'perfxpert', 'completion', '')).toEqual(expect.arrayContaining(['bash', 'zsh', 'fish']));
  });

  it.each(['bash', 'zsh', 'fish'])('lists every visible command and option for %s', async (shell) => {
    const script = await scriptOf(shell);
    const { stdout: help } = await runMain(['--help']);
    const commands = [...help.matchAll(/^ {2}([a-z]+) (?!\[command\])/gm)].map(([, name]) => name ?? '');
    expect(commands).toEqual(expect.arrayContaining(['analyze', 'diff', 'ci', 'render', 'completion']));
    for (const name of commands.filter((word) => word !== 'help' && word !== 'perfxpert'))
      expect(script).toContain(name);
    for (const flag of ['kernel', 'section', 'error-format', 'no-timestamps']) expect(script).toContain(flag);
  });

  it('is a script that its shell can read', async () => {
    for (const [shell, argv] of [
      ['bash', ['-n']],
      ['zsh', ['-n']],
      ['fish', ['--no-execute']],
    ] as const) {
      if (!has(shell)) continue;
      const { status, stderr } = spawnSync(shell, argv, { input: await scriptOf(shell), encoding: 'utf8' });
      expect({ shell, status, stderr }).toEqual({ shell, status: 0, stderr: '' });
    }
  });

  it('refuses other shells', async () => {
    const { code, stderr } = await runMain(['completion', 'tcsh']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/bash, zsh, fish/);
  });
});
