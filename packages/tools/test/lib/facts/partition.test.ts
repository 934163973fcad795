import { describe, expect, it } from '@jest/globals';
import * as v from 'valibot';
import { collectActivity } from '../../../src/lib/facts/device-activity.js';
import { computeFacts } from '../../../src/lib/facts/compute-facts.js';
import { createMergeContext } from '../../../src/lib/facts/create-merge-context.js';
import { createProcessStage } from '../../../src/lib/facts/create-process-stage.js';
import { collectPartition, mergePartition } from '../../../src/lib/facts/partition.js';
import { ExecutionBreakdownSchema } from '../../../src/schemas/execution-breakdown.js';
import type { ExecutionBreakdown } from '../../../src/schemas/execution-breakdown.js';
import { processColumns, traceOf } from '../../support/process-columns.js';
import type { ProcessRows } from '../../support/process-columns.js';
import { valuesOf } from '../../support/values-of.js';

async function breakdownOf(...processes: readonly ProcessRows[]): Promise<ExecutionBreakdown> {
  const { executionBreakdown } = await computeFacts(traceOf(processes.map(processColumns)));
  expect(executionBreakdown).not.toBeNull();
  return v.parse(ExecutionBreakdownSchema, executionBreakdown);
}
const partOf = (breakdown: ExecutionBreakdown) => ({
  wall_ns: breakdown.wall_ns,
  compute_ns: breakdown.compute_ns,
  copy_exposed_ns: breakdown.copy_exposed_ns,
  copy_hidden_ns: breakdown.copy_hidden_ns,
  api_exposed_ns: breakdown.api_exposed_ns,
  idle_other_ns: breakdown.idle_other_ns,
});

const P1: ProcessRows = {
  kernels: Array.from({ length: 50 }, (_, index) => ({
    name: 'matmul',
    startNs: index * 100_000,
    endNs: (index + 1) * 100_000,
  })),
};
const P2: ProcessRows = {
  kernels: [{ name: 'postprocess', startNs: 0, endNs: 100_000 }],
  copies: [{ startNs: 100_000, endNs: 500_000, bytes: 4_194_304 }],
};
const TB3: ProcessRows = {
  kernels: [
    { name: 'k1', startNs: 0, endNs: 100 },
    { name: 'k2', startNs: 50, endNs: 150, stream: 1 },
    { name: 'k3', startNs: 300, endNs: 400 },
  ],
  copies: [{ startNs: 120, endNs: 200 }],
};

