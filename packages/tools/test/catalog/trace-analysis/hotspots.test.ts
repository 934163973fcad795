import { describe, expect, it } from '@jest/globals';
import { buildTrace } from '@perfxpert/rocpd/testing';
import type { TraceSpec } from '@perfxpert/rocpd/testing';
import * as v from 'valibot';
import { HotspotsOutputSchema } from '../../../src/catalog/trace-analysis/hotspots.js';
import type { HotspotsInput } from '../../../src/catalog/trace-analysis/hotspots.js';
import { traceAnalysis } from '../../../src/index.js';
import type { Hotspot } from '../../../src/index.js';

async function hotspotsOf(spec: TraceSpec, input: Partial<HotspotsInput> = {}): Promise<Hotspot[]> {
  const trace = buildTrace(spec);
  try {
    return v.parse(HotspotsOutputSchema, await traceAnalysis.hotspots({ database_path: trace.path, ...input }));
  } finally {
    trace.dispose();
  }
}

describe('traceAnalysis.hotspots', () => {
  it('TA-3: one kernel called many times', async () => {
    const kernels = Array.from({ length: 1200 }, (_, index) => ({
      name: 'tiny',
      startNs: index * 20_000,
      endNs: index * 20_000 + 5000,
    }));
    expect(await hotspotsOf({ kernels })).toEqual([
      {
        rank: 1,
        name: 'tiny',
        category: 'Other',
        calls: 1200,
        total_duration: 6_000_000,
        avg_duration: 5000,
        min_duration: 5000,
        max_duration: 5000,
        percent_of_total: 100,
        median_duration: 5000,
        p95_duration: 5000,
        stddev_duration: 0,
        cv: 0,
        first_duration: 5000,
        exclusive_ns: 6_000_000,
        pct_of_busy: 100,
        severity: 'HIGH',
        severity_label: 'CRITICAL',
        variants: [
          {
            workgroup: [256, 1, 1],
            grid: [622_592, 1, 1],
            calls: 1200,
            total_duration: 6_000_000,
            median_duration: 5000,
          },
        ],
        variant_count: 1,
        agents: ['GPU 0'],
      },
    ]);
  });

  it('lists ten unless asked for another number', async () => {
    const kernels = Array.from({ length: 12 }, (_, index) => ({
      name: `kernel ${String(index)}`,
      startNs: index * 100,
      endNs: index * 100 + 10 + index,
    }));
    expect((await hotspotsOf({ kernels })).map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect((await hotspotsOf({ kernels }, { top_n: 2 })).map(({ name }) => name)).toEqual(['kernel 11', 'kernel 10']);
  });

  it('is empty without kernels and refuses less than one row', async () => {
    expect(await hotspotsOf({})).toEqual([]);
    await expect(hotspotsOf({}, { top_n: 0 })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await expect(hotspotsOf({}, { top_n: -1 })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  it('tells its progress and stops when cancelled', async () => {
    const trace = buildTrace({ kernels: [{ name: 'a', startNs: 0, endNs: 1 }] });
    const stages: string[] = [];
    await traceAnalysis.hotspots({ database_path: trace.path }, { progressCallback: (stage) => stages.push(stage) });
    expect(stages).toEqual([`reading ${trace.path}`]);
    const cancelled = traceAnalysis.hotspots({ database_path: trace.path }, { signal: AbortSignal.abort() });
    await expect(cancelled).rejects.toMatchObject({ code: 'CANCELLED' });
    trace.dispose();
  });
});
