import fs from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  checkExternalTool,
  installInstructions,
  requireExternalTool,
} from '../../../src/lib/process/check-external-tool.js';
import { EXTERNAL_TOOLS } from '../../../src/lib/process/external-tools.js';
import { NODE_PROJECT_FILES } from '../../../src/tool/project-files.js';
import type { ProjectFiles } from '../../../src/tool/project-files.js';
import { rejectionOf } from '../../support/expect-tool.js';
import { ProjectFolder } from '../../support/project-folder.js';

let project: ProjectFolder;

/** A machine on which only files of the project exist: whether ROCm is installed here must not matter. */
const FILES: ProjectFiles = {
  ...NODE_PROJECT_FILES,
  isExecutable: async (path) => path.startsWith(project.home) && NODE_PROJECT_FILES.isExecutable(path),
  realPath: async (path) => (path.startsWith(project.home) ? NODE_PROJECT_FILES.realPath(path) : null),
};
beforeAll(() => {
  project = new ProjectFolder();
});
afterAll(() => project.remove());

describe('checkExternalTool', () => {
  it('DP-1 says how a program that does not work exited', async () => {
    project.program('opencode', 'exit 127');
    const check = await checkExternalTool('opencode', project.options());
    expect(check).toEqual({ available: false, detail: 'opencode --version exited 127' });
  });

  it('DP-2 waits two seconds and no longer', async () => {
    project.program('opencode', 'sleep 300');
    const check = await checkExternalTool('opencode', project.options());
    expect(check).toEqual({ available: false, detail: 'opencode --version timed out after 2 s' });
  });

  it('DP-3 says that a program was not found', async () => {
    const check = await checkExternalTool('rocprofv3', { processEnvironment: {}, files: FILES });
    expect(check.available).toBe(false);
    expect(check.detail).toContain('not found');
  });

  it('finds a program, and runs it only if that shows something', async () => {
    project.program('opencode', 'echo 1.0');
    const path = project.program('rocprofv3', `touch ${project.at('ran')}`);
    expect(await checkExternalTool('opencode', project.options())).toMatchObject({ available: true });
    expect(await checkExternalTool('rocprofv3', project.options())).toEqual({ available: true, detail: path });
    expect(project.files()).toEqual([]);
  });

  it('says so when a program cannot be started', async () => {
    fs.writeFileSync(`${project.programs}/opencode`, '#!/no/such/interpreter\n', { mode: 0o755 });
    const check = await checkExternalTool('opencode', project.options());
    expect(check).toEqual({ available: false, detail: 'opencode could not be started (NOT_FOUND)' });
  });

  it('does not know other names', async () => {
    expect(await checkExternalTool('toString')).toEqual({ available: false, detail: 'unknown tool' });
  });

  it('looks for a library at its variables, in ROCm, in the home folder and along the library path', async () => {
    const file = 'librocprof-trace-decoder.so';
    const find = (environment: Record<string, string>) =>
      checkExternalTool('rocprof-trace-decoder', { processEnvironment: environment, files: FILES });
    const place = (folder: string) => {
      fs.mkdirSync(`${project.home}/${folder}`, { recursive: true });
      fs.writeFileSync(`${project.home}/${folder}/${file}`, '');
      return `${project.home}/${folder}`;
    };
    const own = place('own');
    const rocm = place('rocm/lib/rocprofiler-sdk');
    const local = place('.local/opt/rocprof-trace-decoder/opt/rocm/lib64');
    const found = (folder: string) => ({ available: true, detail: `${folder}/${file}` });
    expect(await find({ PERFXPERT_ROCPROF_TRACE_DECODER_PATH: own, ROCM_PATH: `${project.home}/rocm` })).toEqual(
      found(own),
    );
    expect(await find({ PERFXPERT_ROCPROF_TRACE_DECODER_PATH: `${own}/${file}` })).toEqual(found(own));
    expect(await find({ ROCPROF_ATT_LIBRARY_PATH: `/none:${own}` })).toEqual(found(own));
    expect(await find({ ROCM_PATH: `${project.home}/rocm` })).toEqual(found(rocm));
    expect(await find({ HOME: project.home })).toEqual(found(local));
    expect(await find({ LD_LIBRARY_PATH: `relative:${own}` })).toEqual(found(own));
    expect(await find({ PERFXPERT_ROCPROF_TRACE_DECODER_PATH: `${project.home}/none` })).toMatchObject({
      available: false,
    });
  });
});

describe('requireExternalTool', () => {
  it('DP-3 raises with a hint and installs nothing', async () => {
    const error = await rejectionOf(requireExternalTool('rocprofv3', { processEnvironment: {}, files: FILES }));
    expect(error.code).toBe('NOT_FOUND');
    expect(error.details).toEqual({
      name: 'rocprofv3',
      install_hint: expect.stringContaining('ROCm'),
      install_cmd: null,
    });
  });

  it('DP-4 never asks and never installs: the command is text for the user', async () => {
    const requests: unknown[] = [];
    const error = await rejectionOf(
      requireExternalTool('opencode', {
        processEnvironment: {},
        files: FILES,
        runProcess: (request) => {
          requests.push(request);
          return Promise.reject(new Error('nothing may run'));
        },
      }),
    );
    expect(error.details['install_cmd']).toBe('npm install -g opencode-ai');
    expect(error.message).toContain(installInstructions('opencode'));
    expect(requests).toEqual([]);
  });

  it('has no command that pipes a download into a shell', () => {
    for (const { installHint, installCommand } of EXTERNAL_TOOLS)
      expect(`${installHint} ${installCommand}`).not.toMatch(/\|/);
    expect(installInstructions('none')).toBe('');
  });
});
