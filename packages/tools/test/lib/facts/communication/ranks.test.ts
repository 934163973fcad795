import { describe, expect, it } from '@jest/globals';
import type { KernelSpec, ProcessSpec, RegionSpec } from '@perfxpert/rocpd/testing';
import fc from 'fast-check';
import { communicationDiagnostics } from '../../../../src/lib/facts/communication/communication-diagnostics.js';
import type { Communication } from '../../../../src/schemas/communication.js';
import { buildHostFacts, readHostFacts } from '../../../support/host-facts.js';
import { findSharedFolder } from '../../../support/shared-traces.js';

const GENERIC = 'ncclDevKernel_Generic_1(ncclDevKernelArgsStorage<4096ul>)';
type Span = readonly [startNs: number, endNs: number];

async function compare(processes: readonly ProcessSpec[]): Promise<Communication> {
  const { communication } = await buildHostFacts({ processes });
  if (communication === null) throw new Error('no communication');
  return communication;
}
const kernels = (spans: readonly Span[], more: Partial<KernelSpec> = {}): KernelSpec[] =>
  spans.map(([startNs, endNs]) => ({ name: GENERIC, startNs, endNs, ...more }));
/** A process that ran collectives, all of them on one stream and without recorded calls. */
const rank = (number: number, spans: readonly Span[], more: Partial<ProcessSpec> = {}): ProcessSpec => ({
  environment: { RANK: String(number) },
  kernels: kernels(spans),
  ...more,
});
const call = (startNs: number, args: Readonly<Record<string, string | number>>, stackId: number): RegionSpec => ({
  name: 'ncclAllReduce',
  category: 'RCCL_API',
  startNs,
  endNs: startNs + 1,
  stackId,
  args,
});
/** A process that calls AllReduce on communicators: `calls` are communicator, span and elements of one byte. */
const caller = (number: number, calls: readonly (readonly [string, Span, number])[]): ProcessSpec => ({
  environment: { RANK: String(number) },
  regions: calls.map(([comm, [startNs]], index) =>
    call(startNs - 5, { comm, count: calls[index]?.[2] ?? 0, datatype: 0 }, index + 1),
  ),
  kernels: calls.map(([, [startNs, endNs]], index) => ({ name: GENERIC, startNs, endNs, stackId: index + 1 })),
});
const rowsOf = ({ ranks }: Communication) =>
  ranks.map((row) => [
    row.rank,
    row.matched_count,
    row.time_ns,
    row.transfer_ns,
    row.wait_ns,
    row.delay_ns,
    row.last_count,
  ]);

