import fs from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { apply } from '../../../src/catalog/patch-mgr/apply.js';
import { revert, revertTool } from '../../../src/catalog/patch-mgr/revert.js';
import { expectOverTheWire, rejectionOf } from '../../support/expect-tool.js';
import { ProjectFolder } from '../../support/project-folder.js';

let project: ProjectFolder;
beforeEach(() => {
  project = new ProjectFolder();
});
afterEach(() => project.remove());

const patch = (path: string, content: string) =>
  apply({ project_root: project.root, rel_path: path, new_content: content });
const undo = (path: string) => revert({ project_root: project.root, rel_path: path });

describe('patch_mgr.revert', () => {
  it('brings back the original after any number of patches, and removes the backup', async () => {
    project.write('a.cpp', 'old');
    for (const content of ['one', 'two', 'three']) await patch('a.cpp', content);
    await expectOverTheWire(
      revertTool,
      { project_root: project.root, rel_path: 'a.cpp' },
      { reverted: true, target_path: project.at('a.cpp') },
    );
    expect([project.read('a.cpp'), project.files()]).toEqual(['old', ['a.cpp']]);
  });

  it('brings back a file that is gone', async () => {
    project.write('a.cpp', 'old');
    await patch('a.cpp', 'new');
    fs.rmSync(project.at('a.cpp'));
    await undo('a.cpp');
    expect(project.read('a.cpp')).toBe('old');
  });

  it('reverts nothing without a backup', async () => {
    project.write('a.cpp', 'old');
    expect((await rejectionOf(undo('a.cpp'))).code).toBe('NOT_FOUND');
    expect(project.files()).toEqual(['a.cpp']);
  });

  it('stays inside the project', async () => {
    fs.writeFileSync(`${project.home}/x`, 'new');
    fs.writeFileSync(`${project.home}/x.bak`, 'old');
    expect((await rejectionOf(undo('../x'))).code).toBe('OUTSIDE_ROOT');
    expect(fs.readFileSync(`${project.home}/x`, 'utf8')).toBe('new');
  });

  it('refuses a backup that is a link, a backup as the file, and what does not exist', async () => {
    project.write('a.cpp', 'new');
    fs.symlinkSync('/etc/passwd', project.at('a.cpp.bak'));
    expect((await rejectionOf(undo('a.cpp'))).code).toBe('INVALID_ARGUMENT');
    expect((await rejectionOf(undo('none.bak'))).code).toBe('INVALID_ARGUMENT');
    expect((await rejectionOf(undo('none.cpp'))).code).toBe('NOT_FOUND');
  });
});
