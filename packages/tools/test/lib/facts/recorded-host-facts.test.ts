import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { CopyDirection } from '../../../src/terms/copy-directions.js';
import { readHostFacts } from '../../support/host-facts.js';
import type { HostFacts } from '../../support/host-facts.js';
import { findSharedFolder } from '../../support/shared-traces.js';

interface Copies {
  readonly count: number;
  readonly bytes: number;
  readonly total_ns: number;
  readonly size_unknown?: number;
}
interface Calls {
  readonly name: string;
  readonly calls: number;
  readonly total_ns: number;
}
interface Recorded {
  readonly kind: string;
  readonly copies?: Readonly<Record<string, Copies>>;
  readonly kernels?: {
    readonly dispatches: number;
    readonly total_ns: number;
    readonly rccl: { readonly calls: number; readonly total_ns: number };
  };
  readonly top_regions?: readonly Calls[];
  readonly dispatches_linked_to_api_call?: number;
}
interface Planted {
  readonly copies?: Readonly<Record<string, Copies>>;
  readonly api_calls?: readonly Calls[];
}

const FOLDER = findSharedFolder();
const readJson = <T>(file: string): T => JSON.parse(fs.readFileSync(path.join(FOLDER ?? '', file), 'utf8')) as T;
const RECORDED: readonly (readonly [string, Recorded])[] =
  FOLDER === null
    ? []
    : Object.entries(readJson<Readonly<Record<string, Recorded>>>('traces/facts.json')).filter(
        ([, facts]) => facts.kind === 'rocpd',
      );
const PLANTED: readonly string[] =
  FOLDER === null
    ? []
    : fs
        .readdirSync(path.join(FOLDER, 'planted'))
        .filter((name) => fs.existsSync(path.join(FOLDER, 'planted', name, 'trace.db')));
const readTrace = (...names: readonly string[]): Promise<HostFacts> =>
  readHostFacts(...names.map((name) => path.join(FOLDER ?? '', name)));
const whereRecorded = FOLDER === null ? describe.skip : describe;

const DIRECTION: Readonly<Record<string, readonly CopyDirection[]>> = {
  MEMORY_COPY_HOST_TO_DEVICE: ['Host-to-Device'],
  MEMORY_COPY_DEVICE_TO_HOST: ['Device-to-Host'],
  // copies between two devices are device to device in the figures
  MEMORY_COPY_DEVICE_TO_DEVICE: ['Device-to-Device', 'Peer-to-Peer'],
};

function expectCopies({ copies }: HostFacts, expected: Readonly<Record<string, Copies>>): void {
  const found = Object.fromEntries(
    Object.keys(expected).map((name) => {
      const rows = (DIRECTION[name] ?? []).flatMap((direction) => copies[direction] ?? []);
      const sum = (of: (row: (typeof rows)[number]) => number): number =>
        rows.reduce((total, row) => total + of(row), 0);
      return [
        name,
        {
          count: sum((row) => row.count),
          bytes: sum((row) => row.total_bytes),
          total_ns: sum((row) => row.total_duration_ns),
        },
      ];
    }),
  );
  const wanted = Object.entries(expected).map(([name, { count, bytes, total_ns }]) => [
    name,
    { count, bytes, total_ns },
  ]);
  expect(found).toEqual(Object.fromEntries(wanted));
}

