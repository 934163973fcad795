import { describe, expect, it } from '@jest/globals';
import type { KernelSpec, ProcessSpec, RegionSpec } from '@perfxpert/rocpd/testing';
import { communicationDiagnostics } from '../../../../src/lib/facts/communication/communication-diagnostics.js';
import { buildHostFacts } from '../../../support/host-facts.js';

const MIB = 1024 ** 2;
const GENERIC = 'ncclDevKernel_Generic_1(ncclDevKernelArgsStorage<4096ul>)';
const WORLD_8 = { environment: { WORLD_SIZE: '8' } };
const call = (name: string, startNs: number, endNs: number, more: Partial<RegionSpec> = {}): RegionSpec => ({
  name,
  category: 'RCCL_API',
  startNs,
  endNs,
  ...more,
});
const kernel = (startNs: number, endNs: number, stackId: number, more: Partial<KernelSpec> = {}): KernelSpec => ({
  name: GENERIC,
  startNs,
  endNs,
  stackId,
  ...more,
});
async function communicationOf(spec: Parameters<typeof buildHostFacts>[0]) {
  const { communication } = await buildHostFacts(spec);
  if (communication === null) throw new Error('no communication');
  return communication;
}

describe('communication', () => {
  it('R11: AllGather of 64 MiB on eight ranks', async () => {
    const process = (rank: number): ProcessSpec => ({
      pid: 1000 + rank,
      // Each rank sends 8 MiB
      regions: [
        call('ncclAllGather', rank, rank + 500_000, { stackId: 1, args: { sendcount: 8_388_608, datatype: 'int8' } }),
      ],
      kernels: [kernel(rank, rank + 500_000, 1, { name: 'ncclKernel_AllGather_RING_LL_Sum_int8' })],
    });
    const { collectives } = await communicationOf({ processes: [0, 1, 2, 3, 4, 5, 6, 7].map(process) });
    // 67,108,864 B * 7/8 / 0.5 ms = 117.4405 GB/s; of 340: 34.54 %
    expect(collectives[0]).toMatchObject({
      op_type: 'AllGather',
      ranks: 8,
      msg_bytes: 67_108_864,
      effective_bw_gbps: 117.441,
      efficiency_pct: 34.54,
      efficiency_label: 'poor',
      regime: 'bandwidth-bound',
    });
  });

  it('RA-1, R10: bus bandwidth of four ranks', async () => {
    // The call and its kernel share an id: time is that of the kernel. The original compares spans of the host calls.
    const process = (rank: number): ProcessSpec => ({
      pid: 1000 + rank,
      regions: [
        call('ncclAllReduce', rank * 10_000, rank * 10_000 + 1_000_000, {
          stackId: 1,
          args: { count: 1_048_576, datatype: 'int8' },
        }),
      ],
      kernels: [
        ...(rank === 0 ? [{ name: 'rocblas_gemm_f32', startNs: 0, endNs: 500_000 }] : []),
        kernel(rank * 10_000, rank * 10_000 + 1_000_000, 1, { name: 'ncclKernel_AllReduce_RING_LL_Sum_int8' }),
      ],
    });
    const { collectives, summary } = await communicationOf({ processes: [0, 1, 2, 3].map(process) });
    // 1 MiB * 2 * 3/4 / 1 ms = 1.572864 GB/s; of 340: 0.4626 %
    for (const row of collectives)
      expect(row).toMatchObject({
        op_type: 'AllReduce',
        ranks: 4,
        msg_bytes: 1_048_576,
        duration_ns: 1_000_000,
        effective_bw_gbps: 1.573,
        peak_bw_gbps: 340,
        efficiency_pct: 0.46,
        efficiency_label: 'poor',
        algo_hint: 'Ring',
        topology_hint: 'intra-node',
        regime: 'algo-dependent',
      });
    // Each rank has its own device, so the gemm covers half of rank 0's collective only. One union over all devices,
    // as the original takes it, would give 500,000 / 1,030,000 = 48.54 for every row.
    expect(collectives.map((row) => row.overlap_pct).sort((a, b) => b - a)).toEqual([50, 0, 0, 0]);
    expect(summary).toMatchObject({
      op_count: 4,
      kernel_count: 4,
      ranks: 4,
      dominant_op: 'AllReduce',
      peak_bw_gbps: 340,
      avg_bw_gbps: 1.573,
      avg_efficiency_pct: 0.46,
      total_ns: 4_000_000,
      union_ns: 4_000_000,
      exposed_ns: 3_500_000,
      // 100 * 500,000 / 4,000,000
      overlap_pct: 12.5,
      capture_incomplete: false,
      measured_metrics_available: true,
      reason: null,
    });
  });

  it('RA-2: kernels without calls are recognised by name', async () => {
    const name = 'ncclKernel_AllReduce_RING_LL_Sum_f32';
    const {
      collectives,
      summary,
      capture_incomplete: isIncomplete,
    } = await communicationOf({
      processes: [0, 1].map((rank) => ({
        kernels: [{ name, startNs: rank * 1_000_000, endNs: rank * 1_000_000 + 500_000 }],
      })),
    });
    // The operation and the ring are in the name. The size is unknown, so it is null and not 0, and so are the figures
    // that rest on it.
    for (const row of collectives)
      expect(row).toMatchObject({
        op_type: 'AllReduce',
        kernel_name: name,
        ranks: 2,
        msg_bytes: null,
        effective_bw_gbps: null,
        efficiency_pct: null,
        efficiency_label: 'unknown',
        algo_hint: 'Ring',
        regime: 'unknown',
      });
    expect(isIncomplete).toBe(true);
    expect(summary).toMatchObject({
      op_count: 2,
      capture_incomplete: true,
      fallback_kernel_count: 2,
      observed_total_duration_ns: 1_000_000,
      measured_metrics_available: false,
      avg_bw_gbps: null,
      overlap_pct: 0,
    });
    expect(summary.reason).not.toBeNull();
  });

  it('RA-3: other kernels are no communication', async () => {
    // null, where the original gives an empty list: there is no section
    const { communication } = await buildHostFacts({ kernels: [{ name: 'rocblas_gemm_f32', startNs: 0, endNs: 1 }] });
    expect(communication).toBeNull();
  });

  it('does not take an elementwise broadcast for a collective', async () => {
    const name = 'void at::native::elementwise_kernel<BroadcastOp>';
    const { communication } = await buildHostFacts({ kernels: [{ name, startNs: 0, endNs: 1 }] });
    expect(communication).toBeNull();
  });

  it('has calls without kernels where no kernel was recorded', async () => {
    const { collectives, summary } = await communicationOf({
      regions: [call('ncclAllReduce', 0, 10), call('ncclCommGetAsyncError', 2, 4), call('ncclGetVersion', 20, 21)],
    });
    expect(collectives).toMatchObject([
      {
        op_type: 'AllReduce',
        kernel_name: null,
        start_ns: null,
        duration_ns: 0,
        overlap_pct: 0,
        effective_bw_gbps: null,
      },
    ]);
    expect(summary).toMatchObject({
      op_count: 1,
      kernel_count: 0,
      dominant_op: 'AllReduce',
      capture_incomplete: false,
    });
    expect(summary.reason).toBe('No communication kernel was recorded.');
  });
});

