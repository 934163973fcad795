import { describe, expect, it } from '@jest/globals';
import { explainPragma, explainPragmaTool } from '../../../src/catalog/pragma/explain-pragma.js';
import { errorOf, expectOverTheWire } from '../../support/expect-tool.js';

describe('explainPragma', () => {
  it('explains allowed and rejected pragmas', () => {
    expect(explainPragma({ pragma_name: 'clang_loop_unroll_full' })).toMatchObject({
      gpu_applicable: true,
      trigger_signal: 'literal_trip_count_on_hotspot',
    });
    expect(explainPragma({ pragma_name: 'clang_loop_vectorize' })).toMatchObject({
      gpu_applicable: false,
      syntax: null,
    });
  });

  it('names the known ones', async () => {
    const error = errorOf(() => explainPragma({ pragma_name: 'omp_simd' }));
    expect(error.code).toBe('UNKNOWN_ID');
    expect(error.details['known']).toHaveLength(10);
    const input = { pragma_name: 'clang_loop_pipeline' };
    await expectOverTheWire(explainPragmaTool, input, explainPragma(input));
  });
});