describe('partition of one device', () => {
  it('TB-1: kernels back to back leave no idle time', async () => {
    const breakdown = await breakdownOf(P1);
    expect(partOf(breakdown)).toEqual({
      wall_ns: 5_000_000,
      compute_ns: 5_000_000,
      copy_exposed_ns: 0,
      copy_hidden_ns: 0,
      api_exposed_ns: 0,
      idle_other_ns: 0,
    });
    expect([breakdown.compute_pct, breakdown.idle_other_pct, breakdown.concurrency]).toEqual([100, 0, 1]);
  });

  it('TB-2: a copy after a kernel is exposed', async () => {
    const breakdown = await breakdownOf(P2);
    expect([breakdown.wall_ns, breakdown.compute_pct, breakdown.copy_exposed_pct, breakdown.idle_other_pct]).toEqual([
      500_000, 20, 80, 0,
    ]);
  });

  it('TB-3, IT-1: overlap counts once', async () => {
    const breakdown = await breakdownOf(TB3);
    // kernels [0,150] + [300,400] = 250; copy [150,200] exposed, [120,150] hidden; idle [200,300]; 300 / 250 = 1.2
    expect(partOf(breakdown)).toEqual({
      wall_ns: 400,
      compute_ns: 250,
      copy_exposed_ns: 50,
      copy_hidden_ns: 30,
      api_exposed_ns: 0,
      idle_other_ns: 100,
    });
    expect([breakdown.compute_pct, breakdown.copy_exposed_pct, breakdown.idle_other_pct]).toEqual([62.5, 12.5, 25]);
    expect([breakdown.concurrency, breakdown.gpu_busy_ns, breakdown.kernel_time_ns]).toEqual([1.2, 300, 300]);
    expect(breakdown.devices).toEqual([
      {
        ...breakdown,
        devices: undefined,
        group_count: undefined,
        guid: 'guid-0',
        agent_id: 2,
        label: 'GPU 0',
        gfx_id: 'gfx942',
        group: 0,
      },
    ]);
  });

  it('TB-4: API calls count where the device runs nothing', async () => {
    const breakdown = await breakdownOf({ ...TB3, regions: [{ name: 'hipMalloc', startNs: 180, endNs: 260 }] });
    // [200,260] of the call is exposed
    expect([breakdown.api_exposed_ns, breakdown.api_exposed_pct, breakdown.api_exposed_wait_ns]).toEqual([60, 15, 0]);
    expect([breakdown.idle_other_ns, breakdown.idle_other_pct]).toEqual([40, 10]);
  });

  it('TB-5, IT-2: without rows there is no breakdown; its arithmetic is all zero', async () => {
    const columns = processColumns({ gpuCount: 1 });
    expect((await computeFacts(traceOf([columns]))).executionBreakdown).toBeNull();
    const stage = createProcessStage(0, columns);
    const merged = mergePartition(
      [collectPartition(stage)],
      createMergeContext([columns.process], [collectActivity(stage)]),
    );
    expect(merged).toMatchObject({ wall_ns: 0, compute_ns: 0, compute_pct: 0, idle_other_ns: 0, idle_other_pct: 0 });
    expect([merged.concurrency, merged.devices, merged.group_count]).toEqual([null, [], 0]);
  });

  it('TB-6: two kernels at once are 100 % compute with a concurrency of 2', async () => {
    const breakdown = await breakdownOf({
      kernels: [
        { name: 'a', startNs: 0, endNs: 100 },
        { name: 'b', startNs: 0, endNs: 100, stream: 1 },
      ],
    });
    expect([breakdown.compute_pct, breakdown.concurrency, breakdown.kernel_time_ns]).toEqual([100, 2, 200]);
  });

  it('gives zeros for kernels of no length', async () => {
    const breakdown = await breakdownOf({ kernels: [{ name: 'a', startNs: 5, endNs: 5 }] });
    expect([breakdown.wall_ns, breakdown.compute_pct, breakdown.concurrency]).toEqual([0, 0, null]);
  });

  it('tells waiting calls from others, and counts communication that nothing hides', async () => {
    const breakdown = await breakdownOf({
      kernels: [
        { name: 'gemm', startNs: 0, endNs: 100 },
        { name: 'ncclDevKernel_Generic', startNs: 50, endNs: 200, stream: 1 },
        { name: 'gemm', startNs: 300, endNs: 400 },
      ],
      regions: [
        { name: 'hipStreamSynchronize', startNs: 100, endNs: 240 },
        { name: 'hipLaunchKernel', startNs: 230, endNs: 280, thread: 2 },
        { name: 'hipMalloc', startNs: 0, endNs: 400, category: 'MARKER_CORE_RANGE_API' },
      ],
    });
    // gap [200,300]: wait [200,240], all calls [200,280]; RCCL alone [100,200]
    expect(breakdown).toMatchObject({
      api_exposed_ns: 80,
      api_exposed_wait_ns: 40,
      idle_other_ns: 20,
      communication_exposed_ns: 100,
      communication_exposed_pct: 25,
    });
  });

  it('leaves copies without a GPU end out of the window', async () => {
    const breakdown = await breakdownOf({
      kernels: [{ name: 'a', startNs: 0, endNs: 100 }],
      copies: [
        { startNs: 500, endNs: 900, from: 'cpu', to: 'cpu' },
        { startNs: 100, endNs: 150, from: 0, to: 'cpu' },
      ],
    });
    expect([breakdown.wall_ns, breakdown.copy_exposed_ns]).toEqual([150, 50]);
  });
});