describe('ranks on one clock', () => {
  it('splits time in a collective into waiting and transfer', async () => {
    // rank 1 comes 60 ns late; the last rank waits for nobody, so its 40 ns are the transfer
    const { ranks, arrivals, summary, collectives } = await compare([rank(0, [[0, 100]]), rank(1, [[60, 100]])]);
    expect(ranks).toEqual([
      {
        rank: 0,
        device: 'GPU 0, rank 0',
        kernel_count: 1,
        matched_count: 1,
        time_ns: 100,
        transfer_ns: 40,
        excess_ns: 60,
        wait_ns: 60,
        delay_ns: 0,
        derived_delay_ns: 0,
        last_count: 0,
      },
      {
        rank: 1,
        device: 'GPU 0, rank 1',
        kernel_count: 1,
        matched_count: 1,
        time_ns: 40,
        transfer_ns: 40,
        excess_ns: 0,
        wait_ns: 0,
        delay_ns: 60,
        derived_delay_ns: 60,
        last_count: 1,
      },
    ]);
    expect(arrivals).toEqual([
      {
        op_type: 'Unknown',
        start_ns: 0,
        rank_count: 2,
        communication_ns: 40,
        longest_ns: 100,
        skew_ns: 60,
        wait_ns: 60,
        last_rank: 1,
        msg_bytes: null,
        transfer_bw_gbps: null,
        starts_ns: [0, 60],
        durations_ns: [100, 40],
      },
    ]);
    expect(summary).toMatchObject({
      communication_ns: 40,
      wait_ns: 60,
      skew_ns: 60,
      matched_count: 1,
      unmatched_kernel_count: 0,
      ranks_reason: null,
    });
    expect(collectives.map((row) => [row.duration_ns, row.wait_ns, row.skew_ns])).toEqual([
      [100, 60, 60],
      [40, 0, 60],
    ]);
  });

  it('measures from the start of the window that the processes share', async () => {
    const early: ProcessSpec = { ...rank(0, [[500, 600]]) };
    const late = {
      ...rank(1, [[560, 600]]),
      kernels: [{ name: 'gemm', startNs: 100, endNs: 200 }, ...kernels([[560, 600]])],
    };
    const { arrivals } = await compare([early, late]);
    // the window begins with the gemm at 100
    expect(arrivals).toMatchObject([{ start_ns: 400, starts_ns: [0, 60] }]);
  });

  it('names nobody where all come at once', async () => {
    const { arrivals, ranks } = await compare([rank(0, [[0, 100]]), rank(1, [[0, 90]])]);
    expect(arrivals).toMatchObject([{ skew_ns: 0, wait_ns: 0, last_rank: null, communication_ns: 90 }]);
    expect(ranks.map((row) => row.last_count)).toEqual([0, 0]);
  });

  it('orders ranks by their number, not by process', async () => {
    const { ranks, arrivals } = await compare([10, 2, 0].map((number) => rank(number, [[number, 100]])));
    expect(ranks.map((row) => row.rank)).toEqual([0, 2, 10]);
    // 10 + 8 + 0
    expect(arrivals).toMatchObject([{ starts_ns: [0, 2, 10], last_rank: 2, wait_ns: 18 }]);
  });

  it('takes the devices of one process for ranks', async () => {
    const { ranks, summary } = await compare([
      { agents: [{}, {}], kernels: [...kernels([[0, 100]]), ...kernels([[30, 100]], { agent: 1, stream: 7 })] },
    ]);
    expect(ranks.map((row) => [row.rank, row.device, row.wait_ns])).toEqual([
      [null, 'GPU 0', 30],
      [null, 'GPU 1', 0],
    ]);
    expect(summary).toMatchObject({ communication_ns: 70, skew_ns: 30 });
  });

  it('matches by communicator, whatever its handle, in order of first use', async () => {
    // the second communicator of rank 1 overtakes its first: matched by order of kernels, sizes would not agree
    const { arrivals, summary } = await compare([
      caller(0, [
        ['0xa', [10, 100], 64],
        ['0xb', [110, 200], 32],
        ['0xa', [210, 300], 64],
      ]),
      caller(1, [
        ['0x7', [20, 100], 64],
        ['0x7', [115, 300], 64],
        ['0x9', [130, 200], 32],
      ]),
    ]);
    expect(summary).toMatchObject({ matched_count: 3, unmatched_kernel_count: 0 });
    expect(arrivals.map((row) => [row.msg_bytes, row.communication_ns, row.skew_ns])).toEqual([
      [64, 80, 10],
      [32, 70, 20],
      [64, 90, 95],
    ]);
  });

  it('has the bandwidth of the transfer alone', async () => {
    const { arrivals, collectives } = await compare([
      caller(0, [['0xa', [10, 110], 1000]]),
      caller(1, [['0xb', [60, 110], 1000]]),
    ]);
    // 1000 B * 2 * 1/2 in 50 ns; rank 0 by itself shows half of it
    expect(arrivals).toMatchObject([{ op_type: 'AllReduce', transfer_bw_gbps: 20 }]);
    expect(collectives.map((row) => row.effective_bw_gbps)).toEqual([10, 20]);
  });
});

