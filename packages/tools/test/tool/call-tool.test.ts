import { describe, expect, it } from '@jest/globals';
import * as v from 'valibot';
import { callTool } from '../../src/tool/call-tool.js';
import { defineTool } from '../../src/tool/define-tool.js';

const tool = defineTool({
  key: 'sums.add',
  description: 'Adds.',
  toolClass: 'read_only',
  inputSchema: v.strictObject({
    left: v.pipe(v.number(), v.minValue(1)),
    how: v.picklist(['plain', 'twice']),
    more: v.optional(v.object({ right: v.number() })),
    note: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(100))),
    tags: v.optional(v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(3))),
    database_path: v.optional(
      v.union([
        v.pipe(v.string(), v.minLength(1)),
        v.pipe(v.array(v.pipe(v.string(), v.minLength(1))), v.minLength(1)),
      ]),
    ),
  }),
  outputSchema: v.object({ sum: v.number() }),
  run: ({ left, more }) => Promise.resolve({ sum: left + (more?.right ?? 0) }),
});

describe('input that breaks a schema', () => {
  it.each([
    ['a missing field, with its type', {}, 'sums.add: left is missing; give number.'],
    ['a missing field, with its words', { left: 1 }, 'sums.add: how is missing; give ("plain" | "twice").'],
    ['a missing inner field', { left: 1, how: 'plain', more: {} }, 'sums.add: more.right is missing; give a value.'],
    ['a wrong type', { left: 'x', how: 'plain' }, 'sums.add: left must be number.'],
    ['a value out of range', { left: 0, how: 'plain' }, 'sums.add: left must be >=1.'],
    [
      'an unknown field',
      { left: 1, how: 'plain', x: 1 },
      'sums.add: x must be one of the fields database_path, how, left, more, note, tags.',
    ],
    ['an empty text', { left: 1, how: 'plain', note: '' }, 'sums.add: note must be a text that is not empty.'],
    [
      'a long text',
      { left: 1, how: 'plain', note: 'x'.repeat(101) },
      'sums.add: note must be a text of at most 100 characters.',
    ],
    [
      'a long list',
      { left: 1, how: 'plain', tags: ['a', 'b', 'c', 'd'] },
      'sums.add: tags must be a list of at most 3 entries.',
    ],
    ['an empty list', { left: 1, how: 'plain', tags: [] }, 'sums.add: tags must be a list of at least one entry.'],
    [
      'no path',
      { left: 1, how: 'plain', database_path: [] },
      'sums.add: database_path must be a list of at least one path.',
    ],
    [
      'an empty path',
      { left: 1, how: 'plain', database_path: [''] },
      'sums.add: database_path.0 must be a path that is not empty.',
    ],
    ['no object', 5, 'sums.add: input must be Object.'],
  ])('is named: %s', async (_what, input, message) => {
    await expect(callTool(tool, input)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', message });
  });

  it('is told by field, what was expected and what came', async () => {
    await expect(callTool(tool, { left: 1 })).rejects.toMatchObject({
      details: { field: 'how', expected: '("plain" | "twice")', got: 'undefined' },
    });
  });
});
