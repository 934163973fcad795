import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import { openTrace, readFlatKernels } from '../../src/index.js';
import { buildTrace } from '../../src/testing/index.js';

let folder = '';

beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'flat-'));
});

afterAll(() => {
  fs.rmSync(folder, { recursive: true });
});

function writeFile(name: string, statements: string): string {
  const file = path.join(folder, name);
  const database = new Database(file);
  database.exec(statements);
  database.close();
  return file;
}

describe('readFlatKernels', () => {
  it('reads names and durations, and counts rows that are none', () => {
    const file = writeFile(
      'flat.db',
      `create table rocpd_kernel_dispatch (name text, duration_ns);
       insert into rocpd_kernel_dispatch values ('a', 5), ('b', 7), ('a', 6), (null, 1), ('c', -1), ('d', 'x');`,
    );
    expect(readFlatKernels(file)).toEqual({
      names: ['a', 'b'],
      kernel: Uint32Array.from([0, 1, 0]),
      durationsNs: Float64Array.from([5, 7, 6]),
      droppedCount: 3,
    });
    expect(() => openTrace(file)).toThrow(expect.objectContaining({ code: 'SCHEMA_UNSUPPORTED' }));
  });

  it('reads a table whose name needs quoting, and leaves the file as it is', () => {
    const file = writeFile(
      'quoted.db',
      `create table "rocpd_kernel_dispatch_a"";drop" (name text, duration_ns integer);
       insert into "rocpd_kernel_dispatch_a"";drop" values ('k', 1);`,
    );
    const before = fs.readFileSync(file);
    expect(readFlatKernels(file)?.names).toEqual(['k']);
    expect(fs.readFileSync(file).equals(before)).toBe(true);
  });

  it('is null for a trace with times', () => {
    const trace = buildTrace({ kernels: [{ name: 'k', startNs: 0, endNs: 1 }] });
    expect(readFlatKernels(trace.path)).toBeNull();
    trace.dispose();
  });

  it('says what a file is that holds no database', () => {
    const file = path.join(folder, 'text.db');
    fs.writeFileSync(file, 'hello');
    expect(() => readFlatKernels(file)).toThrow(expect.objectContaining({ code: 'NOT_A_TRACE' }));
    expect(() => readFlatKernels(path.join(folder, 'none.db'))).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }));
  });
});
