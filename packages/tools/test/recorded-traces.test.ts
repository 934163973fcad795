import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import * as v from 'valibot';
import { ExecutionBreakdownSchema, HotspotSchema, computeFacts, openTrace } from '../src/index.js';
import type { ExecutionBreakdown, FactsOptions, TraceFacts } from '../src/index.js';
import { findSharedFolder, readRecordedFacts } from './support/shared-traces.js';
import type { RecordedFacts } from './support/shared-traces.js';

const SHARED = findSharedFolder();
const RECORDED: ReadonlyMap<string, RecordedFacts> = SHARED === null ? new Map() : readRecordedFacts(SHARED);
const suite = SHARED === null ? describe.skip : describe;
const ALL: FactsOptions = { topKernels: 100_000 };

async function factsOf(files: string | readonly string[], options: FactsOptions = ALL): Promise<TraceFacts> {
  const paths = [files].flat().map((file) => path.join(SHARED ?? '', 'traces', file));
  const trace = openTrace(paths);
  try {
    return await computeFacts(trace, options);
  } finally {
    trace.close();
  }
}

/** The partition in the order of the table below. */
function partitionOf(breakdown: ExecutionBreakdown | null) {
  if (breakdown === null) return null;
  return [
    breakdown.wall_ns,
    breakdown.compute_ns,
    breakdown.copy_exposed_ns,
    breakdown.copy_hidden_ns,
    breakdown.api_exposed_ns,
    breakdown.api_exposed_wait_ns,
    breakdown.idle_other_ns,
    breakdown.communication_exposed_ns,
    Number((breakdown.concurrency ?? 0).toFixed(4)),
  ];
}

// Computed by scripts of their own from the base tables: wall, compute, copy exposed and hidden, API exposed and of it
// waiting, idle, communication exposed, concurrency.
const PARTITIONS = {
  ddp_resnet_mi300x_rank0: [86567708, 81546210, 2455846, 82750, 560585, 203396, 2005067, 55371257, 1.198],
  ddp_resnet_mi300x_rank3: [86571973, 47897232, 2531014, 7582, 17848752, 13891400, 18294975, 21308163, 1.0031],
  rocprofv3_train_mi350x: [13291724522, 2715374054, 0, 0, 0, 0, 10576350468, 2606038548, 1.0258],
  sglang_decode_mi300x: [473749943, 9759749, 13177, 0, 463397695, 463034952, 579322, 0, 1.0006],
  sys_style_mytrace: [452967953, 407137122, 9486296, 1110, 5751799, 3102271, 30592736, 0, 1],
  torch_bert_small_mi300x: [3495976, 388344, 2404, 0, 285824, 21757, 2819404, 0, 1],
  torch_gpuonly_mi210: [5979503, 5343422, 0, 0, 126070, 86, 510011, 0, 1],
  torch_owlv2_mi300x: [908338155, 327416988, 4399354, 0, 4079050, 3490670, 572442763, 0, 1],
  torch_qwen05b_mi300x: [47085800, 43062042, 760, 0, 514125, 51465, 3508873, 0, 1],
  torch_timesformer_mi300x: [121267204, 118758892, 1093991, 0, 146713, 35360, 1267608, 0, 1],
  torch_triton_compile_mi300x: [12549032, 12549021, 0, 0, 9, 9, 2, 0, 1],
  vllm_prefilldecode_mi300x: [156466417, 156008394, 77399, 0, 0, 0, 380624, 0, 1],
} as const;

