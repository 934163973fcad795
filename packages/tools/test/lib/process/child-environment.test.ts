import fs from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { childEnvironment } from '../../../src/lib/process/child-environment.js';
import { SYSTEM_PROGRAM_FOLDERS } from '../../../src/lib/process/search-path.js';
import { createToolContext } from '../../../src/tool/tool-context.js';
import { ProjectFolder } from '../../support/project-folder.js';

const SYSTEM = SYSTEM_PROGRAM_FOLDERS.join(':');
let project: ProjectFolder;
beforeAll(() => {
  project = new ProjectFolder();
});
afterAll(() => project.remove());

const childOf = (environment: Record<string, string>, extra?: Record<string, string>, trustHomePrograms = false) =>
  childEnvironment(createToolContext({ processEnvironment: environment, settings: { trustHomePrograms } }), extra);

describe('childEnvironment', () => {
  it('SF-7 keeps PATH and ROCM_PATH and no key of a service', async () => {
    const { environment } = await childOf({ ANTHROPIC_API_KEY: 'k', PATH: '/usr/bin', ROCM_PATH: '/opt/rocm' });
    expect(Object.keys(environment).sort()).toEqual(['PATH', 'ROCM_PATH']);
    expect(environment['ROCM_PATH']).toBe('/opt/rocm');
  });

  it('keeps what the allow-list has, in both of its forms', async () => {
    const kept = {
      HOME: '/h',
      USER: 'u',
      LANG: 'C',
      LC_ALL: 'C',
      TMPDIR: '/t',
      HIP_PATH: '/opt/rocm',
      HSA_OVERRIDE_GFX_VERSION: '9.0.0',
      ROCR_VISIBLE_DEVICES: '0',
      HIP_VISIBLE_DEVICES: '1',
      GPU_DEVICE_ORDINAL: '2',
      ROCPROF_ATT_LIBRARY_PATH: '/opt/rocm/lib',
      ROCPROFV3_X: '1',
      ROCPROFILER_PC_SAMPLING_BETA_ENABLED: '1',
    };
    const { environment, ignored } = await childOf(kept);
    expect(environment).toEqual({ ...kept, PATH: SYSTEM });
    expect(ignored).toEqual([]);
  });

  it('leaves out what changes the code that runs, secrets, and what the profiler sets itself, extra or not', async () => {
    const names = [
      'LD_PRELOAD',
      'LD_LIBRARY_PATH',
      'DYLD_INSERT_LIBRARIES',
      'PYTHONPATH',
      'PYTHONHOME',
      'NODE_OPTIONS',
      'PERL5OPT',
      'RUBYOPT',
      'BASH_ENV',
      'ENV',
      'IFS',
      'GCONV_PATH',
      'OPENAI_API_KEY',
      'PERFXPERT_LLM_ANTHROPIC_KEY',
      'AWS_SECRET_ACCESS_KEY',
      'ROCPROFILER_API_KEY',
      'ROCPROFILER_LIBRARY_CTOR',
      'ROCPROFILER_LOG_LEVEL',
      'ROCP_TOOL_LIBRARIES',
      'ROCPROF_PRELOAD',
      'path',
      'ROCPROFV3_A B',
    ];
    const variables = Object.fromEntries(names.map((name) => [name, 'x']));
    expect(await childOf(variables)).toEqual({ environment: { PATH: SYSTEM }, ignored: [] });
    const asExtra = await childOf({}, variables);
    expect(asExtra.environment).toEqual({ PATH: SYSTEM });
    expect(asExtra.ignored).toEqual([...names].sort());
  });

  it('lets extra variables win, and leaves out values that no program can get', async () => {
    const { environment, ignored } = await childOf({ LANG: 'C', USER: 'a\0b' }, { LANG: 'de', TMPDIR: 'a\0b' });
    expect(environment).toEqual({ LANG: 'de', PATH: SYSTEM });
    expect(ignored).toEqual(['TMPDIR']);
  });

  it('rebuilds PATH of trusted folders that exist, each once, the inherited ones first', async () => {
    // of the entries only /usr/sbin and /bin are absolute, there, and an administrator's
    const inherited = `.:bin::/usr/sbin/:${project.programs}:/tmp:/usr/bin/../../tmp:/usr/local/bin/none:/bin:/usr/sbin`;
    const { environment } = await childOf({ PATH: inherited, HOME: project.home });
    const rest = SYSTEM_PROGRAM_FOLDERS.filter((folder) => folder !== '/usr/sbin' && folder !== '/bin');
    expect(environment.PATH).toBe(['/usr/sbin', '/bin', ...rest].join(':'));
  });

  it('takes folders below HOME only when told to, and never for a HOME that came as an extra', async () => {
    const variables = { PATH: project.programs, HOME: project.home };
    expect((await childOf(variables, {}, true)).environment.PATH).toBe(`${project.programs}:${SYSTEM}`);
    expect((await childOf(variables)).environment.PATH).toBe(SYSTEM);
    const { environment } = await childOf({ PATH: project.programs }, { HOME: project.home }, true);
    expect(environment.PATH).toBe(SYSTEM);
    expect((await childOf({ PATH: project.programs, HOME: '/' }, {}, true)).environment.PATH).toBe(SYSTEM);
  });

  it('adds the bin folder of a ROCm that is trusted', async () => {
    const rocm = `${project.home}/rocm`;
    fs.mkdirSync(`${rocm}/bin`, { recursive: true });
    const variables = { HOME: project.home, ROCM_PATH: rocm, HIP_PATH: `${rocm}/` };
    expect((await childOf(variables, {}, true)).environment.PATH).toBe(`${rocm}/bin:${SYSTEM}`);
    expect((await childOf(variables)).environment.PATH).toBe(SYSTEM);
  });
});