describe('from call to kernel', () => {
  it('walks up from the HIP launch inside the call', async () => {
    const { collectives } = await communicationOf({
      ...WORLD_8,
      regions: [
        call('ncclAllGather', 0, 100, { stackId: 10, args: { sendcount: 1000, datatype: 7 } }),
        call('hipExtLaunchKernel', 10, 90, { category: 'HIP_RUNTIME_API', stackId: 11, parentStackId: 10 }),
        call('hsa_signal_store', 20, 30, { category: 'HSA_CORE_API', stackId: 12, parentStackId: 11 }),
      ],
      kernels: [kernel(200, 1200, 12)],
    });
    // 1000 * 4 * 8 ranks; 32,000 B * 7/8 / 1000 ns = 28 GB/s
    expect(collectives).toMatchObject([
      { op_type: 'AllGather', msg_bytes: 32_000, effective_bw_gbps: 28, duration_ns: 1000, start_ns: 0 },
    ]);
  });

  it('takes the call around the launch where no parent is recorded', async () => {
    const { collectives } = await communicationOf({
      regions: [
        call('ncclBroadcast', 0, 100, { stackId: 10 }),
        call('hipLaunchKernel', 10, 90, { category: 'HIP_RUNTIME_API', stackId: 11 }),
        call('hipLaunchKernel', 110, 120, { category: 'HIP_RUNTIME_API', stackId: 12 }),
      ],
      kernels: [kernel(200, 300, 11), kernel(300, 350, 12)],
    });
    expect(collectives.map((row) => row.op_type)).toEqual(['Broadcast', 'Unknown']);
  });

  it('survives parents that form a loop', async () => {
    const { collectives } = await communicationOf({
      regions: [
        call('ncclReduce', 500, 600, { stackId: 10 }),
        call('hipA', 0, 90, { category: 'HIP_RUNTIME_API', stackId: 11, parentStackId: 12 }),
        call('hipB', 10, 80, { category: 'HIP_RUNTIME_API', stackId: 12, parentStackId: 11 }),
      ],
      kernels: [kernel(200, 300, 12)],
    });
    expect(collectives.map((row) => row.op_type)).toEqual(['Unknown', 'Reduce']);
  });

  it('gives the kernel of a group the bytes of all its calls', async () => {
    const send = { args: { count: 1000, datatype: 0, peer: 1 } };
    const { collectives } = await communicationOf({
      ...WORLD_8,
      regions: [
        call('ncclGroupStart', 0, 1, { stackId: 1 }),
        call('ncclSend', 2, 3, { stackId: 2, ...send }),
        call('ncclRecv', 4, 5, { stackId: 3, ...send }),
        call('ncclSend', 6, 7, { stackId: 4, ...send }),
        call('ncclRecv', 8, 9, { stackId: 5, ...send }),
        call('ncclGroupEnd', 10, 50, { stackId: 6 }),
      ],
      kernels: [kernel(60, 160, 6)],
    });
    // 2000 B go out while 2000 B come in: 2000 B / 100 ns on the link in one direction
    expect(collectives).toMatchObject([{ op_type: 'SendRecv', msg_bytes: 2000, effective_bw_gbps: 20 }]);
  });

  it('sums reductions of a group, nested groups included', async () => {
    const args = { count: 1000, datatype: 0 };
    const { collectives } = await communicationOf({
      ...WORLD_8,
      regions: [
        call('ncclGroupStart', 0, 1),
        call('ncclAllReduce', 2, 3, { args }),
        call('ncclGroupStart', 4, 5),
        call('ncclAllReduce', 6, 7, { args }),
        call('ncclGroupEnd', 8, 9),
        call('ncclAllReduce', 10, 11, { args }),
        call('ncclGroupEnd', 12, 50, { stackId: 6 }),
      ],
      kernels: [kernel(60, 160, 6)],
    });
    // 3000 B * 1.75 / 100 ns
    expect(collectives).toMatchObject([{ op_type: 'AllReduce', msg_bytes: 3000, effective_bw_gbps: 52.5 }]);
  });

  it('shares a group out over the devices of a process that have a communicator each', async () => {
    const { collectives, summary } = await communicationOf({
      agents: [{}, {}],
      regions: [
        call('ncclCommInitAll', 0, 1, { args: { ndev: 2 } }),
        call('ncclGroupStart', 2, 3),
        call('ncclAllReduce', 4, 5, { args: { count: 1000, datatype: 0, comm: '0xa' } }),
        call('ncclAllReduce', 6, 7, { args: { count: 1000, datatype: 0, comm: '0xb' } }),
        call('ncclGroupEnd', 8, 50, { stackId: 6 }),
      ],
      kernels: [kernel(60, 160, 6), kernel(60, 160, 6, { agent: 1 })],
    });
    // each 1000 B * 2 * 1/2 / 100 ns
    expect(collectives.map((row) => [row.device, row.msg_bytes, row.effective_bw_gbps, row.ranks])).toEqual([
      ['GPU 0', 1000, 10, 2],
      ['GPU 1', 1000, 10, 2],
    ]);
    expect(summary).toMatchObject({ op_count: 2, total_ns: 200, union_ns: 200, avg_bw_gbps: 10 });
  });

  it('does not guess shares that differ', async () => {
    const { collectives } = await communicationOf({
      ...WORLD_8,
      regions: [
        call('ncclGroupStart', 2, 3),
        call('ncclAllReduce', 4, 5, { args: { count: 1000, datatype: 0 } }),
        call('ncclAllReduce', 6, 7, { args: { count: 10, datatype: 0 } }),
        call('ncclGroupEnd', 8, 50, { stackId: 6 }),
      ],
      kernels: [kernel(60, 160, 6), kernel(160, 170, 6)],
    });
    expect(collectives.map((row) => [row.op_type, row.msg_bytes])).toEqual([
      ['AllReduce', null],
      ['AllReduce', null],
    ]);
  });

  it('takes calls inside a collective for part of it', async () => {
    const { summary, collectives } = await communicationOf({
      ...WORLD_8,
      regions: [
        call('ncclAllToAll', 0, 100, { stackId: 1, args: { count: 100, datatype: 0 } }),
        call('ncclGroupStart', 1, 2, { stackId: 2, parentStackId: 1 }),
        call('ncclSend', 3, 4, { stackId: 3, parentStackId: 1, args: { count: 100, datatype: 0 } }),
        call('ncclGroupEnd', 5, 90, { stackId: 4, parentStackId: 1 }),
      ],
      kernels: [kernel(200, 300, 4)],
    });
    expect(summary.op_count).toBe(1);
    expect(collectives).toMatchObject([{ op_type: 'AllToAll', msg_bytes: 800 }]);
  });
});

