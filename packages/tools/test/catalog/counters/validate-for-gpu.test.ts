import { describe, expect, it } from '@jest/globals';
import { validateForGpu, validateForGpuTool } from '../../../src/catalog/counters/validate-for-gpu.js';
import { errorOf, expectOverTheWire } from '../../support/expect-tool.js';

const validate = (counters: readonly string[], arch = 'gfx942') =>
  validateForGpu({ counter_list: [...counters], gpu_arch: arch });

const NINE_SQ = [
  'SQ_WAVES',
  'SQ_INSTS',
  'SQ_INSTS_VALU',
  'SQ_INSTS_SALU',
  'SQ_INSTS_SMEM',
  'SQ_INSTS_LDS',
  'SQ_INSTS_VMEM',
  'SQ_INSTS_FLAT',
  'SQ_WAIT_ANY',
];

describe('validateForGpu', () => {
  it('gives FETCH_SIZE and WRITE_SIZE a pass each', () => {
    const result = validate(['SQ_WAVES', 'GRBM_COUNT', 'FETCH_SIZE', 'WRITE_SIZE']);
    expect(result).toMatchObject({ ok: true, violations: [], arch_known: true });
    expect(result.fixed_passes).toEqual([['SQ_WAVES', 'GRBM_COUNT'], ['FETCH_SIZE'], ['WRITE_SIZE']]);
    expect(result.escalation).toMatchObject({
      required: true,
      gpu_arch: 'gfx942',
      pass_count: 3,
      passes: [
        { index: 1, counters: ['SQ_WAVES', 'GRBM_COUNT'], pmc: 'SQ_WAVES GRBM_COUNT' },
        { index: 2, counters: ['FETCH_SIZE'], pmc: 'FETCH_SIZE' },
        { index: 3, counters: ['WRITE_SIZE'], pmc: 'WRITE_SIZE' },
      ],
      pmc_groups_path: 'pmc_groups.txt',
      pmc_groups: ['pmc: SQ_WAVES GRBM_COUNT', 'pmc: FETCH_SIZE', 'pmc: WRITE_SIZE'],
      commands: [
        { tool: 'rocprof-compute', full_command: 'rocprof-compute profile -- ./app' },
        { tool: 'rocprofv3', full_command: 'rocprofv3 -i pmc_groups.txt -- ./app' },
      ],
    });
  });

  it('M21: three passes for a wave counter and both sizes', () => {
    const groups = validate(['SQ_WAVES', 'FETCH_SIZE', 'WRITE_SIZE']).escalation?.pmc_groups ?? [];
    expect(groups).toHaveLength(3);
    expect(groups.every((line) => line.startsWith('pmc: '))).toBe(true);
  });

  it('needs no escalation for one pass', () => {
    const result = validate(['SQ_WAVES', 'GRBM_COUNT']);
    expect(result).toMatchObject({ fixed_passes: [['SQ_WAVES', 'GRBM_COUNT']], escalation: null });
    expect(validate(NINE_SQ.slice(0, 6)).fixed_passes).toHaveLength(1);
  });

  it('slices each block by its limit: two passes', () => {
    const result = validate(['GRBM_COUNT', 'GRBM_GUI_ACTIVE', 'GRBM_CP_BUSY', ...NINE_SQ]);
    expect(result.fixed_passes).toEqual([
      ['GRBM_COUNT', 'GRBM_GUI_ACTIVE', ...NINE_SQ.slice(0, 8)],
      ['GRBM_CP_BUSY', 'SQ_WAIT_ANY'],
    ]);
  });

  it('reports and leaves out what cannot be collected', () => {
    expect(validate(['SQ_WAVES', 'NO_SUCH', 'SQ_VALU_MFMA_BUSY_CYCLES'], 'gfx908')).toMatchObject({
      ok: false,
      violations: [
        { counter: 'NO_SUCH', reason: 'unknown_counter' },
        { counter: 'SQ_VALU_MFMA_BUSY_CYCLES', reason: 'not_on_arch' },
      ],
      fixed_passes: [['SQ_WAVES']],
    });
  });

  it('drops duplicates without complaint', () => {
    expect(validate(['SQ_WAVES', 'SQ_WAVES'])).toMatchObject({
      ok: true,
      violations: [{ counter: 'SQ_WAVES', reason: 'duplicate' }],
      fixed_passes: [['SQ_WAVES']],
    });
  });

  it('is cautious with an unknown architecture', () => {
    expect(validate(['SQ_WAVES'], 'gfx9999')).toMatchObject({ ok: true, arch_known: false });
  });

  it('handles an empty list and refuses a text', async () => {
    const odd: unknown = { counter_list: 'SQ_WAVES', gpu_arch: 'gfx942' };
    expect(errorOf(() => validateForGpu(odd as { counter_list: string[]; gpu_arch: string })).code).toBe(
      'INVALID_ARGUMENT',
    );
    const expected = { ok: true, violations: [], fixed_passes: [], escalation: null, arch_known: true };
    await expectOverTheWire(validateForGpuTool, { counter_list: [], gpu_arch: 'gfx942' }, expected);
  });
});
