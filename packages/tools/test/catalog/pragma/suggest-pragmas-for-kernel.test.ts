import { describe, expect, it } from '@jest/globals';
import {
  suggestPragmasForKernel,
  suggestPragmasForKernelTool,
} from '../../../src/catalog/pragma/suggest-pragmas-for-kernel.js';
import { errorOf, expectOverTheWire } from '../../support/expect-tool.js';

const suggest = (signals: Readonly<Record<string, unknown>>) => suggestPragmasForKernel({ kernel_name: 'k', signals });
const namesOf = (signals: Readonly<Record<string, unknown>>) => suggest(signals).map(({ pragma }) => pragma);

const SMALL_BODY = { valu_util_frac: 0.6, vgpr_per_thread: 48, loop_body_size: 12 };
const PRESSURE = { vgpr_per_thread: 208, arch_max_vgpr: 256, scratch_size: 64, waves_per_eu: 1 };

describe('suggestPragmasForKernel', () => {
  it('PR-1: not for a small share', () => {
    expect(suggest({ hotspot_pct: 2, loop_trip_count: 16 })).toEqual([]);
  });

  it('PR-2: not for code of a cache', () => {
    const path = '/home/x/.triton/cache/k.hip';
    expect(suggest({ hotspot_pct: 25, loop_trip_count: 16, source_path: path })).toEqual([]);
  });

  it('PR-3: full unrolling of a short loop', () => {
    expect(suggest({ hotspot_pct: 25, loop_trip_count: 16 })).toEqual([
      expect.objectContaining({
        pragma: 'clang_loop_unroll_full',
        factor_sweep: [],
        kernel_name: 'k',
        triggered_by: 'literal_trip_count_on_hotspot',
      }),
    ]);
    expect(suggest({ hotspot_pct: 9, loop_trip_count: 16 })).toEqual([]);
    expect(suggest({ hotspot_pct: 25, loop_trip_count: 33 })).toEqual([]);
  });

  it('PR-4: partial unrolling of a small body', () => {
    const [entry] = suggest({ hotspot_pct: 15, ...SMALL_BODY });
    expect(entry).toMatchObject({ pragma: 'clang_loop_unroll_count', factor_sweep: [2, 4, 8] });
  });

  it('PR-5: no unrolling where registers are short', () => {
    expect(namesOf({ hotspot_pct: 20, ...PRESSURE })).toEqual(['clang_loop_unroll_disable']);
  });

  it('lets short registers win', () => {
    // 40 of 48 registers is above 80 %, and the body is small: both rules would fire
    const signals = {
      hotspot_pct: 20,
      valu_util_frac: 0.6,
      loop_body_size: 12,
      vgpr_per_thread: 40,
      arch_max_vgpr: 48,
      waves_per_eu: 2,
    };
    expect(namesOf(signals)).toEqual(['clang_loop_unroll_disable']);
  });

  it('does not fire on what is no number', () => {
    expect(suggest({ hotspot_pct: 25, loop_trip_count: 'N' })).toEqual([]);
    expect(suggest({ hotspot_pct: 25, ...SMALL_BODY, loop_body_size: null })).toEqual([]);
  });

  it('reads valu_util_pct as the same fraction and keeps hotspot_pct a percent', async () => {
    const signals = { hotspot_pct: 15, valu_util_pct: 0.6, vgpr_per_thread: 48, loop_body_size: 12 };
    const expected = suggest({ hotspot_pct: 15, ...SMALL_BODY });
    expect(expected).toHaveLength(1);
    await expectOverTheWire(suggestPragmasForKernelTool, { kernel_name: 'k', signals }, expected);
  });

  it.each([{}, { hotspot_pct: -1 }, { hotspot_pct: 'much' }, { hotspot_pct: 15, valu_util_frac: 60 }])(
    'refuses %j',
    (signals) => {
      expect(errorOf(() => suggest(signals)).code).toBe('INVALID_ARGUMENT');
    },
  );
});
