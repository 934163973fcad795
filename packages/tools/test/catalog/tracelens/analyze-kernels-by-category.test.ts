import { describe, expect, it } from '@jest/globals';
import { buildTrace } from '@perfxpert/rocpd/testing';
import {
  analyzeKernelsByCategory,
  analyzeKernelsByCategoryTool,
} from '../../../src/catalog/tracelens/analyze-kernels-by-category.js';
import { callTool } from '../../../src/tool/call-tool.js';

const kernel = (name: string, startNs: number, endNs: number) => ({ name, startNs, endNs });

describe('tracelens.analyzeKernelsByCategory', () => {
  it('adds up by kind, longest first', async () => {
    const trace = buildTrace({
      kernels: [kernel('gemm_a', 0, 301), kernel('gemm_b', 400, 600), kernel('attn_fwd', 900, 1000)],
    });
    try {
      // 501 and 100 of 601 ns of kernel time, of a window of 1000 ns
      expect(await analyzeKernelsByCategory({ db_path: trace.path })).toEqual([
        {
          category: 'GEMM',
          count: 2,
          total_ns: 501,
          pct_of_kernel_time: 83.36,
          avg_duration_ns: 250,
          pct_of_total_time: 50.1,
        },
        {
          category: 'SDPA',
          count: 1,
          total_ns: 100,
          pct_of_kernel_time: 16.64,
          avg_duration_ns: 100,
          pct_of_total_time: 10,
        },
      ]);
    } finally {
      trace.dispose();
    }
  });

  it('is empty without kernels, and refuses what is no trace', async () => {
    const trace = buildTrace({});
    try {
      expect(await callTool(analyzeKernelsByCategoryTool, { db_path: trace.path })).toEqual([]);
    } finally {
      trace.dispose();
    }
    await expect(callTool(analyzeKernelsByCategoryTool, { db_path: '' })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
  });
});