describe('number of ranks', () => {
  const allReduce = (comm: string): ProcessSpec => ({
    regions: [call('ncclAllReduce', 0, 10, { stackId: 1, args: { count: MIB, datatype: 0, comm } })],
    kernels: [kernel(20, 1020, 1)],
  });
  const ranksOf = async (spec: ProcessSpec) => (await communicationOf(spec)).collectives[0];

  it('is that of the communicator, before that of the job', async () => {
    const own = allReduce('0xa');
    const regions = [
      ...(own.regions ?? []),
      call('ncclCommInitRank', -20, -10, { args: { newcomm: '0xa', nranks: 2 } }),
      call('ncclCommInitRank', -9, -5, { args: { newcomm: '0xb', nranks: 8 } }),
    ];
    expect(await ranksOf({ ...own, ...WORLD_8, regions })).toMatchObject({ ranks: 2 });
  });

  it('is unknown where communicators differ and the call names none of them', async () => {
    const own = allReduce('0xc');
    const regions = [
      ...(own.regions ?? []),
      call('ncclCommInitRank', -20, -10, { args: { nranks: 2 } }),
      call('ncclCommInitRank', -9, -5, { args: { nranks: 8 } }),
    ];
    expect(await ranksOf({ ...own, ...WORLD_8, regions })).toMatchObject({ ranks: 1, effective_bw_gbps: null });
  });

  it('is the size of the job by its launcher', async () => {
    for (const variable of ['WORLD_SIZE', 'OMPI_COMM_WORLD_SIZE', 'PMI_SIZE', 'SLURM_NTASKS'])
      expect(await ranksOf({ ...allReduce('0xa'), environment: { [variable]: '4' } })).toMatchObject({ ranks: 4 });
  });

  it('is unknown for one device alone: the others are not in the trace', async () => {
    const { collectives, summary } = await communicationOf(allReduce('0xa'));
    expect(collectives).toMatchObject([
      { ranks: 1, msg_bytes: MIB, effective_bw_gbps: null, efficiency_pct: null, topology_hint: 'unknown' },
    ]);
    expect(summary.reason).toBe('The number of ranks is unknown.');
  });

  it('leaves the peak to the network between nodes', async () => {
    const many = { ...allReduce('0xa'), environment: { WORLD_SIZE: '16' } };
    expect(await ranksOf(many)).toMatchObject({
      topology_hint: 'multi-node',
      peak_bw_gbps: null,
      efficiency_pct: null,
    });
    const two = { ...allReduce('0xa'), environment: { WORLD_SIZE: '4', LOCAL_WORLD_SIZE: '2' } };
    expect(await ranksOf(two)).toMatchObject({ ranks: 4, topology_hint: 'multi-node', peak_bw_gbps: null });
    const { collectives } = await communicationOf({
      processes: [allReduce('0xa'), { ...allReduce('0xa'), node: 'node-b' }],
    });
    expect(collectives).toMatchObject([{ topology_hint: 'multi-node' }, { topology_hint: 'multi-node' }]);
  });

  it('keeps an efficiency above 100 percent and tells of it (hard input 29)', async () => {
    const communication = await communicationOf({ ...allReduce('0xa'), ...WORLD_8 });
    // 1 MiB * 1.75 / 1000 ns = 1835 GB/s over 340
    expect(communication.collectives[0]?.efficiency_pct).toBeGreaterThan(100);
    expect(communicationDiagnostics(communication)).toMatchObject([
      { code: 'BANDWIDTH_ABOVE_PEAK' },
      { code: 'RANKS_MISSING' },
    ]);
  });
});

