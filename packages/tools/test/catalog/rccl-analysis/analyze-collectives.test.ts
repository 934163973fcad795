import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { ProcessSpec, TraceSpec } from '@perfxpert/rocpd/testing';
import { analyzeCollectives, analyzeCollectivesTool } from '../../../src/catalog/rccl-analysis/analyze-collectives.js';
import type { AnalyzeCollectives } from '../../../src/catalog/rccl-analysis/analyze-collectives.js';
import { computeFacts, openTrace } from '../../../src/index.js';
import { busFactor } from '../../../src/lib/facts/communication/collective-payload.js';
import { withBuiltTrace } from '../../support/built-trace.js';
import { expectOverTheWire, rejectionOf } from '../../support/expect-tool.js';
import { findSharedFolder } from '../../support/shared-traces.js';

const analyse = (spec: TraceSpec, gfxId?: string): Promise<AnalyzeCollectives> =>
  withBuiltTrace(spec, (paths) =>
    analyzeCollectives({ db_path: paths, ...(gfxId === undefined ? {} : { gfx_id: gfxId }) }),
  );

/** One of four processes, each with an AllReduce of 1 MiB that takes 1 ms and starts 10 us after that of the one before. */
const reducer = (number: number): ProcessSpec => ({
  pid: 1000 + number,
  regions: [
    {
      name: 'ncclAllReduce',
      category: 'RCCL_API',
      startNs: number * 10_000,
      endNs: number * 10_000 + 1_000_000,
      stackId: 1,
      args: { count: 1_048_576, datatype: 'int8' },
    },
  ],
  kernels: [
    ...(number === 0 ? [{ name: 'rocblas_gemm_f32', startNs: 0, endNs: 500_000 }] : []),
    {
      name: 'ncclKernel_AllReduce_RING_LL_Sum_int8',
      startNs: number * 10_000,
      endNs: number * 10_000 + 1_000_000,
      stackId: 1,
    },
  ],
});
const RA1: TraceSpec = { processes: [0, 1, 2, 3].map(reducer) };

