import { describe, expect, it } from '@jest/globals';
import { findRocprofv3Option, isStochasticInterval, pcSamplingCatalogue, stallReason } from '../src/index.js';

describe('stallReason', () => {
  it('takes codes, the full name of the SDK and the older names', () => {
    expect(stallReason('BARRIER_WAIT').category).toBe('sync');
    expect(stallReason('ROCPROFILER_PC_SAMPLING_INSTRUCTION_NOT_ISSUED_REASON_WAITCNT').code).toBe('WAITCNT');
    expect(stallReason('INTERLOCK_VMEM').name).toContain('VMEM');
    expect(stallReason('BARRIER').code).toBe('BARRIER_WAIT');
  });

  it('throws the known codes for any other', () => {
    expect(() => stallReason('NOT_A_REAL_CODE')).toThrow(expect.objectContaining({ code: 'UNKNOWN_ID' }));
    expect(() => stallReason('constructor')).toThrow(/known: ALU_DEPENDENCY/);
  });
});

describe('PC sampling data', () => {
  it('has aliases that lead to codes, and codes that stand once', () => {
    const { aliases, stall_reasons: reasons } = pcSamplingCatalogue();
    const codes = reasons.map((reason) => reason.code);
    expect(new Set(codes).size).toBe(codes.length);
    expect(Object.values(aliases).filter((code) => !codes.includes(code))).toEqual([]);
    expect(Object.keys(aliases).filter((code) => codes.includes(code))).toEqual([]);
  });

  it('orders the shares that it judges by, noise lowest', () => {
    const { quality } = pcSamplingCatalogue();
    expect(quality.noise_below_share).toBeLessThan(quality.report_from_share);
    expect(quality.report_from_share).toBeLessThan(quality.hot_pc_share);
  });

  it('shows a command of options that exist, with a valid interval', () => {
    const words = pcSamplingCatalogue().command.split(' ');
    const options = words.slice(0, words.indexOf('--')).filter((word) => word.startsWith('--'));
    expect(options.filter((word) => findRocprofv3Option(word) === null)).toEqual([]);
    expect(isStochasticInterval(pcSamplingCatalogue().methods.stochastic.default_interval)).toBe(true);
  });
});

describe('isStochasticInterval', () => {
  it('takes powers of two from 256 to 2^31', () => {
    expect([256, 1024, 2 ** 31].every((cycles) => isStochasticInterval(cycles))).toBe(true);
    expect([0, -256, 128, 300, 256.5, 2 ** 32, Number.NaN].some((cycles) => isStochasticInterval(cycles))).toBe(false);
  });
});
