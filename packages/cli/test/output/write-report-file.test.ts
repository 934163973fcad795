import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { describeWriteFailure } from '../../src/output/write-failure.js';
import { writeReportFile } from '../../src/output/write-report-file.js';
import { useTemporaryFolders } from '../fixtures/temporary-folder.js';

const newFolder = useTemporaryFolders();

function failureOf(write: () => void): unknown {
  try {
    write();
  } catch (error) {
    return describeWriteFailure('report.txt', error);
  }
  throw new Error('expected a failure');
}

describe('writeReportFile', () => {
  it('writes UTF-8 and makes folders', () => {
    const file = path.join(newFolder(), 'a/b/report.txt');
    writeReportFile(file, 'größe ≤ 日本\n');
    expect(fs.readFileSync(file, 'utf8')).toBe('größe ≤ 日本\n');
    expect(fs.readdirSync(path.dirname(file))).toEqual(['report.txt']);
  });

  it('replaces a file', () => {
    const file = path.join(newFolder(), 'report.txt');
    writeReportFile(file, 'old and longer');
    writeReportFile(file, 'new');
    expect(fs.readFileSync(file, 'utf8')).toBe('new');
  });

  it('leaves nothing behind and the old state as it was where it fails', () => {
    const folder = newFolder();
    fs.mkdirSync(path.join(folder, 'report.txt'));
    expect(() => writeReportFile(path.join(folder, 'report.txt'), 'new')).toThrow();
    expect(fs.readdirSync(folder)).toEqual(['report.txt']);
    expect(fs.statSync(path.join(folder, 'report.txt')).isDirectory()).toBe(true);
  });

  it('says what is in the way', () => {
    const folder = newFolder();
    fs.writeFileSync(path.join(folder, 'file'), '');
    fs.mkdirSync(path.join(folder, 'folder'));
    const messageOf = (name: string) => failureOf(() => writeReportFile(path.join(folder, name), 'x'));
    expect(messageOf('file/report.txt')).toMatchObject({
      name: 'UsageError',
      message: expect.stringMatching(/^report\.txt: /),
    });
    expect(messageOf('folder')).toMatchObject({ message: 'report.txt: is a folder' });
    expect(messageOf('n'.repeat(300))).toMatchObject({ message: 'report.txt: the name is too long' });
  });
});

describe('describeWriteFailure', () => {
  it('passes on what is no error of the operating system, and a broken pipe', () => {
    const bug = new TypeError('bug');
    const pipe = Object.assign(new Error('pipe'), { code: 'EPIPE', syscall: 'write' });
    expect([describeWriteFailure('stdout', bug), describeWriteFailure('stdout', pipe)]).toEqual([bug, pipe]);
  });

  it('names codes it has no words for', () => {
    const odd = Object.assign(new Error('odd'), { code: 'EIO', syscall: 'write' });
    expect(describeWriteFailure('stdout', odd)).toMatchObject({ message: 'stdout: cannot be written (EIO)' });
  });
});
