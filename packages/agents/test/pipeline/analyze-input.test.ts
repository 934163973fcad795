import { describe, expect, it } from '@jest/globals';
import { analyzeTrace } from '../../src/index.js';

describe('analyzeTrace input', () => {
  it.each([
    [{ database_path: '' }, 'database_path'],
    [{ database_path: [] }, 'database_path'],
    [{ database_path: 'a.db', analysis_options: { top_kernels: 0 } }, 'analysis_options.top_kernels'],
    [{ database_path: 'a.db', analysis_options: { min_duration_ns: -1 } }, 'analysis_options.min_duration_ns'],
    [{ database_path: 'a.db', analysis_options: { topKernels: 3 } }, 'analysis_options.topKernels'],
  ])('refuses %j and names the field', async (input, field) => {
    await expect(analyzeTrace(input as never)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', details: { field } });
  });

  it('names a file that does not exist', async () => {
    await expect(analyzeTrace({ database_path: '/nowhere/at/all.db' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
