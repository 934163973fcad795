import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { buildTrace } from '@perfxpert/rocpd/testing';
import type { TraceSpec } from '@perfxpert/rocpd/testing';
import { analyzeTrace } from '../src/index.js';
import type { Report } from '../src/index.js';
import { codesOf, reportOf } from './built-report.js';
import { GEMM, trainingRank } from './training-job.js';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'perfxpert-monitor-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

const labels = (report: Report) => report.execution_breakdown?.devices.map(({ label }) => label);
const shard = (name: string, startNs: number, endNs: number) => ({ name, startNs, endNs });

describe('hard input 15: equal numbers on different nodes', () => {
  it('tells processes apart by node, though pid, thread, agent, queue and call numbers are equal', async () => {
    const process = (node: string, kernel: string, endNs: number) => ({
      node,
      pid: 42,
      regions: [{ name: 'hipLaunchKernel', startNs: 0, endNs: 10, stackId: 7 }],
      kernels: [{ name: kernel, startNs: 20, endNs, stackId: 7, queue: 1, thread: 42 }],
    });
    const report = await reportOf(
      { processes: [process('node-a', 'first', 120), process('node-b', 'second', 320)] },
      { files: 'per-process' },
    );
    expect(report.trace_quality).toMatchObject({ processes: 2, dispatches: 2, launches_without_dispatch: 0 });
    expect(report.hotspots.map(({ name, calls, total_duration: ns }) => [name, calls, ns])).toEqual([
      ['second', 1, 300],
      ['first', 1, 100],
    ]);
    expect(new Set(labels(report)).size).toBe(2);
    expect(report.ranks?.ranks.map(({ pid }) => pid)).toEqual([42, 42]);
    expect(new Set(report.ranks?.ranks.map(({ node, guid }) => `${node ?? ''} ${guid}`)).size).toBe(2);
  });
});

describe('hard input 16: missing and unlike ranks', () => {
  const environment = (rank: number) => ({ RANK: String(rank), WORLD_SIZE: '6' });

  it('compares like with like, and lists who is missing or unlike', async () => {
    const report = await reportOf({
      processes: [
        trainingRank(0, { process: { environment: environment(0) } }),
        trainingRank(1, { kernelNs: 10_000, process: { environment: environment(1) } }),
        trainingRank(2, { steps: 4, process: { environment: environment(2) } }),
        trainingRank(3, {
          process: {
            environment: environment(3),
            agents: [{ name: 'gfx90a', productName: 'MI210', hardware: { cu_count: 104 } }],
          },
        }),
      ],
    });
    expect(report.features).toContain('ranks');
    expect(report.ranks).toMatchObject({ world_size: 6, missing_rank_count: 2, missing_ranks: [4, 5] });
    expect(report.ranks?.cohorts.map(({ ranks }) => ranks)).toEqual([[0, 1], [2], [3]]);
    expect(report.ranks?.unlike.map(({ device }) => device)).toEqual(['GPU 0, rank 2', 'GPU 0, rank 3']);
    // of ranks 0 and 1 alone: 400 and 500 us
    const kernels = report.ranks?.cohorts[0]?.spread.find(({ figure }) => figure === 'kernel_ns');
    expect(kernels).toMatchObject({ min: 400_000, median: 450_000, max: 500_000 });
    expect(codesOf(report)).toEqual(expect.arrayContaining(['RANKS_MISSING', 'RANKS_UNLIKE']));
  });
});