describe('different numbers of collectives', () => {
  const all: readonly Span[] = [
    [0, 100],
    [200, 300],
    [400, 500],
    [600, 700],
  ];
  const late = (spans: readonly Span[]): Span[] => spans.map(([startNs, endNs]) => [startNs + 40, endNs]);

  it.each([
    ['at the start', all.slice(1)],
    ['at the end', all.slice(0, 3)],
    ['in the middle', [...all.slice(0, 1), ...all.slice(2)]],
  ])('matches the others by time where one is missing %s', async (_, spans) => {
    const communication = await compare([rank(0, all), rank(1, late(spans))]);
    expect(rowsOf(communication)).toEqual([
      [0, 3, 400, 180, 120, 0, 0],
      [1, 3, 180, 180, 0, 120, 3],
    ]);
    expect(communication.summary).toMatchObject({
      matched_count: 3,
      unmatched_kernel_count: 1,
      ranks_reason: '1 kernel without counterpart: ranks recorded different numbers of collectives.',
    });
    expect(communicationDiagnostics(communication).map(({ code }) => code)).toContain('COLLECTIVES_UNMATCHED');
  });

  it('leaves out collectives on which ranks disagree', async () => {
    const { summary, arrivals } = await compare([
      caller(0, [
        ['0xa', [10, 100], 64],
        ['0xa', [110, 200], 32],
      ]),
      caller(1, [
        ['0xa', [10, 100], 64],
        ['0xa', [110, 200], 16],
      ]),
    ]);
    expect(arrivals.map((row) => row.msg_bytes)).toEqual([64]);
    expect(summary).toMatchObject({
      unmatched_kernel_count: 2,
      ranks_reason: '2 kernels without counterpart: ranks disagree on what was called.',
    });
  });
});

