import { describe, expect, it } from '@jest/globals';
import { planPasses } from '../../../src/lib/counters/plan-passes.js';
import { splitIntoPasses } from '../../../src/lib/counters/split-passes.js';

const passesOf = (text: string, gfxId: string | null = 'gfx942') => planPasses(text.split(' '), gfxId).passes;

describe('planPasses', () => {
  it('PM-1: five SQ counters and one of GRBM fit into one pass', () => {
    const counters = 'SQ_WAVES SQ_INSTS_VALU SQ_BUSY_CYCLES SQ_WAIT_INST_ANY SQ_INSTS_SALU GRBM_COUNT';
    expect(passesOf(counters)).toEqual([counters.split(' ')]);
  });

  it('PM-2: FETCH_SIZE and WRITE_SIZE get a pass each', () => {
    const expected = [['GRBM_COUNT', 'SQ_WAVES'], ['FETCH_SIZE'], ['WRITE_SIZE']];
    expect(passesOf('GRBM_COUNT SQ_WAVES FETCH_SIZE WRITE_SIZE')).toEqual(expected);
    expect(passesOf('FETCH_SIZE GRBM_COUNT WRITE_SIZE SQ_WAVES')).toEqual(expected);
  });

  it('PM-3: nothing asked for, nothing planned', () => {
    expect(planPasses([], 'gfx942')).toEqual({ archKnown: true, passes: [], violations: [] });
  });

  it('slices each block by its limit', () => {
    // GRBM holds 2 and SQ 8 per pass: the third GRBM and the ninth SQ counter go into the second pass
    const sq = [
      'WAVES',
      'INSTS',
      'INSTS_VALU',
      'INSTS_SALU',
      'INSTS_SMEM',
      'INSTS_LDS',
      'INSTS_VMEM',
      'INSTS_FLAT',
      'WAIT_ANY',
    ];
    const counters = ['GRBM_COUNT', 'GRBM_GUI_ACTIVE', 'GRBM_CP_BUSY', ...sq.map((name) => `SQ_${name}`)];
    expect(planPasses(counters, 'gfx942').passes).toEqual([
      ['GRBM_COUNT', 'GRBM_GUI_ACTIVE', ...counters.slice(3, 11)],
      ['GRBM_CP_BUSY', 'SQ_WAIT_ANY'],
    ]);
  });

  it('counts a derived metric by its formula', () => {
    // L2CacheHit needs TCC_HIT and TCC_MISS: with three more TCC counters 5 > 4
    expect(passesOf('L2CacheHit TCC_REQ_sum TCC_READ_sum TCC_WRITE_sum')).toEqual([
      ['L2CacheHit', 'TCC_REQ_sum', 'TCC_READ_sum'],
      ['TCC_WRITE_sum'],
    ]);
  });

  it('keeps a level counter and its accumulation in one pass, one pair per pass', () => {
    expect(passesOf('SQ_LEVEL_WAVES SQ_ACCUM_PREV_HIRES SQ_INST_LEVEL_VMEM SQ_ACCUM_PREV_HIRES SQ_WAVES')).toEqual([
      ['SQ_LEVEL_WAVES', 'SQ_ACCUM_PREV_HIRES', 'SQ_WAVES'],
      ['SQ_INST_LEVEL_VMEM', 'SQ_ACCUM_PREV_HIRES'],
    ]);
  });

  it('reports counters that cannot be collected', () => {
    const plan = planPasses(['SQ_WAVES', 'NO_SUCH', 'SQ_VALU_MFMA_BUSY_CYCLES', 'SQ_WAVES'], 'gfx908');
    expect(plan.passes).toEqual([['SQ_WAVES']]);
    expect(plan.violations).toEqual([
      { counter: 'NO_SUCH', reason: 'unknown_counter' },
      { counter: 'SQ_VALU_MFMA_BUSY_CYCLES', reason: 'not_on_arch' },
      { counter: 'SQ_WAVES', reason: 'duplicate' },
    ]);
  });

  it('plans cautiously for an unknown architecture', () => {
    const plan = planPasses(['GRBM_COUNT', 'GRBM_GUI_ACTIVE', 'GRBM_CP_BUSY'], 'gfx9999');
    expect(plan.archKnown).toBe(false);
    expect(plan.passes).toEqual([['GRBM_COUNT', 'GRBM_GUI_ACTIVE'], ['GRBM_CP_BUSY']]);
  });
});

describe('splitIntoPasses', () => {
  const collection = {
    gfxId: 'gfx942',
    flags: ['--kernel-trace'],
    outputDirectory: './counters_output',
    outputPrefix: 'profile',
    description: 'Memory traffic',
  };

  it('PM-2: numbers the passes in description and output name', () => {
    const commands = splitIntoPasses({
      ...collection,
      counters: ['GRBM_COUNT', 'SQ_WAVES', 'FETCH_SIZE', 'WRITE_SIZE'],
    });
    expect(commands.map(({ description }) => description)).toEqual([
      'Memory traffic (pass 1/3)',
      'Memory traffic (pass 2/3)',
      'Memory traffic (pass 3/3)',
    ]);
    expect(commands.map(({ full_command: line }) => line)).toEqual([
      'rocprofv3 --kernel-trace --pmc GRBM_COUNT SQ_WAVES -d ./counters_output -o profile_pass1 -- ./app',
      'rocprofv3 --kernel-trace --pmc FETCH_SIZE -d ./counters_output -o profile_pass2 -- ./app',
      'rocprofv3 --kernel-trace --pmc WRITE_SIZE -d ./counters_output -o profile_pass3 -- ./app',
    ]);
  });

  it('leaves a single pass unnumbered', () => {
    const [command] = splitIntoPasses({ ...collection, counters: ['SQ_WAVES'] });
    expect(command?.description).toBe('Memory traffic');
    expect(command?.args.at(-1)).toEqual({ name: '-o', value: 'profile' });
  });

  it('PM-3: no counters, no commands', () => {
    expect(splitIntoPasses({ ...collection, counters: [] })).toEqual([]);
  });
});