describe('partition of several devices', () => {
  it('averages the devices of a group over one window', async () => {
    const breakdown = await breakdownOf({
      kernels: [
        { name: 'a', startNs: 0, endNs: 100, gpu: 0 },
        { name: 'a', startNs: 0, endNs: 51, gpu: 1 },
      ],
    });
    // compute: mean of 100 and 51 is 75.5, to even 76; idle takes the rest
    expect(partOf(breakdown)).toMatchObject({ wall_ns: 100, compute_ns: 76, idle_other_ns: 24 });
    expect(breakdown.devices.map((device) => valuesOf(device, 'label', 'compute_ns', 'idle_other_ns'))).toEqual([
      ['GPU 0', 100, 0],
      ['GPU 1', 51, 49],
    ]);
    // 151 of summed time over 151 of compute, not over the mean
    expect(breakdown.concurrency).toBe(1);
  });

  it('never rounds a mean so that idle gets below zero', async () => {
    const breakdown = await breakdownOf({
      kernels: [
        { name: 'a', startNs: 0, endNs: 1, gpu: 0 },
        { name: 'a', startNs: 0, endNs: 2, gpu: 1 },
      ],
      copies: [
        { startNs: 1, endNs: 3, to: 0 },
        { startNs: 2, endNs: 3, to: 1 },
      ],
    });
    // means 1.5 and 1.5 in a window of 3 both round to 2: the copy gives way
    expect(partOf(breakdown)).toMatchObject({ wall_ns: 3, compute_ns: 2, copy_exposed_ns: 1, idle_other_ns: 0 });
  });

  it('widens the window to the group, so that calls outside the own window count', async () => {
    const breakdown = await breakdownOf(
      { kernels: [{ name: 'a', startNs: 0, endNs: 100 }], originNs: 1000n, guid: 'a', fileIndex: 0 },
      {
        kernels: [{ name: 'a', startNs: 0, endNs: 60 }],
        regions: [{ name: 'hipMalloc', startNs: -70, endNs: -10 }],
        originNs: 1090n,
        guid: 'b',
        pid: 1001,
        fileIndex: 1,
      },
    );
    // group window [1000, 1150]; the call [1020, 1080] lies before the window [1090, 1150] of its process
    expect(breakdown.devices.map((device) => valuesOf(device, 'wall_ns', 'compute_ns', 'api_exposed_ns'))).toEqual([
      [150, 100, 0],
      [150, 60, 60],
    ]);
    expect(partOf(breakdown)).toMatchObject({ wall_ns: 150, compute_ns: 80, api_exposed_ns: 30, idle_other_ns: 40 });
    expect(breakdown.devices.map(({ label }) => label)).toEqual(['GPU 0, process 1000', 'GPU 0, process 1001']);
  });

  it('adds up groups: processes that follow each other, and machines', async () => {
    const kernels = [{ name: 'a', startNs: 0, endNs: 100 }];
    const breakdown = await breakdownOf(
      { kernels, originNs: 0n, guid: 'a' },
      { kernels, originNs: 100n, guid: 'b' }, // touches the first
      { kernels, originNs: 201n, guid: 'c' }, // does not
      { kernels, originNs: 0n, guid: 'd', hostname: 'node-b' },
    );
    expect([breakdown.group_count, breakdown.wall_ns, breakdown.compute_ns]).toEqual([
      3,
      200 + 100 + 100,
      100 + 100 + 100,
    ]);
    expect(breakdown.devices.map(({ group }) => group)).toEqual([0, 0, 1, 2]);
  });

  it('labels devices by rank', async () => {
    const kernels = [{ name: 'a', startNs: 0, endNs: 100 }];
    const breakdown = await breakdownOf(
      { kernels, environment: { RANK: '0' }, guid: 'a' },
      { kernels, environment: { OMPI_COMM_WORLD_RANK: '1' }, guid: 'b' },
      { kernels, environment: { SLURM_PROCID: 'x' }, guid: 'c' },
    );
    expect(breakdown.devices.map(({ label }) => label)).toEqual(['GPU 0, rank 0', 'GPU 0, rank 1', 'GPU 0']);
  });
});