describe('hard input 17: clocks of nodes disagree', () => {
  const job = (offsetNs: number) => ({
    processes: [trainingRank(0), trainingRank(1, { kernelNs: 30_000, offsetNs, process: { node: 'node-b' } })],
  });

  it.each([0, 777_000, -3_600_000_000_000])(
    'says the same whatever the other clock shows (%d ns)',
    async (offsetNs) => {
      const report = await reportOf(job(offsetNs), { timeOffsetNs: 10_000_000_000_000n });
      // No start of one node is compared with one of the other, but by the ends of collectives.
      expect(report.communication?.summary).toMatchObject({ wait_ns: null, skew_ns: null, communication_ns: 200_000 });
      expect(
        report.communication?.arrivals.every(
          ({ starts_ns: starts, last_rank: last }) => starts === null && last === null,
        ),
      ).toBe(true);
      expect(report.ranks?.cohorts[0]?.clock).toMatchObject({ method: 'collective_ends', residual_ns: 0 });
      expect(report.ranks?.ranks.map((rank) => rank.first_start_ns)).toEqual([0, 0]);
      expect(report.ranks?.straggler).toMatchObject({ rank: 1, lead: 'kernels', bound_ns: 300_000 });
      expect(report.summary).toMatchObject({ primary_bottleneck: 'compute', driver: 'rank_straggler' });
    },
  );

  it('states no start where there is nothing to align by', async () => {
    const report = await reportOf({
      processes: [{ kernels: [shard(GEMM, 0, 1000)] }, { kernels: [shard(GEMM, 500, 1500)], node: 'node-b' }],
    });
    expect(report.ranks?.ranks.map((rank) => rank.first_start_ns)).toEqual([null, null]);
    expect(report.ranks?.cohorts[0]?.clock).toMatchObject({ method: 'none', residual_ns: null });
    expect(codesOf(report)).toContain('RANK_CLOCKS_NOT_ALIGNED');
  });
});

describe('hard input 18: GPU times before the launching call', () => {
  it('reports the offset and does not say who keeps the GPU waiting', async () => {
    // Each kernel starts 5 us before its launch.
    const steps = Array.from({ length: 40 }, (_, index) => index * 50_000);
    const report = await reportOf({
      regions: steps.map((start, index) => ({
        name: 'hipLaunchKernel',
        startNs: start + 10_000,
        endNs: start + 25_000,
        stackId: index + 1,
      })),
      kernels: steps.map((start, index) => ({
        name: GEMM,
        startNs: start + 5_000,
        endNs: start + 12_000,
        stackId: index + 1,
      })),
    });
    expect(report.trace_quality.clock_offset_ns).toBe(-5_000);
    expect(codesOf(report)).toContain('CLOCK_OFFSET');
    expect(report.summary.driver).toBe('gpu_idle');
    expect(report.summary.overall_assessment).toContain('clocks of host and GPU disagree');
  });
});

describe('hard input 31: partitioned GPU', () => {
  it('takes units of the partition, not of the card', async () => {
    // An MI300X in CPX mode: eight devices of 38 units; 304 blocks fill one of them eight times.
    const hardware = { cu_count: 38, num_xcc: 1, simd_count: 152 };
    const report = await reportOf({
      agents: [0, 1].map(() => ({ hardware })),
      kernels: [0, 1].map((agent) => ({ name: GEMM, startNs: 0, endNs: 1000, agent, grid: [77_824, 1, 1] as const })),
    });
    expect(report.kernel_resources.arch_specs?.cu_count).toBe(38);
    // 77,824 / 256 = 304 blocks of 4 waves on 38 units
    expect(report.kernel_resources.kernels[0]).toMatchObject({
      blocks: 304,
      total_waves: 1216,
      waves_per_cu: 32,
      fills_gpu: true,
    });
    expect(labels(report)).toEqual(['GPU 0', 'GPU 1']);
  });
});

describe('hard input 32: several GPUs', () => {
  it('gives each device its own results, labelled by type and index; sums are named as such', async () => {
    // GPUs 1 and 3 of four: the others are idle or masked.
    const report = await reportOf({
      agents: [{}, {}, {}, {}],
      kernels: [
        { ...shard(GEMM, 0, 1000), agent: 1 },
        { ...shard(GEMM, 0, 400), agent: 3 },
      ],
    });
    expect(labels(report)).toEqual(['GPU 1', 'GPU 3']);
    expect(report.execution_breakdown?.devices.map(({ compute_ns: ns }) => ns)).toEqual([1000, 400]);
    // The window is one: 1000 ns; the mean of 1000 and 400 computes, and 1400 is called summed kernel time.
    expect(report.execution_breakdown).toMatchObject({ wall_ns: 1000, compute_ns: 700, kernel_time_ns: 1400 });
    expect(report.ranks?.ranks.map(({ device, kernel_ns: ns }) => [device, ns])).toEqual([
      ['GPU 1', 1000],
      ['GPU 3', 400],
    ]);
  });
});

