import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { OutputRequest } from '../../src/output/destinations.js';
import { planDestinations } from '../../src/output/destinations.js';
import { useTemporaryFolders } from '../fixtures/temporary-folder.js';

const newFolder = useTemporaryFolders();

const request = (change: Partial<OutputRequest>): OutputRequest => ({
  inputs: ['runs/trace.v1.db'],
  formats: ['text'],
  output: undefined,
  dir: undefined,
  ...change,
});

const namesOf = (change: Partial<OutputRequest>, cwd = newFolder()) =>
  planDestinations(request(change), cwd).map(({ name }) => name);

describe('planDestinations', () => {
  it('goes to stdout without -o and -d, and with -o -', () => {
    const stdout = [{ format: 'text', path: null, name: 'stdout' }];
    expect(planDestinations(request({}), newFolder())).toEqual(stdout);
    expect(planDestinations(request({ output: '-' }), newFolder())).toEqual(stdout);
  });

  it.each([
    ['-d alone: stem of the first trace', { dir: 'out' }, ['out/trace.v1.txt']],
    ['-o and -d', { dir: 'out', output: 'report' }, ['out/report.txt']],
    ['extension not doubled', { output: 'report.txt' }, ['report.txt']],
    ['extension in other case not doubled', { output: 'report.TXT' }, ['report.TXT']],
    ['C26: -o alone, json', { output: 'report', formats: ['json'] as const }, ['report.json']],
    ['extension of another format stays', { output: 'report.txt', formats: ['json'] as const }, ['report.txt.json']],
    ['folders inside -o', { output: 'out/deep/report' }, ['out/deep/report.txt']],
    ['folders inside -o below -d', { dir: 'a', output: 'b/report' }, ['a/b/report.txt']],
    ['several formats', { output: 'r', formats: ['text', 'json'] as const }, ['r.txt', 'r.json']],
    [
      'several formats, one extension given',
      { output: 'r.json', formats: ['text', 'json'] as const },
      ['r.txt', 'r.json'],
    ],
    ['a folder as trace', { inputs: ['runs/rank0/'], dir: 'out' }, ['out/rank0.txt']],
  ])('%s', (_case, change, expected) => {
    expect(namesOf(change)).toEqual(expected.map((name) => path.normalize(name)));
  });

  it('resolves against the current folder', () => {
    const cwd = newFolder();
    expect(planDestinations(request({ output: 'report' }), cwd)[0]?.path).toBe(path.join(cwd, 'report.txt'));
  });

  it('makes nothing', () => {
    const cwd = newFolder();
    planDestinations(request({ dir: 'out' }), cwd);
    expect(fs.readdirSync(cwd)).toEqual([]);
  });

  it.each([
    [{ formats: ['text', 'json'] as const }, /stdout takes one format/],
    [{ formats: ['text', 'json'] as const, output: '-' }, /stdout takes one format/],
    [{ output: '-', dir: 'out' }, /-o - is stdout/],
    [{ output: '' }, /-o: the name of the report is empty/],
    [{ dir: '' }, /-d: the name of the folder is empty/],
    [{ output: 'out/' }, /names a folder/],
    [{ output: '..' }, /names a folder/],
    [{ output: '/tmp/report', dir: 'out' }, /absolute path/],
  ])('refuses %p', (change, message) => {
    expect(() => namesOf(change)).toThrow(message);
  });

  it('refuses a name that is a folder', () => {
    const cwd = newFolder();
    fs.mkdirSync(path.join(cwd, 'report.txt'));
    expect(() => namesOf({ output: 'report' }, cwd)).toThrow('report.txt: is a folder');
  });

  it('never lets a report replace a trace, by whatever path', () => {
    const cwd = newFolder();
    fs.writeFileSync(path.join(cwd, 'trace.txt'), 'a trace with an odd name');
    fs.symlinkSync('trace.txt', path.join(cwd, 'link.db'));
    expect(() => namesOf({ inputs: ['trace.txt'], dir: '.' }, cwd)).toThrow('is the trace itself');
    expect(() => namesOf({ inputs: ['link.db'], output: 'trace' }, cwd)).toThrow('is the trace itself');
  });

  it('never lets a report replace a database, such as a trace in a folder that is the input', () => {
    const cwd = newFolder();
    fs.mkdirSync(path.join(cwd, 'ranks'));
    fs.writeFileSync(path.join(cwd, 'ranks/rank0.txt'), 'SQLite format 3\0and its pages');
    expect(() => namesOf({ inputs: ['ranks'], output: 'ranks/rank0' }, cwd)).toThrow(
      'ranks/rank0.txt: is a database, maybe a trace; choose another name with -o',
    );
  });

  it('speaks of the report where that is what is read', () => {
    const cwd = newFolder();
    fs.writeFileSync(path.join(cwd, 'report.txt'), '{}');
    expect(() => namesOf({ inputs: ['report.txt'], output: 'report', inputKind: 'report' }, cwd)).toThrow(
      'report.txt: is the report itself; choose another name with -o',
    );
  });
});
