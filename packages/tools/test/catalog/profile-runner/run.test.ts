import fs from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { run, runTool } from '../../../src/catalog/profile-runner/run.js';
import type { RunInput } from '../../../src/catalog/profile-runner/run.js';
import { NODE_PROJECT_FILES } from '../../../src/tool/project-files.js';
import { expectOverTheWire, rejectionOf } from '../../support/expect-tool.js';
import { ProjectFolder } from '../../support/project-folder.js';

/** Stands for the profiler: prints its arguments, one a line in brackets, and its environment. */
const PROFILER = `for word in "$@"; do printf '[%s]' "$word"; done; echo; env | sort; pwd -P; echo note >&2; exit 3`;
let project: ProjectFolder;
beforeEach(() => {
  project = new ProjectFolder();
  project.program('rocprofv3', PROFILER);
  fs.writeFileSync(project.at('app'), '#!/bin/sh\n', { mode: 0o755 });
});
afterEach(() => project.remove());

const profile = (line: string, input: Partial<RunInput> = {}, environment?: Record<string, string>) =>
  run({ argv: line.split(' '), cwd: project.root, ...input }, project.options(environment));
const errorOf = (line: string, input: Partial<RunInput> = {}) => rejectionOf(profile(line, input));
const refusalOf = async (line: string) => (await errorOf(line)).details['refusal'];