describe('hard input 37: collectives that mostly wait', () => {
  it.each([
    'ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)',
    'ncclKernel_AllReduce_RING_LL_Sum_float(ncclWorkElem)',
    'mscclKernel_Sum_float_LL(ncclDevComm*)',
  ])('recognises %s', async (collective) => {
    const report = await reportOf({ processes: [trainingRank(0, { collective })] });
    // One rank alone: time in collectives, of which nobody knows what is transfer.
    expect(report.communication?.summary).toMatchObject({
      kernel_count: 10,
      total_ns: 500_000,
      communication_ns: null,
      wait_ns: null,
    });
    expect(report.communication?.summary.ranks_reason).toContain('One rank alone');
    expect(report.ranks).toBeUndefined();
  });

  it('tells waiting from transfer where ranks are compared', async () => {
    const report = await reportOf({ processes: [trainingRank(0), trainingRank(1, { kernelNs: 20_000 })] });
    expect(report.ranks?.ranks.map((rank) => [rank.transfer_ns, rank.waiting_ns])).toEqual([
      [300_000, 200_000],
      [300_000, 0],
    ]);
    expect(report.summary.key_findings.join(' ')).toContain('GPU 0, rank 0 waits for other ranks for 200 µs of 500 µs');
  });
});

describe('hard input 42: nothing wrong', () => {
  const counters = { GRBM_COUNT: 1000, GRBM_GUI_ACTIVE: 1000, SQ_WAVES: 9728, SQ_VALU_MFMA_BUSY_CYCLES: 129_200 };

  it('is no change worth making, on even ranks that hide their collectives', async () => {
    const rank = (number: number) => ({
      environment: { RANK: String(number) },
      kernels: Array.from({ length: 10 }, (_, step) => [
        { name: GEMM, startNs: step * 100_000, endNs: (step + 1) * 100_000, counters },
        {
          name: 'ncclDevKernel_Generic_1(x)',
          startNs: step * 100_000 + 20_000,
          endNs: step * 100_000 + 60_000,
          stream: 1,
        },
      ]).flat(),
    });
    const report = await reportOf({ processes: [rank(0), rank(1)] });
    expect(report.ranks?.straggler).toBeNull();
    expect(report.recommendations.filter(({ priority }) => priority !== 'INFO')).toEqual([]);
    expect(report.summary.overall_assessment).toMatch(/^No change worth making/);
    expect(report.summary.driver).toBeNull();
  });
});

describe('a monitor log beside the trace', () => {
  const spec: TraceSpec = { kernels: [shard(GEMM, 0, 1000)] };

  async function reportWith(text: string | null): Promise<Report> {
    const log = path.join(folder, 'gpu.log');
    if (text !== null) fs.writeFileSync(log, text);
    const trace = buildTrace(spec);
    try {
      const gpuMonitorLog = text === null ? path.join(folder, 'none.log') : log;
      return await analyzeTrace({ database_path: trace.path }, { timestamps: false, gpuMonitorLog });
    } finally {
      trace.dispose();
    }
  }

  it('becomes the section thermal, and throttling a recommendation', async () => {
    const report = await reportWith(JSON.stringify([{ gpu: 0, temperature: { hotspot: { value: 104, unit: 'C' } } }]));
    expect(report.features).toContain('thermal');
    expect(report.thermal).toMatchObject({ source: 'amd-smi', verdict: 'throttling', max_temp_c: 104 });
    expect(report.recommendations.map(({ id }) => id)).toContain('ROCPD-THERMAL-001');
  });

  it.each([
    ['missing', null],
    ['empty', ''],
    ['broken', '[{"gpu": 0, "temperature": {'],
  ])('that is %s is a warning', async (_, text) => {
    const report = await reportWith(text);
    expect(report.thermal).toBeUndefined();
    expect(report.features).not.toContain('thermal');
    expect(report.warnings.filter((line) => line.startsWith('MONITOR_LOG_UNUSABLE: '))).toHaveLength(1);
    expect(report.hotspots).toHaveLength(1);
  });
});
