import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { openTrace } from '../src/open-trace.js';
import { generateTrace } from '../src/testing/index.js';
import { folderSnapshot } from './__fixtures__/folder-snapshot.js';
import { loadAll } from './__fixtures__/load-all.js';
import { describeWithTraces, recording } from './__fixtures__/shared-traces.js';
import { errorOf, temporaryFolder } from './__fixtures__/temporary-folder.js';

const root = temporaryFolder();
const whole = generateTrace({ path: path.join(root, 'whole.db'), dispatches: 3000 }).path;

/** Overwrites pages of a copy; page numbers count from 1. */
function withBadPages(name: string, pages: (pageCount: number) => readonly number[]): string {
  const content = fs.readFileSync(whole);
  const pageSize = content.readUInt16BE(16);
  for (const page of pages(content.length / pageSize)) content.fill(0xff, (page - 1) * pageSize, page * pageSize);
  const file = path.join(root, name);
  fs.writeFileSync(file, content);
  return file;
}

function cutOff(name: string, share: number): string {
  const file = path.join(root, name);
  const content = fs.readFileSync(whole);
  fs.writeFileSync(file, content.subarray(0, Math.floor(content.length * share)));
  return file;
}

describe('a damaged trace (hard input 4)', () => {
  it('that was cut off is refused, naming the tables that can still be read', () => {
    const file = cutOff('cut.db', 0.6);
    const before = folderSnapshot(root);
    const { code, message, details } = errorOf(() => openTrace(file));
    expect(folderSnapshot(root)).toEqual(before);
    expect(code).toBe('DAMAGED');
    expect(message).toMatch(
      /^cut\.db: the database is damaged or cut off \(readable: rocpd_.*; not readable: rocpd_.*\); copy it again/,
    );
    const readable = details!.readable_tables as string[];
    const broken = details!.unreadable_tables as string[];
    // Small tables lie at the front of a file, the many events at its end.
    expect(readable.some((name) => name.startsWith('rocpd_info_agent_'))).toBe(true);
    expect(broken.some((name) => /^rocpd_(event|region|kernel_dispatch)_/.test(name))).toBe(true);
  });

  it('that lost all but its first bytes is refused', () => {
    const file = path.join(root, 'stub.db');
    fs.writeFileSync(file, fs.readFileSync(whole).subarray(0, 60));
    expect(errorOf(() => openTrace(file))).toMatchObject({ code: 'DAMAGED', details: { readable_tables: [] } });
  });

  it('is refused while it is read where the damage lies in its big tables', async () => {
    const file = withBadPages('pages.db', (count) => [count - 10, count - 40, Math.floor(count / 2)]);
    const trace = openTrace(file);
    await expect(trace.loadProcess(trace.processes[0]!)).rejects.toMatchObject({ code: 'DAMAGED' });
    trace.close();
  });

  it('is refused as damaged, never misread or in any other way, wherever a page is bad', async () => {
    const pageCount = fs.statSync(whole).size / 4096;
    const codes = new Set<unknown>();
    for (let page = 2; page <= pageCount; page += Math.ceil(pageCount / 40)) {
      const file = withBadPages('any.db', () => [page]);
      codes.add(
        await loadAll(file).then(
          () => 'read',
          (error: { code: unknown }) => error.code,
        ),
      );
    }
    // Pages of tables that are not read (unused space, arguments) do not matter.
    codes.delete('read');
    expect([...codes]).toEqual(['DAMAGED']);
  });
});

describeWithTraces('the recording that was cut off (hard input 4)', () => {
  it('is refused as damaged', () => {
    const { code, message } = errorOf(() => openTrace(recording('edge_truncated.db')));
    expect(code).toBe('DAMAGED');
    expect(message).toMatch(/^edge_truncated\.db: the database is damaged or cut off \(no table can be read\)/);
  });

  it('of another program is none of ours', () => {
    expect(errorOf(() => openTrace(recording('edge_not_rocpd.db')))).toMatchObject({
      code: 'NOT_A_TRACE',
      details: { tables: ['measurements'] },
    });
  });
});
