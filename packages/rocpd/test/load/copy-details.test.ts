import { describe, expect, it } from '@jest/globals';
import { openTrace } from '../../src/index.js';
import { buildTrace } from '../../src/testing/index.js';
import type { BuildTraceOptions, TraceSpec } from '../../src/testing/index.js';

// Above 2^53, where numbers lose digits.
const FAR = 0x7f00_0000_0000_1235n;
const SPEC: TraceSpec = {
  copies: [
    { startNs: 300, endNs: 400, bytes: 64, sourceAddress: FAR },
    { startNs: 100, endNs: 200, bytes: 64, sourceAddress: 4096 },
    { startNs: 500, endNs: 600, bytes: 64 },
  ],
};

async function addressesOf(options: BuildTraceOptions): Promise<{ all: (bigint | null)[]; some: (bigint | null)[] }> {
  const files = buildTrace(SPEC, options);
  const trace = openTrace(files.paths);
  try {
    const [process] = trace.processes;
    const { copyDetails } = await trace.loadProcess(process!);
    return {
      all: copyDetails.sourceAddresses(Uint32Array.of(0, 1, 2)),
      some: copyDetails.sourceAddresses(Uint32Array.of(2, 0)),
    };
  } finally {
    trace.close();
    files.dispose();
  }
}

describe('details of copies', () => {
  it.each(['3.0', '3.0.5', '4.1'] as const)('layout %s: source addresses by sorted row, exact', async (layout) => {
    const expected = { all: [4096n, FAR, null], some: [null, 4096n] };
    expect(await addressesOf({ layout })).toEqual(expected);
    expect(await addressesOf({ layout, rowOrder: 'shuffled' })).toEqual(expected);
  });

  it('are unknown where the layout has none', async () => {
    expect(await addressesOf({ layout: 'rpd' })).toEqual({ all: [null, null, null], some: [null, null] });
  });
});
