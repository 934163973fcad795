import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { build, buildTool } from '../../../src/catalog/compile-runner/build.js';
import type { BuildInput } from '../../../src/catalog/compile-runner/build.js';
import { NODE_PROJECT_FILES } from '../../../src/tool/project-files.js';
import type { ToolOptions } from '../../../src/tool/tool-context.js';
import { expectOverTheWire, rejectionOf } from '../../support/expect-tool.js';
import { ProjectFolder } from '../../support/project-folder.js';

let project: ProjectFolder;
beforeEach(() => {
  project = new ProjectFolder();
  project.write('src/main.cpp', '#include <cstdio>\nint main() { std::puts("hello"); }\n');
});
afterEach(() => project.remove());

/** The system's own compiler, as a user would name it in PERFXPERT_CXX. */
const gcc: ToolOptions = { settings: { compiler: 'g++' } };
const input = (fields: Partial<BuildInput> = {}): BuildInput => ({
  project_root: project.root,
  source_rel: 'src/main.cpp',
  flags: [],
  ...fields,
});
const errorOf = (fields: Partial<BuildInput>) => rejectionOf(build(input(fields), gcc));

describe('compile_runner.build', () => {
  it('-O3 is accepted: builds a program that runs', async () => {
    const result = await build(input({ flags: ['-O3', '-ffast-math'], output_rel: 'hello' }), gcc);
    expect(result).toEqual({
      returncode: 0,
      stdout: '',
      stderr: '',
      output_truncated: false,
      errors: [],
      total_count: 0,
      truncated: false,
    });
    expect(execFileSync(project.at('hello'), { encoding: 'utf8' })).toBe('hello\n');
  });

  it('--offload-arch=gfx942 is accepted', async () => {
    project.program('amdclang++', 'echo "$@"; pwd -P');
    const flags = ['--offload-arch=gfx942', '-mllvm -amdgpu-num-vgpr=64'];
    const result = await build(input({ flags }), project.options());
    expect(result.stdout).toBe(
      `src/main.cpp --offload-arch=gfx942 -mllvm -amdgpu-num-vgpr=64 -o a.out\n${project.root}\n`,
    );
  });

  it('-Xlinker is refused, by name', async () => {
    const error = await errorOf({ flags: ['-O3', '-Xlinker', '--wrap,write'] });
    expect(error.code).toBe('INVALID_ARGUMENT');
    expect(error.details).toMatchObject({ refusal: 'compiler_flag', refused: ['-Xlinker', '--wrap,write'] });
  });

  it('returns the errors of a build that fails, lines and columns as numbers', async () => {
    project.write('src/main.cpp', 'int main() {\n  return missing;\n}\n');
    const result = await build(input(), gcc);
    expect(result.returncode).toBe(1);
    expect(result.errors).toEqual([
      { file: 'src/main.cpp', line: 2, col: 10, sev: 'error', msg: expect.stringContaining('missing') },
    ]);
    expect(result.total_count).toBe(1);
    expect(project.files()).toEqual(['src/main.cpp']);
  });

  it('lists 200 errors and counts the rest', async () => {
    project.program('amdclang++', 'for i in $(seq 250); do echo "a.cpp:$i:1: error: x" >&2; done; exit 1');
    const result = await build(input(), project.options());
    expect([result.errors.length, result.errors.at(-1)?.line, result.total_count, result.truncated]).toEqual([
      200,
      200,
      250,
      true,
    ]);
  });

  it('does not let a file name become an option', async () => {
    project.write('-fplugin=x.cpp', 'int main() {}');
    project.program('amdclang++', 'echo "$@"');
    const result = await build(input({ source_rel: '-fplugin=x.cpp', output_rel: '@x' }), project.options());
    expect(result.stdout).toBe('./-fplugin=x.cpp -o ./@x\n');
  });

  it('stays inside the project', async () => {
    fs.symlinkSync('/etc/passwd', project.at('link.cpp'));
    fs.symlinkSync('/tmp', project.at('tmp'));
    for (const fields of [
      { source_rel: '../main.cpp' },
      { source_rel: 'link.cpp' },
      { output_rel: '../a.out' },
      { output_rel: 'tmp/a.out' },
      { output_rel: '/tmp/a.out' },
    ])
      expect([fields, (await errorOf(fields)).code]).toEqual([fields, 'OUTSIDE_ROOT']);
  });

  it.each([[{ source_rel: 'src/$(id).cpp' }], [{ output_rel: 'a;b' }], [{ flags: ['-O3|x'] }]])(
    'refuses characters that a shell acts on: %j',
    async (fields) => {
      expect((await errorOf(fields)).details['refusal']).toBe('shell_characters');
    },
  );

  it('overwrites no source, no folder and nothing of git', async () => {
    fs.mkdirSync(project.at('.git'));
    for (const path of ['src/main.cpp', 'src/other.hpp', 'src', '.', '.git/hooks/pre-commit'])
      expect([path, (await errorOf({ output_rel: path })).code]).toEqual([path, 'INVALID_ARGUMENT']);
  });

  it('says what is missing: source, root, compiler', async () => {
    expect((await errorOf({ source_rel: 'src/none.cpp' })).code).toBe('NOT_FOUND');
    expect((await errorOf({ source_rel: 'src' })).code).toBe('INVALID_ARGUMENT');
    expect((await errorOf({ project_root: project.at('none') })).code).toBe('NOT_FOUND');
    const compile = (compiler: string) => rejectionOf(build(input(), { settings: { compiler } }));
    expect((await compile('no-such-compiler')).code).toBe('NOT_FOUND');
    expect((await compile('bin/g++')).code).toBe('INVALID_ARGUMENT');
    expect((await compile('ccache; g++')).code).toBe('INVALID_ARGUMENT');
    const files = { ...NODE_PROJECT_FILES, isExecutable: () => Promise.resolve(false) };
    expect(await rejectionOf(build(input(), { files }))).toMatchObject({
      code: 'NOT_FOUND',
      details: { name: 'amdclang++' },
    });
  });

  it('takes a compiler by its absolute path', async () => {
    const compiler = project.program('my-clang', 'echo mine');
    expect((await build(input(), { settings: { compiler } })).stdout).toBe('mine\n');
  });

  it('goes through JSON in both directions', async () => {
    const none = { stdout: '', stderr: '', output_truncated: false, errors: [], total_count: 0, truncated: false };
    await expectOverTheWire(buildTool, input({ flags: ['-O1'] }), { returncode: 0, ...none }, gcc);
  });

  it('raises at the time limit', async () => {
    project.program('amdclang++', 'sleep 300');
    const error = await rejectionOf(build(input({ timeout_s: 0.2 }), project.options()));
    expect(error).toMatchObject({ code: 'TIMEOUT', details: { limit_ms: 200 } });
  });
});
