import { describe, expect, it } from '@jest/globals';
import { lookupSignatures, lookupSignaturesTool } from '../../../src/catalog/bottleneck/lookup-signatures.js';
import { errorOf, expectOverTheWire } from '../../support/expect-tool.js';

describe('lookupSignatures', () => {
  it('returns the entry of a kind', () => {
    const entry = lookupSignatures({ bottleneck_type: 'api_overhead' });
    expect(entry).toMatchObject({ name: 'api_overhead', priority_hint: 'medium', specialist: 'latency' });
    expect(entry.signatures.map(({ metric }) => metric)).toEqual([
      'api_overhead_frac',
      'avg_kernel_duration_us',
      'total_kernel_calls',
    ]);
  });

  it('returns a copy', () => {
    lookupSignatures({ bottleneck_type: 'compute' }).signatures.pop();
    expect(lookupSignatures({ bottleneck_type: 'compute' }).signatures).toHaveLength(3);
  });

  it('names the known kinds', () => {
    expect(errorOf(() => lookupSignatures({ bottleneck_type: 'disk' }))).toMatchObject({
      code: 'UNKNOWN_ID',
      details: { known: ['api_overhead', 'compute', 'latency', 'memory_transfer', 'mixed'] },
    });
  });

  it('answers the same over the wire', async () => {
    const expected = lookupSignatures({ bottleneck_type: 'mixed' });
    expect(expected.specialist).toBeNull();
    await expectOverTheWire(lookupSignaturesTool, { bottleneck_type: 'mixed' }, expected);
  });
});
