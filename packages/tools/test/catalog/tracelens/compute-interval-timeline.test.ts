import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { buildTrace } from '@perfxpert/rocpd/testing';
import type { TraceSpec } from '@perfxpert/rocpd/testing';
import {
  computeIntervalTimeline,
  computeIntervalTimelineTool,
} from '../../../src/catalog/tracelens/compute-interval-timeline.js';
import type { IntervalTimeline } from '../../../src/schemas/interval-timeline.js';
import { callTool } from '../../../src/tool/call-tool.js';
import { findSharedFolder } from '../../support/shared-traces.js';

const SHARED = findSharedFolder();
const recorded = SHARED === null ? describe.skip : describe;

async function timelineOf(spec: TraceSpec): Promise<IntervalTimeline> {
  const trace = buildTrace(spec);
  try {
    return await computeIntervalTimeline({ db_path: trace.path });
  } finally {
    trace.dispose();
  }
}

const kernel = (startNs: number, endNs: number, agent = 0) => ({ name: 'k', startNs, endNs, agent });
const copy = (startNs: number, endNs: number) => ({ startNs, endNs, bytes: 64 });
const ZEROS = {
  total_wall_ns: 0,
  true_compute_ns: 0,
  true_compute_pct: 0,
  exposed_memcpy_ns: 0,
  exposed_memcpy_pct: 0,
  idle_ns: 0,
  idle_pct: 0,
};

describe('tracelens.computeIntervalTimeline', () => {
  it('IT-1: overlapping kernels, a copy half under them, a gap', async () => {
    const line = {
      total_wall_ns: 400,
      true_compute_ns: 250,
      true_compute_pct: 62.5,
      exposed_memcpy_ns: 50,
      exposed_memcpy_pct: 12.5,
      idle_ns: 100,
      idle_pct: 25,
    };
    expect(
      await timelineOf({ kernels: [kernel(0, 100), kernel(50, 150), kernel(300, 400)], copies: [copy(120, 200)] }),
    ).toEqual({
      has_data: true,
      ...line,
      dropped_intervals: 0,
      group_count: 1,
      devices: [{ device: 'GPU 0', ...line }],
    });
  });

  it('IT-2: nothing to measure', async () => {
    expect(await timelineOf({})).toMatchObject({ has_data: false, ...ZEROS, devices: [], group_count: 0 });
    expect(await timelineOf({ kernels: [kernel(5, 5)] })).toMatchObject({ has_data: false, ...ZEROS });
  });

  it.each([
    [[kernel(0, 100), kernel(50, 150)], [copy(140, 200)], [200, 150, 75, 50, 25, 0]],
    [[kernel(0, 10), kernel(90, 100)], [], [100, 20, 20, 0, 0, 80]],
  ])('%j and %j', async (kernels, copies, [wall, compute, computePct, exposed, exposedPct, idle]) => {
    expect(await timelineOf({ kernels, copies })).toMatchObject({
      total_wall_ns: wall,
      true_compute_ns: compute,
      true_compute_pct: computePct,
      exposed_memcpy_ns: exposed,
      exposed_memcpy_pct: exposedPct,
      idle_ns: idle,
    });
  });

  it('on one line a device that waits hides behind one that works', async () => {
    const { devices, ...line } = await timelineOf({
      agents: [{}, {}],
      kernels: [kernel(0, 60), kernel(40, 100, 1)],
    });
    expect(line).toMatchObject({ total_wall_ns: 100, true_compute_ns: 100, idle_ns: 0 });
    expect(devices.map((device) => [device.true_compute_ns, device.idle_ns])).toEqual([
      [60, 40],
      [60, 40],
    ]);
  });

  it('puts processes of one window on one axis, and adds up windows apart', async () => {
    const process = (pid: number, kernels: ReturnType<typeof kernel>[], copies: ReturnType<typeof copy>[] = []) => ({
      pid,
      guid: `guid-${String(pid)}`,
      kernels,
      copies,
    });
    const overlapping = await timelineOf({
      processes: [process(1, [kernel(1000, 1060)]), process(2, [kernel(1050, 1100)], [copy(1010, 1080)])],
    });
    // kernels cover [1000, 1100]; so does no copy alone
    expect(overlapping).toMatchObject({
      total_wall_ns: 100,
      true_compute_ns: 100,
      exposed_memcpy_ns: 0,
      group_count: 1,
    });
    const apart = await timelineOf({
      processes: [process(1, [kernel(0, 40), kernel(60, 100)]), process(2, [kernel(5000, 5100)])],
    });
    expect(apart).toMatchObject({
      total_wall_ns: 200,
      true_compute_ns: 180,
      idle_ns: 20,
      idle_pct: 10,
      group_count: 2,
    });
  });

  it('counts what it leaves out', async () => {
    const line = await timelineOf({ kernels: [kernel(0, 100), kernel(90, 50)] });
    expect(line).toMatchObject({ total_wall_ns: 100, dropped_intervals: 1 });
  });

  it('goes over the wire', async () => {
    const trace = buildTrace({ kernels: [kernel(0, 100)] });
    try {
      const answer = await callTool(computeIntervalTimelineTool, { db_path: [trace.path] });
      expect(JSON.parse(JSON.stringify(answer))).toEqual(answer);
    } finally {
      trace.dispose();
    }
    await expect(callTool(computeIntervalTimelineTool, { db_path: '/nowhere' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

recorded('recorded traces', () => {
  // wall, compute, exposed copies; computed by scripts of their own from the base tables
  it.each([
    ['ddp_resnet_mi300x_rank0', 86_567_708, 81_546_210, 2_455_846],
    ['rocprofv3_train_mi350x', 13_291_724_522, 2_715_374_054, 0],
    ['sys_style_mytrace', 452_967_953, 407_137_122, 9_486_296],
    ['torch_owlv2_mi300x', 908_338_155, 327_416_988, 4_399_354],
  ])('%s', async (name, wall, compute, exposed) => {
    const line = await computeIntervalTimeline({ db_path: path.join(SHARED ?? '', 'traces', `${name}.db`) });
    expect([line.total_wall_ns, line.true_compute_ns, line.exposed_memcpy_ns, line.idle_ns]).toEqual([
      wall,
      compute,
      exposed,
      wall - compute - exposed,
    ]);
  });
});