// Categories in percent of summed kernel time with that of Other last, short kernels (number, ns), warm-up outliers.
const KERNELS = {
  ddp_resnet_mi300x_rank0: ['NCCL 73.21, Normalization 8.81, Memory 6.24, Elementwise 5.01', 0.31, 2459, 11058711, 6],
  ddp_resnet_mi300x_rank3: [
    'NCCL 44.66, Normalization 17.98, Memory 13.08, Elementwise 10.59',
    0.63,
    2453,
    11332638,
    6,
  ],
  rocprofv3_train_mi350x: ['NCCL 96.06, Elementwise 1.73, GEMM 0.86, Memory 0.63', 0.11, 15032, 70102419, 4],
  sglang_decode_mi300x: ['GEMM 59.21, SDPA 21.79, Elementwise 9.29, Normalization 7.00', 0.18, 370, 1941931, 0],
  sys_style_mytrace: ['GEMM 64.33, SDPA 18.23, Elementwise 9.35, Normalization 5.45', 0, 5841, 36179561, 0],
  torch_bert_small_mi300x: ['GEMM 44.84, SDPA 29.27, Elementwise 12.27, Normalization 10.18', 0, 54, 237004, 0],
  torch_gpuonly_mi210: ['CONV 30.33, Normalization 26.48, Elementwise 22.68, Memory 15.38', 2.74, 444, 1999390, 2],
  torch_owlv2_mi300x: ['Reduction 47.07, GEMM 42.57, Elementwise 8.41, Normalization 1.79', 0, 1874, 11337920, 0],
  torch_qwen05b_mi300x: ['Elementwise 40.92, GEMM 39.22, SDPA 13.23, Memory 4.54', 0, 196, 919599, 0],
  torch_timesformer_mi300x: ['GEMM 45.59, Reduction 35.33, Elementwise 15.59, Normalization 1.94', 0, 41, 253661, 1],
  torch_triton_compile_mi300x: ['GEMM 63.99, SDPA 29.35, Elementwise 5.32, Reduction 1.34', 0, 0, 0, 0],
  vllm_prefilldecode_mi300x: ['GEMM 91.36, SDPA 3.30, Elementwise 2.41, Normalization 2.18', 0.1, 99, 581778, 0],
} as const;

const readable = [...RECORDED].filter(([, { kernels }]) => kernels !== undefined);

