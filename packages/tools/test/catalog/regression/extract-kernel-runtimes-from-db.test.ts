import { describe, expect, it } from '@jest/globals';
import {
  extractKernelRuntimesFromDb,
  extractKernelRuntimesFromDbTool,
} from '../../../src/catalog/regression/extract-kernel-runtimes-from-db.js';
import { callTool } from '../../../src/tool/call-tool.js';
import { withRuns } from '../../support/run-files.js';
import type { Calls } from '../../support/run-files.js';

const runtimes = (calls: Calls) => withRuns([calls], (file = '') => extractKernelRuntimesFromDb({ db_path: file }));

describe('extractKernelRuntimesFromDb', () => {
  it('lists every kernel, largest first', async () => {
    expect(
      await runtimes([
        ['small', 2, 50],
        ['large', 3, 100],
        ['zero', 1, 0],
      ]),
    ).toEqual([
      { kernel_name: 'large', total_runtime_ns: 300, share_frac: 0.75 },
      { kernel_name: 'small', total_runtime_ns: 100, share_frac: 0.25 },
      { kernel_name: 'zero', total_runtime_ns: 0, share_frac: 0 },
    ]);
  });

  it('knows no share of nothing', async () => {
    expect(await runtimes([['zero', 1, 0]])).toEqual([{ kernel_name: 'zero', total_runtime_ns: 0, share_frac: null }]);
    expect(await runtimes([])).toEqual([]);
  });

  it('adds up the files of one run', async () => {
    const rows = await withRuns(
      [{ pid: 1, kernels: [{ name: 'k', startNs: 0, endNs: 5 }] }, [['k', 1, 7]]],
      (a = '', b = '') => extractKernelRuntimesFromDb({ db_path: [a, b] }),
    );
    expect(rows).toEqual([{ kernel_name: 'k', total_runtime_ns: 12, share_frac: 1 }]);
  });

  it('refuses unknown fields', async () => {
    const call = callTool(extractKernelRuntimesFromDbTool, { db_path: 'a.db', top: 3 });
    await expect(call).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', details: { field: 'top' } });
  });
});