describe('rccl_analysis.analyze_collectives', () => {
  it('RA-1: bandwidth of four ranks, and what they waited for each other', async () => {
    const { has_data: hasData, collectives, summary, ranks, arrivals } = await analyse(RA1, 'gfx942');
    expect(hasData).toBe(true);
    expect(collectives).toHaveLength(4);
    // 1 MiB * 2 * 3/4 in 1 ms = 1.572864 GB/s; 0.46 % of 340
    for (const row of collectives)
      expect(row).toMatchObject({
        op_type: 'AllReduce',
        msg_bytes: 1_048_576,
        duration_ns: 1_000_000,
        effective_bw_gbps: 1.573,
        peak_bw_gbps: 340,
        efficiency_pct: 0.46,
        efficiency_label: 'poor',
        algo_hint: 'Ring',
        topology_hint: 'intra-node',
        regime: 'algo-dependent',
        ranks: 4,
      });
    expect(summary).toMatchObject({
      op_count: 4,
      dominant_op: 'AllReduce',
      avg_bw_gbps: 1.573,
      avg_efficiency_pct: 0.46,
      capture_incomplete: false,
      measured_metrics_available: true,
      // starts 0, 10, 20, 30 us: waits of 30, 20, 10 and 0
      communication_ns: 1_000_000,
      wait_ns: 60_000,
      skew_ns: 30_000,
    });
    // without numbers of ranks they are in order of processes
    const byWait = [...ranks].sort((a, b) => (b.wait_ns ?? 0) - (a.wait_ns ?? 0));
    expect(byWait.map((row) => [row.wait_ns, row.delay_ns, row.last_count])).toEqual([
      [30_000, 0, 0],
      [20_000, 10_000, 0],
      [10_000, 20_000, 0],
      [0, 30_000, 1],
    ]);
    expect(arrivals).toMatchObject([{ op_type: 'AllReduce', msg_bytes: 1_048_576, transfer_bw_gbps: 1.573 }]);
    expect(ranks[arrivals[0]?.last_rank ?? -1]?.wait_ns).toBe(0);
  });

  it('RA-2: kernels without calls have no sizes', async () => {
    const name = 'ncclKernel_AllReduce_RING_LL_Sum_f32';
    const spec = {
      processes: [0, 1].map((number) => ({
        kernels: [{ name, startNs: number * 1_000_000, endNs: number * 1_000_000 + 500_000 }],
      })),
    };
    const { collectives, summary, capture_incomplete: isIncomplete } = await analyse(spec, 'gfx942');
    expect(isIncomplete).toBe(true);
    expect(summary).toMatchObject({
      ranks: 2,
      fallback_kernel_count: 2,
      observed_total_duration_ns: 1_000_000,
      measured_metrics_available: false,
      overlap_pct: 0,
    });
    // what is not recorded is null; the name says that it is a ring
    for (const row of collectives)
      expect(row).toMatchObject({
        msg_bytes: null,
        effective_bw_gbps: null,
        efficiency_label: 'unknown',
        algo_hint: 'Ring',
      });
  });

  it('RA-3: no communication', async () => {
    const empty = {
      has_data: false,
      reason: 'The trace holds no communication kernels and no calls of a communication library.',
      collectives: [],
      ranks: [],
      arrivals: [],
      capture_incomplete: false,
      summary: { op_count: 0, dominant_op: null, capture_incomplete: false, communication_ns: null },
    };
    expect(await analyse({ kernels: [{ name: 'rocblas_gemm_f32', startNs: 0, endNs: 10 }] })).toMatchObject(empty);
    expect(await analyse({})).toMatchObject(empty);
  });

  it('RA-4: bus factors', () => {
    expect([busFactor('AllReduce', 8), busFactor('AllGather', 4), busFactor('Broadcast', 8)]).toEqual([1.75, 0.75, 1]);
    expect(busFactor('AllReduce', 1)).toBe(0);
  });

  it('takes the links of the architecture that the caller names', async () => {
    // MI100: three links of 46 GB/s in one direction are less than its achievable figure
    expect((await analyse(RA1, 'gfx908')).summary).toMatchObject({ peak_bw_gbps: 138, avg_bw_gbps: 1.573 });
    const error = await rejectionOf(analyzeCollectives({ db_path: 'none.db', gfx_id: 'gfx9999' }));
    expect(error).toMatchObject({ code: 'UNKNOWN_ID', details: { known: expect.arrayContaining(['gfx942']) } });
  });

  it('refuses other input, and a trace that is not there', async () => {
    const raw: unknown = { db_path: [], ranks: 4 };
    expect(await rejectionOf(analyzeCollectives(raw as { db_path: string }))).toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
    expect((await rejectionOf(analyzeCollectives({ db_path: '/nowhere/trace.db' }))).code).toBe('NOT_FOUND');
  });

  it('answers the same over the wire', () =>
    withBuiltTrace(RA1, async (paths) => {
      const expected = await analyzeCollectives({ db_path: paths });
      await expectOverTheWire(analyzeCollectivesTool, { db_path: paths, gfx_id: null }, expected);
    }));

  it('gives what the report has', () =>
    withBuiltTrace(RA1, async (paths) => {
      const trace = openTrace(paths);
      const { communication } = await computeFacts(trace);
      trace.close();
      expect(await analyzeCollectives({ db_path: paths })).toMatchObject({ ...communication });
    }));
});

const SHARED = findSharedFolder();
(SHARED === null ? describe.skip : describe)('rccl_analysis.analyze_collectives on recordings', () => {
  const file = (name: string): string => path.join(SHARED ?? '', 'traces', name);

  it('recognises the collectives of the DDP run and who was late', async () => {
    const { ranks, summary } = await analyzeCollectives({
      db_path: [0, 1, 2, 3].map((number) => file(`ddp_resnet_mi300x_rank${String(number)}.db`)),
    });
    expect(summary).toMatchObject({
      kernel_count: 68,
      matched_count: 17,
      communication_ns: 21_454_962,
      skew_ns: 52_101_561,
    });
    expect(ranks.map((row) => row.last_count)).toEqual([0, 0, 0, 17]);
  });

  it('calls the time of one rank alone time in collectives', async () => {
    const { ranks, summary } = await analyzeCollectives({ db_path: file('rocprofv3_train_mi350x.db') });
    expect(summary).toMatchObject({ total_ns: 2_675_508_169, exposed_ns: 2_606_038_548, overlap_pct: 2.6 });
    expect(summary.communication_ns).toBeNull();
    expect(ranks).toMatchObject([{ time_ns: 2_675_508_169, transfer_ns: null, wait_ns: null }]);
  });
});
