import fs from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { check, checkTool } from '../../../src/catalog/anchors/check.js';
import { expectOverTheWire, rejectionOf } from '../../support/expect-tool.js';
import { ProjectFolder } from '../../support/project-folder.js';

let project: ProjectFolder;
beforeEach(() => {
  project = new ProjectFolder();
});
afterEach(() => project.remove());

const run = (...words: string[]) => check({ project_root: project.root, test_command: words });
const script = (content: string) => fs.writeFileSync(project.at('test.sh'), `#!/bin/sh\n${content}\n`, { mode: 0o755 });

describe('anchors.check', () => {
  it('runs the command in the project and says that it passed', async () => {
    script('pwd -P; echo "$1"');
    expect(await run('./test.sh', 'a b')).toEqual({
      all_passed: true,
      returncode: 0,
      stdout: `${project.root}\na b\n`,
      stderr: '',
      output_truncated: false,
    });
  });

  it('says that it failed, with the exit code', async () => {
    script('echo broken >&2; exit 5');
    expect(await run('./test.sh')).toMatchObject({ all_passed: false, returncode: 5, stderr: 'broken\n' });
    script('kill -15 $$');
    expect(await run('./test.sh')).toMatchObject({ all_passed: false, returncode: -15 });
  });

  it('finds a bare name on the search path only', async () => {
    script('exit 0');
    expect((await run('true')).all_passed).toBe(true);
    expect((await rejectionOf(run('test.sh'))).code).toBe('NOT_FOUND');
  });

  it('gives the tests a chosen part of the environment', async () => {
    const result = await check(
      { project_root: project.root, test_command: ['env'] },
      project.options({ ANTHROPIC_API_KEY: 'k', NODE_OPTIONS: '--require x', HIP_VISIBLE_DEVICES: '0' }),
    );
    const names = result.stdout.split('\n').flatMap((line) => /^(\w+)=/.exec(line)?.[1] ?? []);
    expect(names.sort()).toEqual(['HIP_VISIBLE_DEVICES', 'HOME', 'PATH']);
  });

  it('refuses an empty command, shell characters and commands that destroy', async () => {
    expect((await rejectionOf(run())).code).toBe('INVALID_ARGUMENT');
    expect((await rejectionOf(run(''))).code).toBe('NOT_FOUND');
    expect((await rejectionOf(run('true', 'a;b'))).details['refusal']).toBe('shell_characters');
    expect((await rejectionOf(run('rm', '-rf', 'x'))).details['refusal']).toBe('dangerous_text');
  });

  it('shows the path of the program before it runs', async () => {
    const lines: string[] = [];
    script('exit 0');
    const progressCallback = (line: string) => lines.push(line);
    await check({ project_root: project.root, test_command: ['./test.sh'] }, { progressCallback });
    expect(lines).toEqual([`run ${project.at('test.sh')}`]);
  });

  it('kills all that runs at the time limit, and raises', async () => {
    script('sleep 300 & echo $! > pid; sleep 300');
    const error = await rejectionOf(check({ project_root: project.root, test_command: ['./test.sh'], timeout_s: 1 }));
    expect(error).toMatchObject({ code: 'TIMEOUT', details: { limit_ms: 1000 } });
    const status = `/proc/${project.read('pid').trim()}/status`;
    const isGone = () => !fs.existsSync(status) || /^State:\s+[ZX]/m.test(fs.readFileSync(status, 'utf8'));
    for (let attempt = 0; attempt < 500 && !isGone(); attempt += 1) await new Promise((done) => setTimeout(done, 20));
    expect(isGone()).toBe(true);
  });

  it('goes through JSON in both directions', async () => {
    const answer = { all_passed: true, returncode: 0, stdout: '', stderr: '', output_truncated: false };
    await expectOverTheWire(checkTool, { project_root: project.root, test_command: ['true'] }, answer);
  });

  it('wants a project that exists', async () => {
    const error = await rejectionOf(check({ project_root: project.at('none'), test_command: ['true'] }));
    expect(error.code).toBe('NOT_FOUND');
  });
});
