import { afterAll, describe, expect, it } from '@jest/globals';
import { buildTrace } from '@perfxpert/rocpd/testing';
import { TOOLS } from '../../../src/catalog/index.js';
import { diagnoseTrace } from '../../../src/catalog/diagnosis/diagnose-trace.js';

const traces: { dispose(): void }[] = [];
afterAll(() => traces.forEach((trace) => trace.dispose()));

function pathOf(...args: Parameters<typeof buildTrace>): string {
  const trace = buildTrace(...args);
  traces.push(trace);
  return trace.path;
}

describe('diagnosis.diagnose_trace', () => {
  // A kernel of 200 us, then an upload of 800 us that nothing covers: 80 % of 1 ms.
  const exposedCopy = {
    kernels: [{ name: 'postprocess', startNs: 0, endNs: 200_000 }],
    copies: [{ startNs: 200_000, endNs: 1_000_000, bytes: 4_194_304 }],
  };

  it('judges, recommends, and shows the facts it rests on', async () => {
    const answer = await diagnoseTrace({ database_path: pathOf(exposedCopy) });
    expect(answer.verdict.primary_bottleneck).toBe('memory_transfer');
    expect(answer.execution_breakdown).toMatchObject({
      wall_ns: 1_000_000,
      compute_ns: 200_000,
      copy_exposed_ns: 800_000,
    });
    expect(answer.recommendations[0]).toMatchObject({ category: 'Memory Transfer', recoverable_ns: 800_000 });
    expect(answer.hotspots.map(({ name }) => name)).toEqual(['postprocess']);
  });

  it('cites only tools that exist', async () => {
    const keys = new Set(TOOLS.map(({ key }) => key));
    const { recommendations } = await diagnoseTrace({ database_path: pathOf(exposedCopy) });
    const sources = recommendations.flatMap(({ evidence }) => evidence.map(({ source }) => source));
    expect(sources.length).toBeGreaterThan(0);
    expect(sources.filter((source) => !keys.has(source))).toEqual([]);
  });

  it('says of a trace without records that it cannot tell', async () => {
    const answer = await diagnoseTrace({ database_path: pathOf({}) });
    expect(answer.verdict.primary_bottleneck).toBe('data_insufficient');
    expect(answer.execution_breakdown).toBeNull();
  });

  it('refuses unknown fields and a list of no kernels', async () => {
    const database = pathOf(exposedCopy);
    await expect(diagnoseTrace({ database_path: database, top_kernels: 0 })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      details: { field: 'top_kernels' },
    });
  });
});
