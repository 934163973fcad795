import { execFileSync } from 'node:child_process';
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

  it('leaves a link a link and the rights of a file as they were', () => {
    const folder = newFolder();
    fs.writeFileSync(path.join(folder, 'real.txt'), 'old', { mode: 0o600 });
    fs.symlinkSync('real.txt', path.join(folder, 'link.txt'));
    writeReportFile(path.join(folder, 'link.txt'), 'new');
    expect(fs.lstatSync(path.join(folder, 'link.txt')).isSymbolicLink()).toBe(true);
    expect(fs.readFileSync(path.join(folder, 'real.txt'), 'utf8')).toBe('new');
    expect(fs.statSync(path.join(folder, 'real.txt')).mode & 0o777).toBe(0o600);
    expect(fs.readdirSync(folder).sort()).toEqual(['link.txt', 'real.txt']);
  });

  it('is not stopped by what a killed process of the same number left behind', () => {
    const folder = newFolder();
    fs.writeFileSync(path.join(folder, `.perfxpert-${String(process.pid)}.tmp`), 'half');
    writeReportFile(path.join(folder, 'report.txt'), 'whole');
    expect(fs.readFileSync(path.join(folder, 'report.txt'), 'utf8')).toBe('whole');
  });

  it('writes into a device instead of putting a file in its place', () => {
    if (process.platform === 'win32') return;
    const folder = newFolder();
    const pipe = path.join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const reader = fs.openSync(pipe, fs.constants.O_RDWR);
    writeReportFile(pipe, 'through');
    const bytes = Buffer.alloc(16);
    const length = fs.readSync(reader, bytes, 0, bytes.length, null);
    fs.closeSync(reader);
    expect(bytes.subarray(0, length).toString()).toBe('through');
    expect(fs.statSync(pipe).isFIFO()).toBe(true);
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