suite('recorded traces', () => {
  it.each(readable)('%s: kernels as plain SQL counts them', async (file, recorded) => {
    const facts = await factsOf(file);
    const { kernels, top_kernels: topKernels = [] } = recorded;
    const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
    expect(facts.diagnostics.filter(({ code }) => code === 'SECTION_UNAVAILABLE')).toEqual([]);
    expect(v.parse(v.array(HotspotSchema), facts.hotspots)).toHaveLength(kernels?.distinct_names ?? 0);
    expect(facts.kernelNameCount).toBe(kernels?.distinct_names);
    expect(sum(facts.hotspots.map(({ calls }) => calls))).toBe(kernels?.dispatches);
    expect(facts.executionBreakdown?.kernel_time_ns).toBe(kernels?.total_ns);
    expect(facts.shortKernels.short_kernel_count).toBe(kernels?.under_10us);
    const nccl = facts.kernelCategories.find(({ category }) => category === 'NCCL');
    expect([nccl?.count ?? 0, nccl?.total_ns ?? 0]).toEqual([kernels?.rccl.calls, kernels?.rccl.total_ns]);
    expect(topKernels.length).toBeGreaterThan(0);
    for (const top of topKernels)
      expect(facts.hotspots.find(({ name }) => name === top.name)).toMatchObject({
        calls: top.calls,
        total_duration: top.total_ns,
        min_duration: top.min_ns,
        max_duration: top.max_ns,
      });
  });

  it.each(readable.filter(([, { guid = [] }]) => guid.length === 1))(
    '%s: busy time and span',
    async (file, recorded) => {
      const { executionBreakdown } = await factsOf(file);
      expect(executionBreakdown?.devices).toHaveLength(1);
      expect(v.parse(ExecutionBreakdownSchema, executionBreakdown)).toMatchObject({
        wall_ns: recorded.gpu_span_ns,
        gpu_busy_ns: recorded.gpu_busy_union_ns,
        compute_ns: recorded.kernels?.busy_union_ns,
      });
    },
  );

  it.each(Object.entries(PARTITIONS))('%s: the partition of time', async (name, expected) => {
    expect(partitionOf((await factsOf(`${name}.db`)).executionBreakdown)).toEqual(expected);
  });

  it.each(Object.entries(KERNELS))('%s: categories, short kernels, warm-up', async (name, expected) => {
    const { kernelCategories, shortKernels, warmup } = await factsOf(`${name}.db`);
    expect([
      kernelCategories
        .slice(0, 4)
        .map((row) => `${row.category} ${row.pct_of_kernel_time.toFixed(2)}`)
        .join(', '),
      kernelCategories.find(({ category }) => category === 'Other')?.pct_of_kernel_time ?? 0,
      shortKernels.short_kernel_count,
      shortKernels.short_kernel_time_ns,
      warmup.outliers.length,
    ]).toEqual(expected);
  });

  it('edge_zero_duration.db: everything is zero, concurrency is null', async () => {
    const { executionBreakdown } = await factsOf('edge_zero_duration.db');
    expect(partitionOf(executionBreakdown)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect(executionBreakdown?.concurrency).toBeNull();
  });

  it('edge_empty.db: no breakdown, no hotspots', async () => {
    expect(await factsOf('edge_empty.db')).toMatchObject({ executionBreakdown: null, hotspots: [], devices: [] });
  });

  it('pmc_vcopy_mi300x_passes.db: twelve passes are twelve groups', async () => {
    const { executionBreakdown } = await factsOf('pmc_vcopy_mi300x_passes.db');
    expect(executionBreakdown).toMatchObject({ group_count: 12, wall_ns: 16_682_831, compute_ns: 247_652 });
  });

  it('docs_samples_merged.db: unrelated processes are groups of their own', async () => {
    const { executionBreakdown } = await factsOf('docs_samples_merged.db');
    const walls = executionBreakdown?.devices.map((device) => device.wall_ns).sort((a, b) => b - a);
    expect([executionBreakdown?.group_count, walls]).toEqual([3, [161_713_274, 496_469, 144_400]]);
  });

  it('the layouts 3.0.5 and 4.1.0 give the facts of the original', async () => {
    const original = await factsOf('torch_bert_small_mi300x.db');
    for (const variant of ['variant_schema305_bert.db', 'variant_schema410_bert.db'])
      expect(await factsOf(variant)).toEqual({ ...original, trace: expect.anything(), processes: expect.anything() });
  });

  it('legacy_mytrace.rpd: the kernels of its rocpd form, and the same window', async () => {
    const { executionBreakdown, hotspots } = await factsOf('legacy_mytrace.rpd');
    const ops = RECORDED.get('legacy_mytrace.rpd')?.op_types ?? [];
    const kernels = ops.filter(({ type }) => type === 'KernelExecution' || type === 'Task');
    expect(hotspots.reduce((sum, { calls }) => sum + calls, 0)).toBe(
      kernels.reduce((sum, { count }) => sum + count, 0),
    );
    expect(partitionOf(executionBreakdown)?.slice(0, 4)).toEqual(PARTITIONS.sys_style_mytrace.slice(0, 4));
  });

  it('four ranks in four files: one group, a device each, in any order of files', async () => {
    const files = [0, 1, 2, 3].map((rank) => `ddp_resnet_mi300x_rank${String(rank)}.db`);
    const facts = await factsOf(files, {});
    const labels = facts.executionBreakdown?.devices.map(({ label }) => label).sort();
    expect(labels).toEqual(['GPU 0, rank 0', 'GPU 1, rank 1', 'GPU 2, rank 2', 'GPU 3, rank 3']);
    expect(facts.hotspots[0]?.agents).toHaveLength(4);
    const again = await factsOf([...files].reverse(), {});
    expect({ ...again, trace: null, processes: null, devices: null }).toEqual({
      ...facts,
      trace: null,
      processes: null,
      devices: null,
    });
  });
});