describe('what cannot be compared', () => {
  it('is one rank alone', async () => {
    const { ranks, arrivals, summary } = await compare([rank(0, [[0, 100]])]);
    expect(ranks).toMatchObject([{ time_ns: 100, transfer_ns: null, wait_ns: null, derived_delay_ns: null }]);
    expect(arrivals).toEqual([]);
    expect(summary).toMatchObject({
      communication_ns: null,
      wait_ns: null,
      skew_ns: null,
      ranks_reason: 'One rank alone cannot tell waiting from transfer.',
    });
  });

  it('is the start of ranks on machines of their own (hard inputs 15 and 17)', async () => {
    // equal pids; the clocks are 1 ms apart
    const communication = await compare([
      rank(0, [[0, 100]], { node: 'node-a', pid: 42 }),
      rank(1, [[1_000_060, 1_000_100]], { node: 'node-b', pid: 42 }),
    ]);
    expect(rowsOf(communication)).toEqual([
      [0, 1, 100, 40, null, null, null],
      [1, 1, 40, 40, null, null, null],
    ]);
    expect(communication.ranks.map((row) => row.derived_delay_ns)).toEqual([0, 60]);
    expect(communication.arrivals).toMatchObject([
      { start_ns: null, skew_ns: null, wait_ns: null, last_rank: null, starts_ns: null, durations_ns: [100, 40] },
    ]);
    expect(communication.summary).toMatchObject({ communication_ns: 40, wait_ns: null, skew_ns: null });
    expect(communication.summary.ranks_reason).toBe(
      'The clocks of the ranks are not aligned, so starts are not compared between them.',
    );
  });

  it('is each machine by itself where machines recorded different numbers', async () => {
    const communication = await compare([
      rank(
        0,
        [
          [0, 100],
          [200, 300],
        ],
        { node: 'node-a' },
      ),
      rank(
        1,
        [
          [60, 100],
          [230, 300],
        ],
        { node: 'node-a' },
      ),
      rank(2, [[0, 50]], { node: 'node-b' }),
      rank(3, [[20, 50]], { node: 'node-b' }),
    ]);
    expect(rowsOf(communication)).toEqual([
      [0, 2, 200, 110, 90, 0, 0],
      [1, 2, 110, 110, 0, 90, 2],
      [2, 1, 50, 30, 20, 0, 0],
      [3, 1, 30, 30, 0, 20, 1],
    ]);
    expect(communication.summary).toMatchObject({ matched_count: 3, communication_ns: 140, skew_ns: 110 });
  });

  it('are ranks of another GPU or program (hard input 16)', async () => {
    const other = rank(1, [[60, 100]], {
      agents: [{ name: 'gfx90a', productName: 'MI210', hardware: { cu_count: 104 } }],
    });
    const gpus = await compare([rank(0, [[0, 100]]), other]);
    expect(gpus.arrivals).toEqual([]);
    expect(gpus.summary.ranks_reason).toBe(
      '2 kernels without counterpart: no other rank of the same program and kind of GPU was recorded at the same time.',
    );
    const programs = await compare([
      rank(0, [[0, 100]], { command: 'python train.py --local_rank=0' }),
      rank(1, [[60, 100]], { command: 'python train.py --local_rank=1' }),
      rank(2, [[70, 100]], { command: 'python serve.py' }),
    ]);
    expect(programs.ranks.map((row) => row.matched_count)).toEqual([1, 1, 0]);
  });

  it('are processes that ran one after the other, or have one number', async () => {
    const after = await compare([rank(0, [[0, 100]]), rank(1, [[5000, 5100]])]);
    expect(after.arrivals).toEqual([]);
    const twice = await compare([rank(0, [[0, 100]]), rank(0, [[60, 100]])]);
    expect(twice.arrivals).toEqual([]);
    expect(twice.summary.ranks_reason).toBe(
      '2 kernels without counterpart: several processes have the same rank number.',
    );
  });

  it('are communicators of some of the ranks, and sends', async () => {
    const pair = (number: number): ProcessSpec => {
      const own = caller(number, [['0xa', [10, 100], 64]]);
      const init = { ...call(0, { newcomm: '0xa', nranks: 2 }, 9), name: 'ncclCommInitRank' };
      return { ...own, regions: [init, ...(own.regions ?? [])] };
    };
    const subset = await compare([0, 1, 2, 3].map(pair));
    expect(subset.arrivals).toEqual([]);
    expect(subset.summary.ranks_reason).toContain('joins fewer ranks than were recorded');
    const send = { name: 'ncclKernel_SendRecv_RING_SIMPLE_Sum_int8_t', startNs: 0, endNs: 10 };
    const sends = await compare([0, 1].map((number) => ({ ...rank(number, []), kernels: [send] })));
    expect(sends.summary.ranks_reason).toContain('sends and receives');
  });
});

describe('missing ranks', () => {
  const world = (number: number | null): ProcessSpec => ({
    environment: { WORLD_SIZE: '4', ...(number === null ? {} : { RANK: String(number) }) },
    kernels: kernels([[0, 100]]),
  });

  it('are listed by number', async () => {
    const communication = await compare([world(0), world(3)]);
    expect(communication.summary).toMatchObject({ missing_rank_count: 2, missing_ranks: [1, 2] });
    expect(communicationDiagnostics(communication).find(({ code }) => code === 'RANKS_MISSING')?.message).toBe(
      '2 of the 4 ranks of the job are not in the trace (1, 2): a slower rank among them would go unseen.',
    );
  });

  it('are counted where ranks have no number, and unknown without the size of the job', async () => {
    expect((await compare([world(null)])).summary).toMatchObject({ missing_rank_count: 3, missing_ranks: null });
    expect((await compare([rank(0, [[0, 1]])])).summary).toMatchObject({
      missing_rank_count: null,
      missing_ranks: null,
    });
    expect((await compare([0, 1, 2, 3].map(world))).summary).toMatchObject({
      missing_rank_count: 0,
      missing_ranks: [],
    });
  });
});