describe('profile_runner.run', () => {
  it('rocprofv3 --sys-trace -d out -- ./app: runs it in the folder, exit code and output as they are', async () => {
    const result = await profile('rocprofv3 --sys-trace -d out -- ./app');
    expect(result).toMatchObject({
      returncode: 3,
      stderr: 'note\n',
      output_truncated: false,
      target_program: project.at('app'),
      ignored_env: [],
    });
    expect(result.stdout.split('\n')[0]).toBe('[--sys-trace][-d][out][--][./app]');
    expect(result.stdout.split('\n').at(-2)).toBe(project.root);
  });

  it('rocprofv3 --preload x.so -- ./app is refused', async () => {
    expect(await refusalOf('rocprofv3 --preload x.so -- ./app')).toBe('profiler_option');
  });

  it('rocprofv3 -d ../out -- ./app is refused', async () => {
    expect(await refusalOf('rocprofv3 -d ../out -- ./app')).toBe('profiler_option');
  });

  it('rocprofv3 --sys-trace -- ./app;ls is refused', async () => {
    expect(await refusalOf('rocprofv3 --sys-trace -- ./app;ls')).toBe('shell_characters');
  });

  it('[] and ["ls"] are refused', async () => {
    expect((await errorOf('', { argv: [] })).code).toBe('INVALID_ARGUMENT');
    expect((await errorOf('ls')).code).toBe('INVALID_ARGUMENT');
  });

  it.each(['-d ~/out', '-o /tmp/out', '--output-directory C:out', '--output-file=\\out', '-d link/out', '-o ..'])(
    'refuses output to %s',
    async (option) => {
      fs.symlinkSync(project.home, project.at('link'));
      expect(await refusalOf(`rocprofv3 --sys-trace ${option} -- ./app`)).toBe('profiler_option');
    },
  );

  it('takes output below the folder, with keys that the profiler fills in', async () => {
    const line = 'rocprofv3 --sys-trace -d a/../b/%hostname% -o %pid% --summary-output-file stderr -- ./app';
    expect((await profile(line)).returncode).toBe(3);
  });

  it('takes the decoder from anywhere, written plainly', async () => {
    const command = (path: string) => `rocprofv3 --att --att-library-path ${path} -- ./app`;
    expect((await profile(command('/opt/rocm/lib'))).returncode).toBe(3);
    expect(await refusalOf(command('/opt/../tmp'))).toBe('profiler_option');
    expect(await refusalOf(command('~/lib'))).toBe('profiler_option');
  });

  it.each([
    ['host_trap', 'time', '1', true],
    ['host_trap', 'time', '3', true],
    ['stochastic', 'cycles', '256', true],
    ['stochastic', 'cycles', '2147483648', true],
    ['stochastic', 'cycles', '300', false],
    ['stochastic', 'cycles', '128', false],
    ['stochastic', 'cycles', '4294967296', false],
    ['host_trap', 'time', '0', false],
    ['host_trap', 'time', '1.5', false],
    ['host_trap', 'hours', '1', false],
    ['random', 'time', '1', false],
  ])('PC sampling by %s, unit %s, interval %s: %s', async (method, unit, interval, isGood) => {
    const line =
      `rocprofv3 --pc-sampling-beta-enabled --pc-sampling-interval ${interval} --pc-sampling-method ${method} ` +
      `--pc-sampling-unit ${unit} -- ./app`;
    const refusal = await profile(line).then(
      () => null,
      (error: { details: Record<string, unknown> }) => error.details['refusal'],
    );
    expect(refusal).toBe(isGood ? null : 'profiler_option');
  });

  it('attaches to the number of a process, not to a name', async () => {
    expect(await profile('rocprofv3 --pid 123 --sys-trace')).toMatchObject({ returncode: 3, target_program: null });
    expect(await refusalOf('rocprofv3 --pid self --sys-trace')).toBe('profiler_option');
  });

  describe('input files', () => {
    const withFile = (name: string, content: string) => {
      project.write(name, content);
      return `rocprofv3 -i ${name} -- ./app`;
    };

    it('take counters as text, and jobs of allowed options as JSON', async () => {
      expect(
        (await profile(withFile('a.txt', '# pass\npmc: SQ_WAVES GRBM_COUNT\n\npmc: TCC_HIT_sum'))).returncode,
      ).toBe(3);
      const jobs = {
        jobs: [
          { pmc: ['SQ_WAVES'], kernel_include_regex: 'a|b', output_directory: 'out', truncate_kernels: true },
          { pmc_groups: [['SQ_WAVES'], ['TCC_HIT']], 'minimum-output-data': 4 },
        ],
      };
      expect((await profile(withFile('b.json', JSON.stringify(jobs)))).returncode).toBe(3);
    });

    it.each([
      ['a.txt', 'preload: x.so'],
      ['a.json', '{"jobs":[{"preload":["x.so"]}]}'],
      ['a.json', '{"jobs":[{"input":"b.json"}]}'],
      ['a.json', '{"jobs":[{"output_directory":"../out"}]}'],
      ['a.json', '{"jobs":[{"pc_sampling_method":"stochastic","pc_sampling_interval":300}]}'],
      ['a.json', '{"jobs":{}}'],
      ['a.json', 'jobs:'],
      ['a.yaml', 'jobs: []'],
    ])('are refused: %s with %s', async (name, content) => {
      expect(await refusalOf(withFile(name, content))).toBe('profiler_option');
    });

    it('are refused with characters that a shell acts on', async () => {
      expect(await refusalOf(withFile('a.json', '{"jobs":[{"pmc":["$(id)"]}]}'))).toBe('shell_characters');
    });

    it('lie in the folder', async () => {
      fs.writeFileSync(`${project.home}/a.txt`, 'pmc: SQ_WAVES');
      expect(await refusalOf('rocprofv3 -i ../a.txt -- ./app')).toBe('profiler_option');
      expect(await refusalOf('rocprofv3 -E ../a.yaml -- ./app')).toBe('profiler_option');
      expect(await refusalOf('rocprofv3 -i none.txt -- ./app')).toBe('profiler_option');
    });
  });

  it('gives the program a chosen part of the environment', async () => {
    const inherited = { OPENAI_API_KEY: 'k', LD_PRELOAD: 'x.so', ROCR_VISIBLE_DEVICES: '1' };
    const extra = { ROCPROFV3_X: '1', PYTHONPATH: '/x' };
    const result = await profile('rocprofv3 --sys-trace -- ./app', { extra_env: extra }, inherited);
    const names = result.stdout.split('\n').flatMap((line) => /^(\w+)=/.exec(line)?.[1] ?? []);
    // PWD and _ are the shell's own
    const given = names.filter((name) => !['PWD', '_', 'OLDPWD', 'SHLVL'].includes(name));
    expect(given).toEqual(['HOME', 'PATH', 'ROCPROFV3_X', 'ROCR_VISIBLE_DEVICES']);
    expect(result.ignored_env).toEqual(['PYTHONPATH']);
  });

  it('shows the path of the program before it runs', async () => {
    const lines: string[] = [];
    const progressCallback = (line: string) => lines.push(`${line} ${project.files().join()}`);
    project.program('rocprofv3', 'touch ran');
    const input = { argv: ['rocprofv3', '--sys-trace', '--', 'sh', '-c', 'true'], cwd: project.root };
    await run(input, { ...project.options(), progressCallback });
    expect(lines).toEqual([expect.stringMatching(/^run (\/usr)?\/bin\/sh app$/)]);
    expect(project.files()).toEqual(['app', 'ran']);
  });

  it('reports a signal as its negative number', async () => {
    project.program('rocprofv3', 'kill -9 $$');
    expect((await profile('rocprofv3 --sys-trace -- ./app')).returncode).toBe(-9);
  });

  it('goes through JSON in both directions', async () => {
    project.program('rocprofv3', 'echo "$1"');
    const output = { returncode: 0, stdout: '--version\n', stderr: '', output_truncated: false };
    const answer = { ...output, target_program: null, ignored_env: [] };
    const input = { argv: ['rocprofv3', '--version'], cwd: project.root };
    await expectOverTheWire(runTool, input, answer, project.options());
  });

  it('raises at the time limit', async () => {
    project.program('rocprofv3', 'sleep 300');
    const error = await errorOf('rocprofv3 --sys-trace -- ./app', { timeout_s: 0.2 });
    expect(error).toMatchObject({ code: 'TIMEOUT', details: { limit_ms: 200 } });
  });

  it('raises when cancelled', async () => {
    const input = { argv: ['rocprofv3', '--sys-trace', '--', './app'], cwd: project.root };
    const error = await rejectionOf(run(input, { ...project.options(), signal: AbortSignal.abort() }));
    expect(error.code).toBe('CANCELLED');
  });

  it('says what is missing: profiler, program, folder', async () => {
    expect((await errorOf('rocprofv3 --sys-trace -- ./none')).code).toBe('NOT_FOUND');
    expect((await errorOf('rocprofv3 --sys-trace -- no-such-program')).code).toBe('NOT_FOUND');
    expect((await errorOf('rocprofv3 --sys-trace -- ./app', { cwd: project.at('none') })).code).toBe('NOT_FOUND');
    const files = { ...NODE_PROJECT_FILES, isExecutable: () => Promise.resolve(false) };
    const input = { argv: ['rocprofv3', '--sys-trace', '--', './app'], cwd: project.root };
    const error = await rejectionOf(run(input, { ...project.options(), files }));
    expect(error).toMatchObject({ code: 'NOT_FOUND', details: { name: 'rocprofv3', install_cmd: null } });
  });

  it('does not take a profiler from the home folder of a user who did not say so', async () => {
    const { processEnvironment } = project.options();
    const ran: string[] = [];
    project.program('rocprofv3', `touch ${project.at('ran')}`);
    await run(
      { argv: ['rocprofv3', '--version'], cwd: project.root },
      {
        processEnvironment: processEnvironment ?? {},
        runProcess: ({ command }) => {
          ran.push(command);
          return Promise.reject(new Error('stop'));
        },
      },
    ).catch(() => undefined);
    expect(ran.filter((command) => command.startsWith(project.home))).toEqual([]);
  });
});