whereRecorded('recorded traces', () => {
  it.each(RECORDED)('%s: copies, communication kernels, links and API totals', async (name, recorded) => {
    const facts = await readTrace(`traces/${name}`);
    expectCopies(facts, recorded.copies ?? {});
    expect(facts.quality.copies).toBe(Object.values(recorded.copies ?? {}).reduce((sum, { count }) => sum + count, 0));
    expect(facts.quality.dispatches).toBe(recorded.kernels?.dispatches ?? 0);
    expect(facts.quality.total_kernel_ns).toBe(recorded.kernels?.total_ns ?? 0);
    expect(facts.communication?.summary.total_ns ?? 0).toBe(recorded.kernels?.rccl.total_ns ?? 0);
    expect(facts.communication?.summary.kernel_count ?? 0).toBe(recorded.kernels?.rccl.calls ?? 0);
    const apiRegions = (recorded.top_regions ?? []).filter((row) =>
      facts.api.api_calls.some((call) => call.name === row.name),
    );
    for (const { name: callName, calls, total_ns } of apiRegions)
      expect(facts.api.api_calls).toContainEqual(expect.objectContaining({ name: callName, calls, total_ns }));
    if (facts.quality.dispatches_without_launch !== null)
      expect(facts.quality.dispatches - facts.quality.dispatches_without_launch).toBe(
        recorded.dispatches_linked_to_api_call ?? 0,
      );
    // no recording lost anything, and none has clocks that disagree
    expect(facts.quality).toMatchObject({ lossy: false, clock_offset_ns: null, dropped_intervals: 0 });
    expect(facts.quality.missing_frac ?? 0).toBe(0);
  });

  it.each([
    ['ddp_resnet_mi300x_rank0', 2238, 7_714_786],
    ['sglang_decode_mi300x', 12, 1_651_078],
    ['sys_style_mytrace', 1248, 17_015_937],
    ['torch_bert_small_mi300x', 60, 253_343],
    ['torch_gpuonly_mi210', 562, 886_998],
    ['torch_owlv2_mi300x', 4255, 19_091_851],
    ['torch_qwen05b_mi300x', 1053, 5_073_335],
    ['torch_timesformer_mi300x', 447, 2_251_583],
    ['torch_triton_compile_mi300x', 12, 78_780],
    ['vllm_prefilldecode_mi300x', 77, 1_394_913],
  ])('%s: %d launch calls take %d ns', async (name, calls, launchNs) => {
    const { api, quality } = await readTrace(`traces/${name}.db`);
    expect([quality.launch_calls, api.launch_overhead_ns]).toEqual([calls, launchNs]);
  });

  it('has rates of copies to four digits', async () => {
    const rates = async (name: string) =>
      Object.fromEntries(
        Object.entries((await readTrace(`traces/${name}.db`)).copies).map(([direction, row]) => [
          direction,
          [row?.unknown_size_count, row?.sized_duration_ns, row?.bandwidth_gbps],
        ]),
      );
    // 70,195,152 B / 1,633,426 ns and so on
    expect(await rates('ddp_resnet_mi300x_rank0')).toEqual({ 'Device-to-Device': [184, 1_633_426, 42.9742] });
    expect(await rates('sys_style_mytrace')).toEqual({
      'Device-to-Device': [640, 2_875_051, 1493.9329],
      'Host-to-Device': [0, 2_570_452, 0.219],
      'Device-to-Host': [0, 747_692, 0.0009],
    });
  });

  it.each([
    [0, 71_516_523, 55_371_257, 22.58],
    [1, 64_364_882, 50_397_078, 21.7],
    [2, 53_637_400, 42_886_356, 20.04],
    [3, 21_454_962, 21_308_163, 0.68],
  ])('rank %d of the DDP run: collectives, exposed part and overlap', async (rank, totalNs, exposedNs, overlapPct) => {
    const { communication } = await readTrace(`traces/ddp_resnet_mi300x_rank${String(rank)}.db`);
    expect(communication?.summary).toMatchObject({
      op_count: 17,
      ranks: 8,
      dominant_op: 'Unknown',
      total_ns: totalNs,
      exposed_ns: exposedNs,
      overlap_pct: overlapPct,
      capture_incomplete: true,
      avg_bw_gbps: null,
    });
    expect(communication?.collectives.every((row) => row.op_type === 'Unknown' && row.ranks === 8)).toBe(true);
  });

  it('merges ranks as it merges processes of one file', async () => {
    const ranks = [0, 1, 2, 3].map((rank) => `traces/ddp_resnet_mi300x_rank${String(rank)}.db`);
    const { quality, communication, api, breakdown } = await readTrace(...ranks);
    expect(quality).toMatchObject({ processes: 4, launch_calls: 4 * 2238, dispatches_without_launch: 4 * 784 });
    // 71,516,523 + 64,364,882 + 53,637,400 + 21,454,962
    expect(communication?.summary).toMatchObject({ op_count: 68, total_ns: 210_973_767, ranks: 8 });
    // one thread, no nesting: the exposed times of the classes add up to that of all calls, but for rounding
    const exposedNs = api.by_class.reduce((sum, row) => sum + row.exposed_ns, 0);
    expect(Math.abs(exposedNs - breakdown.api_exposed_ns)).toBeLessThanOrEqual(api.by_class.length);
  });

  it('reads the older layout of the same recording alike', async () => {
    const [legacy, modern] = [
      await readTrace('traces/legacy_mytrace.rpd'),
      await readTrace('traces/sys_style_mytrace.db'),
    ];
    const counts = ({ quality }: HostFacts) => [
      quality.dispatches,
      quality.copies,
      quality.api_calls,
      quality.launch_calls,
    ];
    expect(counts(legacy)).toEqual(counts(modern));
    expect(legacy.quality).toMatchObject({ lossy: false, unknown_size_copies: modern.quality.unknown_size_copies });
    expect(legacy.api.launch_overhead_ns).toBe(modern.api.launch_overhead_ns);
  });
});

whereRecorded('planted traces', () => {
  it.each(PLANTED)('%s: totals of copies and of API calls', async (name) => {
    const truth = readJson<Planted>(`planted/${name}/truth.json`);
    const facts = await readTrace(`planted/${name}/trace.db`);
    if (truth.copies !== undefined) expectCopies(facts, truth.copies);
    for (const call of truth.api_calls ?? []) expect(facts.api.api_calls).toContainEqual(expect.objectContaining(call));
    expect(facts.quality).toMatchObject({ lossy: false, clock_offset_ns: null });
  });

  it('grove: reductions of known size and rank count', async () => {
    const { communication } = await readTrace('planted/grove/trace.db');
    // 32,000,000 elements of bfloat16; the slowest kernel 406,392 ns: 64e6 * 1.75 / 406,392 = 275.596 GB/s
    expect(communication?.collectives[0]).toMatchObject({
      op_type: 'AllReduce',
      msg_bytes: 64_000_000,
      duration_ns: 406_392,
      ranks: 8,
      effective_bw_gbps: 275.596,
      efficiency_label: 'good',
    });
    expect(communication?.summary).toMatchObject({ op_count: 56, capture_incomplete: false, dominant_op: 'AllReduce' });
  });
});