describe('lists and totals', () => {
  it('lists 200 collectives by duration and counts all', async () => {
    const kernels = Array.from({ length: 250 }, (_, index) =>
      kernel(1000 * index, 1000 * index + 1 + (index % 250), 0),
    );
    const communication = await communicationOf({ kernels });
    expect(communication.collective_count).toBe(250);
    expect(communication.collectives).toHaveLength(200);
    expect(communication.collectives[0]?.duration_ns).toBe(250);
    expect(communication.collectives[199]?.duration_ns).toBe(51);
    expect(communicationDiagnostics(communication)).toMatchObject([{ code: 'COMMUNICATION_CALLS_MISSING' }]);
  });

  it('says how many kernels lack a call where some have one', async () => {
    const { summary } = await communicationOf({
      ...WORLD_8,
      regions: [call('ncclAllReduce', 0, 10, { stackId: 1, args: { count: 100, datatype: 0 } })],
      kernels: [kernel(20, 30, 1), kernel(30, 35, 0)],
    });
    expect(summary).toMatchObject({
      op_count: 2,
      fallback_kernel_count: 1,
      observed_total_duration_ns: 5,
      capture_incomplete: true,
      measured_metrics_available: true,
      // 100 B * 1.75 / 10 ns
      avg_bw_gbps: 17.5,
    });
  });

  it('weighs the average bandwidth by bytes', async () => {
    const { summary } = await communicationOf({
      ...WORLD_8,
      regions: [
        call('ncclBroadcast', 0, 1, { stackId: 1, args: { count: 900, datatype: 0 } }),
        call('ncclBroadcast', 2, 3, { stackId: 2, args: { count: 100, datatype: 0 } }),
      ],
      kernels: [kernel(10, 20, 1), kernel(20, 110, 2)],
    });
    // 1000 B / 100 ns, where the mean of 90 and 1.11 would be 45.6
    expect(summary).toMatchObject({ avg_bw_gbps: 10, avg_efficiency_pct: 2.94 });
  });
});
