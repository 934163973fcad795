import { describe, expect, it } from '@jest/globals';
import { catalog, catalogTool } from '../../../src/catalog/compute-techniques/catalog.js';
import { errorOf, expectOverTheWire } from '../../support/expect-tool.js';

describe('compute_techniques.catalog', () => {
  it('gfx942: three techniques in the order of the tables', () => {
    const rows = catalog({ gfx_id: 'gfx942' });
    expect(rows.map((row) => [row.id, row.expected_impact, row.effort_factor])).toEqual([
      ['vgpr_reduction', 0.4, 1],
      ['mfma_enablement', 9, 3],
      ['fast_math_flag', 2.5, 0.5],
    ]);
    expect(Object.keys(rows[0] ?? {})).toEqual([
      'id',
      'name',
      'title',
      'description',
      'category',
      'expected_impact',
      'effort_factor',
      'risk',
      'source_citation',
    ]);
    expect(rows[0]).toMatchObject({ name: 'vgpr_reduction_compute_bound', category: 'compute', risk: 'low' });
  });

  it('gfx1100: only what exists for every architecture', () => {
    expect(catalog({ gfx_id: 'gfx1100' }).map(({ id }) => id)).toEqual(['fast_math_flag']);
  });

  it('judges an alias as its final architecture', () => {
    expect(catalog({ gfx_id: 'gfx941' })).toEqual(catalog({ gfx_id: 'gfx942' }));
  });

  it('evaluates preconditions: true, false and unknown', () => {
    // vgpr_reduction: vgpr > 96, waves <= 4, above ridge, share > 0.1; mfma: mfma < 0.05, valu > 0.6, matmul-like;
    // fast-math: transcendentals > 100, valu > 0.5, share > 0.05
    const metrics = {
      vgpr_per_thread: 128,
      waves_per_eu: 4,
      arithmetic_intensity_above_ridge: true,
      kernel_time_frac: 0.3,
      mfma_util_frac: 0.4,
      valu_util_frac: 0.8,
    };
    const rows = catalog({ gfx_id: 'gfx942', metrics });
    expect(rows.map(({ id, status }) => [id, status])).toEqual([
      ['vgpr_reduction', 'applicable'],
      ['mfma_enablement', 'not_applicable'],
      ['fast_math_flag', 'needs_data'],
    ]);
    expect(rows[2]?.preconditions).toEqual([
      { metric: 'transcendental_op_count', op: '>', threshold: 100, value: null, passed: null },
      { metric: 'valu_util_frac', op: '>', threshold: 0.5, value: 0.8, passed: true },
      { metric: 'kernel_time_frac', op: '>', threshold: 0.05, value: 0.3, passed: true },
    ]);
    expect(rows[0]?.preconditions?.[2]).toMatchObject({ value: 1, passed: true });
  });

  it('refuses unknown ids and percents', () => {
    expect(errorOf(() => catalog({ gfx_id: 'gfx9999' })).code).toBe('UNKNOWN_ID');
    expect(errorOf(() => catalog({ gfx_id: 'gfx942', metrics: { valu_util_frac: 80 } })).code).toBe('INVALID_ARGUMENT');
  });

  it('answers the same over the wire, _pct included', async () => {
    const expected = catalog({ gfx_id: 'gfx942', metrics: { valu_util_frac: 0.8 } });
    await expectOverTheWire(catalogTool, { gfx_id: 'gfx942', metrics: { valu_util_pct: 0.8 } }, expected);
  });
});
