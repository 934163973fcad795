import { beforeEach, describe, expect, it } from '@jest/globals';
import { close } from '../../../src/catalog/tasks/close.js';
import { create, createTool } from '../../../src/catalog/tasks/create.js';
import { next } from '../../../src/catalog/tasks/next.js';
import { queryByKernel } from '../../../src/catalog/tasks/query-by-kernel.js';
import { show } from '../../../src/catalog/tasks/show.js';
import { update, updateTool } from '../../../src/catalog/tasks/update.js';
import { openTasks } from '../../../src/store/tasks.js';
import type { ToolOptions } from '../../../src/tool/tool-context.js';
import { callTool } from '../../../src/tool/call-tool.js';

let options: ToolOptions = {};

beforeEach(() => {
  let minute = 0;
  options = {
    tasks: openTasks({ stateDir: null }),
    now: () => new Date(Date.UTC(2025, 0, 1, 0, minute++)),
  };
});

describe('tasks', () => {
  it('create A; create B depends A; next is A, without A nothing; close A; next is B', async () => {
    const a = await create({ title: 'A' }, options);
    const b = await create({ title: 'B', depends_on: [a] }, options);
    expect((await next({}, options))?.id).toBe(a);
    expect(await next({ exclude_ids: [a] }, options)).toBeNull();
    expect(await close({ id: a }, options)).toMatchObject({ id: a, status: 'closed' });
    expect((await next({}, options))?.id).toBe(b);
  });

  it('a task in progress is not due', async () => {
    const a = await create({ title: 'A' }, options);
    await update({ id: a, status: 'in_progress', assignee: 'agent' }, options);
    expect(await next({}, options)).toBeNull();
    expect(await show({ id: a }, options)).toMatchObject({ status: 'in_progress', assignee: 'agent' });
    expect((await update({ id: a, assignee: null }, options)).assignee).toBeNull();
  });

  it('finds the tasks about a kernel, closed ones too', async () => {
    const kernel = "void k<1>(int)'; drop table tasks; --";
    const first = await create({ title: 'one', meta: { kernel, technique: 'x' } }, options);
    await create({ title: 'other', meta: { kernel: 'other' } }, options);
    const second = await create({ title: 'two', meta: { kernel } }, options);
    await close({ id: first, reason: 'did not help' }, options);
    const found = await queryByKernel({ name: kernel }, options);
    expect(found.map(({ id }) => id)).toEqual([first, second]);
    expect(found[0]).toEqual({
      id: first,
      title: 'one',
      priority: 2,
      status: 'closed',
      assignee: null,
      description: null,
      meta: { kernel, technique: 'x' },
      created_at: '2025-01-01T00:00:00.000Z',
    });
  });

  it('merges meta at the top level', async () => {
    const id = await create({ title: 'A', meta: { a: 1, b: { c: 1 } }, description: 'why' }, options);
    const changed = await update({ id, meta: { b: { d: 2 }, e: null } }, options);
    expect(changed).toMatchObject({ meta: { a: 1, b: { d: 2 }, e: null }, description: 'why' });
  });

  it('refuses unknown ids, other statuses and missing fields', async () => {
    const unknown = { code: 'UNKNOWN_ID' };
    await expect(close({ id: 'pfx-x' }, options)).rejects.toMatchObject(unknown);
    await expect(update({ id: 'pfx-x' }, options)).rejects.toMatchObject(unknown);
    await expect(show({ id: 'pfx-x' }, options)).rejects.toMatchObject(unknown);
    await expect(create({ title: 'A', depends_on: ['pfx-x'] }, options)).rejects.toMatchObject(unknown);
    const invalid = { code: 'INVALID_ARGUMENT' };
    await expect(callTool(updateTool, { id: 'a', status: 'doing' }, options)).rejects.toMatchObject(invalid);
    await expect(callTool(createTool, { title: '' }, options)).rejects.toMatchObject(invalid);
    await expect(callTool(createTool, {}, options)).rejects.toMatchObject(invalid);
  });

  it('keeps tasks in memory when nobody names a folder', async () => {
    const id = await create({ title: 'kept by the process' });
    expect((await show({ id })).title).toBe('kept by the process');
    await close({ id });
  });
});