describe('laws', () => {
  const collective = fc.record({
    gap: fc.integer({ min: 1, max: 500 }),
    delays: fc.array(fc.nat(99), { minLength: 3, maxLength: 3 }),
  });

  it('hold for any delays: times add up, whatever the order of the processes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(collective, { minLength: 1, maxLength: 8 }), async (collectives) => {
        let time = 0;
        const starts = collectives.map(({ gap, delays }) => {
          const start = time + gap;
          time = start + 150;
          return delays.map((delay) => [start + delay, start + 150] as const);
        });
        const processes = [0, 1, 2].map((number) =>
          rank(
            number,
            starts.map((spans) => spans[number] ?? [0, 0]),
          ),
        );
        const communication = await compare(processes);
        const { ranks, arrivals, summary } = communication;
        const skewNs = arrivals.reduce((sum, row) => sum + (row.skew_ns ?? 0), 0);
        for (const row of ranks) {
          expect((row.transfer_ns ?? 0) + (row.excess_ns ?? 0)).toBe(row.time_ns);
          expect((row.wait_ns ?? 0) + (row.delay_ns ?? 0)).toBe(skewNs);
          // all leave together here, so both ways of measuring agree
          expect([row.derived_delay_ns, row.excess_ns]).toEqual([row.delay_ns, row.wait_ns]);
        }
        expect(summary.skew_ns).toBe(skewNs);
        expect(summary.wait_ns).toBe(ranks.reduce((sum, row) => sum + (row.wait_ns ?? 0), 0));
        expect(summary.communication_ns).toBe(ranks[0]?.transfer_ns);
        // the list of single kernels goes by process, so only that may differ
        expect(await compare([...processes].reverse())).toMatchObject({ ranks, arrivals, summary });
      }),
      { numRuns: 15 },
    );
  });
});

const SHARED = findSharedFolder();
(SHARED === null ? describe.skip : describe)('the four recorded ranks of a DDP run', () => {
  const files = [0, 1, 2, 3].map((number) => `${SHARED ?? ''}/traces/ddp_resnet_mi300x_rank${String(number)}.db`);

  it('come late by 10, 25 and 70 % of each collective, as they were made', async () => {
    const { communication } = await readHostFacts(...files);
    const [first, ...others] = communication?.ranks ?? [];
    // Lengths of rank 0 add up to 71,516,523 ns; the files of ranks 1 to 3 are moved by 40, 80 and 120 us beside that.
    expect(first?.time_ns).toBe(71_516_523);
    for (const [index, share] of [0.1, 0.25, 0.7].entries()) {
      const lateNs = share * 71_516_523;
      const movedNs = 17 * 40_000 * (index + 1);
      expect(Math.abs((others[index]?.derived_delay_ns ?? 0) / lateNs - 1)).toBeLessThan(0.001);
      expect(Math.abs((others[index]?.delay_ns ?? 0) / (lateNs + movedNs) - 1)).toBeLessThan(0.001);
    }
  });

  it('have 17 collectives, rank 3 the last in each; waiting and transfer apart', async () => {
    const { communication } = await readHostFacts(...files);
    expect(communication?.arrivals.map((row) => row.last_rank)).toEqual(Array.from({ length: 17 }, () => 3));
    expect(communication?.ranks.map((row) => [row.wait_ns, row.transfer_ns, row.last_count])).toEqual([
      [52_101_561, 21_454_962, 0],
      [44_269_920, 21_454_962, 0],
      [32_862_438, 21_454_962, 0],
      [0, 21_454_962, 17],
    ]);
    expect(communication?.summary).toMatchObject({
      communication_ns: 21_454_962,
      skew_ns: 52_101_561,
      matched_count: 17,
      unmatched_kernel_count: 0,
      missing_ranks: [4, 5, 6, 7],
    });
  });

  it('can lack some: the others are still compared', async () => {
    const { communication } = await readHostFacts(...[0, 2].map((number) => files[number] ?? ''));
    expect(communication?.summary).toMatchObject({ matched_count: 17, missing_ranks: [1, 3, 4, 5, 6, 7] });
    expect(communication?.ranks.map((row) => row.last_count)).toEqual([0, 17]);
  });
});
