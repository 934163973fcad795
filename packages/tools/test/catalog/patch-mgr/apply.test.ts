import fs from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { apply, applyTool } from '../../../src/catalog/patch-mgr/apply.js';
import { revert } from '../../../src/catalog/patch-mgr/revert.js';
import { NODE_PROJECT_FILES } from '../../../src/tool/project-files.js';
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

describe('patch_mgr.apply', () => {
  it('apply twice, revert: original bytes back, backup gone', async () => {
    const original = Buffer.from([0x61, 0xff, 0x00, 0x0a]);
    project.write('src/a.cpp', original);
    expect(await patch('src/a.cpp', 'one')).toEqual({
      applied: true,
      backup_path: project.at('src/a.cpp.bak'),
      target_path: project.at('src/a.cpp'),
      backup_created: true,
    });
    expect((await patch('src/a.cpp', 'two ü\n')).backup_created).toBe(false);
    expect(project.read('src/a.cpp')).toBe('two ü\n');
    expect(project.files()).toEqual(['src/a.cpp', 'src/a.cpp.bak']);
    expect(await undo('src/a.cpp')).toEqual({ reverted: true, target_path: project.at('src/a.cpp') });
    expect(fs.readFileSync(project.at('src/a.cpp')).equals(original)).toBe(true);
    expect(project.files()).toEqual(['src/a.cpp']);
  });

  it('apply ../x is refused', async () => {
    fs.writeFileSync(`${project.home}/x`, 'old');
    expect((await rejectionOf(patch('../x', 'new'))).code).toBe('OUTSIDE_ROOT');
    expect(fs.readFileSync(`${project.home}/x`, 'utf8')).toBe('old');
  });

  it('follows a link inside the project, never one that leads out', async () => {
    project.write('real.cpp', 'old');
    fs.symlinkSync('real.cpp', project.at('link.cpp'));
    fs.writeFileSync(`${project.home}/outside`, 'old');
    fs.symlinkSync('../outside', project.at('out.cpp'));
    expect((await patch('link.cpp', 'new')).target_path).toBe(project.at('real.cpp'));
    expect(fs.lstatSync(project.at('link.cpp')).isSymbolicLink()).toBe(true);
    expect((await rejectionOf(patch('out.cpp', 'new'))).code).toBe('OUTSIDE_ROOT');
  });

  it('does not write its backup through a link that lies in the way', async () => {
    project.write('a.cpp', 'old');
    fs.writeFileSync(`${project.home}/outside`, 'keep');
    fs.symlinkSync('../outside', project.at('a.cpp.bak'));
    expect((await rejectionOf(patch('a.cpp', 'new'))).code).toBe('INVALID_ARGUMENT');
    expect([project.read('a.cpp'), fs.readFileSync(`${project.home}/outside`, 'utf8')]).toEqual(['old', 'keep']);
  });

  it('keeps the permissions of the file, before and after', async () => {
    project.write('run.sh', 'old');
    fs.chmodSync(project.at('run.sh'), 0o750);
    const mode = () => fs.statSync(project.at('run.sh')).mode & 0o777;
    await patch('run.sh', 'new');
    expect(mode()).toBe(0o750);
    await undo('run.sh');
    expect(mode()).toBe(0o750);
  });

  it('refuses a folder, a backup, git, and what does not exist', async () => {
    project.write('a.cpp', 'old');
    project.write('a.cpp.bak', 'older');
    project.write('.git/config', 'old');
    expect((await rejectionOf(patch('.', 'x'))).code).toBe('INVALID_ARGUMENT');
    expect((await rejectionOf(patch('a.cpp.bak', 'x'))).code).toBe('INVALID_ARGUMENT');
    expect((await rejectionOf(patch('.git/config', 'x'))).details['refusal']).toBe('protected_path');
    expect((await rejectionOf(patch('none.cpp', 'x'))).code).toBe('NOT_FOUND');
  });

  it('leaves the old file and no other when the new one cannot be put in place', async () => {
    project.write('a.cpp', 'old');
    fs.mkdirSync(project.at('target'));
    const call = NODE_PROJECT_FILES.replaceFile(project.at('target'), new Uint8Array(3), project.at('a.cpp'));
    await expect(call).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(project.files()).toEqual(['a.cpp']);
  });

  it('goes through JSON in both directions', async () => {
    project.write('a.cpp', 'old');
    const input = { project_root: project.root, rel_path: 'a.cpp', new_content: 'new "text"\n' };
    const path = project.at('a.cpp');
    const answer = { applied: true, backup_path: `${path}.bak`, target_path: path, backup_created: true };
    await expectOverTheWire(applyTool, input, answer);
    expect(project.read('a.cpp')).toBe('new "text"\n');
  });
});
