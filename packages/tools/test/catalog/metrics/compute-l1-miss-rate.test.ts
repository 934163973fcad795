import { describe, expect, it } from '@jest/globals';
import { computeL1MissRate, computeL1MissRateTool } from '../../../src/catalog/metrics/compute-l1-miss-rate.js';
import { errorOf, expectOverTheWire } from '../../support/expect-tool.js';

describe('computeL1MissRate', () => {
  it('200 of 1000', async () => {
    const input = { tcp_tcc_read_req: 200, tcp_total_read: 1000 };
    expect(computeL1MissRate(input)).toEqual({ value: 0.2, implausible: false });
    await expectOverTheWire(computeL1MissRateTool, input, { value: 0.2, implausible: false });
  });

  it('refuses a total of 0', () => {
    expect(errorOf(() => computeL1MissRate({ tcp_tcc_read_req: 0, tcp_total_read: 0 }))).toMatchObject({
      code: 'INVALID_ARGUMENT',
      details: { field: 'tcp_total_read' },
    });
  });
});
