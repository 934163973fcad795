import { describe, expect, it } from '@jest/globals';
import { identifyHotKernels, identifyHotKernelsTool } from '../../../src/catalog/regression/identify-hot-kernels.js';
import { callTool } from '../../../src/tool/call-tool.js';
import { withRuns } from '../../support/run-files.js';
import type { Calls } from '../../support/run-files.js';

const hot = (calls: Calls) => withRuns([calls], (file = '') => identifyHotKernels({ db_path: file }));

describe('identifyHotKernels', () => {
  it('takes kernels until 80 % are covered, and all with 3 %', async () => {
    expect(
      await hot([
        ['matmul', 7, 1000],
        ['conv2d', 1, 2000],
        ['add', 1, 1000],
      ]),
    ).toEqual([
      { name: 'matmul', total_ns: 7000, share_frac: 0.7 },
      { name: 'conv2d', total_ns: 2000, share_frac: 0.2 },
      { name: 'add', total_ns: 1000, share_frac: 0.1 },
    ]);
    // 80 % after a and b exactly; 3 % is enough, 2.9 % is not.
    const rows = await hot([
      ['a', 1, 500],
      ['b', 1, 300],
      ['c', 1, 141],
      ['d', 1, 30],
      ['e', 1, 29],
    ]);
    expect(rows.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('orders kernels of equal time by name', async () => {
    expect(
      (
        await hot([
          ['b', 1, 5],
          ['a', 1, 5],
        ])
      ).map(({ name }) => name),
    ).toEqual(['a', 'b']);
  });

  it('is empty without kernels and where none has any length', async () => {
    expect(await hot([])).toEqual([]);
    expect(await hot([['zero', 3, 0]])).toEqual([]);
  });

  it('refuses what is no path', async () => {
    await expect(callTool(identifyHotKernelsTool, { db_path: '' })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await expect(callTool(identifyHotKernelsTool, {})).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });
});
