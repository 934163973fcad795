import { afterAll, describe, expect, it } from '@jest/globals';
import { buildTrace } from '@perfxpert/rocpd/testing';
import { diagnoseTrace } from '../../../src/catalog/diagnosis/diagnose-trace.js';
import { explainFinding } from '../../../src/catalog/diagnosis/explain-finding.js';

const traces: { dispose(): void }[] = [];
afterAll(() => traces.forEach((trace) => trace.dispose()));

function pathOf(...args: Parameters<typeof buildTrace>): string {
  const trace = buildTrace(...args);
  traces.push(trace);
  return trace.path;
}

// A kernel of 200 us, then two uploads of 500 and 300 us that nothing covers: 80 % of 1 ms.
const EXPOSED_COPY = {
  kernels: [{ name: 'postprocess', startNs: 0, endNs: 200_000 }],
  copies: [
    { startNs: 200_000, endNs: 700_000, bytes: 4_194_304, stackId: 3 },
    { startNs: 700_000, endNs: 1_000_000, bytes: 2_097_152, stackId: 4 },
  ],
};
const FINDING = 'ROCPD-MEMCPY-001';

describe('diagnosis.explain_finding', () => {
  it('shows rows, arithmetic and figures of a finding', async () => {
    const database = pathOf(EXPOSED_COPY);
    const proof = await explainFinding({ database_path: database, finding_id: FINDING });
    expect(proof.finding).toMatchObject({ id: FINDING, recoverable_ns: 800_000 });
    expect(proof.arithmetic).toEqual([
      {
        result: 'recoverable_ns',
        formula: 'recoverable_ns = copy_exposed_ns',
        operands: [{ name: 'copy_exposed_ns', value: 800_000, unit: 'ns' }],
        value: 800_000,
        unit: 'ns',
      },
      {
        result: 'recoverable_pct',
        formula: 'recoverable_pct = 100 x recoverable_ns / wall_ns',
        operands: [
          { name: 'recoverable_ns', value: 800_000, unit: 'ns' },
          { name: 'wall_ns', value: 1_000_000, unit: 'ns' },
        ],
        value: 80,
        unit: 'percent',
      },
    ]);
    expect(proof.figures[0]).toEqual({
      metric: 'copy_exposed_ns',
      value: 800_000,
      unit: 'ns',
      source: 'trace_analysis.time_breakdown',
      tool_call: { tool: 'trace_analysis.time_breakdown', arguments: { database_path: database } },
      formula: 'memcpy_frac x total_wall_ns',
      recomputed: 800_000,
      agrees: true,
    });
    expect(proof.rows).toMatchObject([
      { table: 'memory_copy', duration_ns: 500_000, correlation_id: 3, size_bytes: 4_194_304 },
      { table: 'memory_copy', duration_ns: 300_000, correlation_id: 4, size_bytes: 2_097_152 },
    ]);
    expect(BigInt(proof.rows[0]!.end) - BigInt(proof.rows[0]!.start)).toBe(500_000n);
    expect(proof).toMatchObject({ row_count: 2, rows_reason: null, gaps: [] });
  });

  it('shows at most ten rows, and how many there are', async () => {
    // Twenty kernels of 50 us and more, each alone: the longest are the last ones.
    const kernels = Array.from({ length: 20 }, (_, index) => ({
      name: 'hot',
      startNs: index * 100_000,
      endNs: index * 100_000 + 50_000 + index,
    }));
    const database = pathOf({ kernels });
    const { recommendations } = await diagnoseTrace({ database_path: database });
    const hotspot = recommendations.find(({ id }) => id.startsWith('ROCPD-HOTSPOT-001'));
    const proof = await explainFinding({ database_path: database, finding_id: hotspot?.id ?? '' });
    expect(proof.rows.map(({ duration_ns: ns }) => ns)).toEqual([...Array(10).keys()].map((index) => 50_019 - index));
    expect(proof.row_count).toBe(20);
    expect(proof.arithmetic).toEqual([]);
  });

  it('names the ids that exist for one that does not', async () => {
    const database = pathOf(EXPOSED_COPY);
    const asked = explainFinding({ database_path: database, finding_id: 'ROCPD-\u001b[31mNONE' });
    await expect(asked).rejects.toMatchObject({
      code: 'UNKNOWN_ID',
      message: expect.stringMatching(/^No finding ROCPD-\?\[31mNONE; this trace has .*ROCPD-MEMCPY-001/),
      details: { known: expect.arrayContaining([FINDING]) },
    });
  });

  it('explains that a trace without records holds none', async () => {
    const proof = await explainFinding({ database_path: pathOf({}), finding_id: 'ROCPD-INFO-001' });
    expect(proof.rows).toEqual([]);
    expect(proof.rows_reason).toContain('the trace as a whole');
  });

  it('refuses unknown fields and an empty id', async () => {
    const database = pathOf(EXPOSED_COPY);
    await expect(explainFinding({ database_path: database, finding_id: '' })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      details: { field: 'finding_id' },
    });
  });
});
