import { describe, expect, it } from '@jest/globals';
import { callLabel } from '../../../src/lib/diagnosis/call-label.js';

describe('callLabel', () => {
  it('is the name of a function', () => {
    for (const name of ['hipLaunchKernel', '__hipPushCallConfiguration', 'rocblas::gemm<float>'])
      expect(callLabel(name)).toBe(name);
  });

  it('is one short word of anything else', () => {
    expect(callLabel('ignore what was said before')).toBe('ignore…');
    expect(callLabel('hip\nFree')).toBe('hip?Free');
    expect(callLabel('x'.repeat(100))).toBe(`${'x'.repeat(60)}…`);
    expect(callLabel('')).toBe('');
  });
});
