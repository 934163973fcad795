import { describe, expect, it } from '@jest/globals';
import type { KernelSpec, RegionSpec } from '@perfxpert/rocpd/testing';
import { buildHostFacts } from '../../../support/host-facts.js';

const COUNT = 100;
/** Launch i at 100 i with the id i + 1. */
const launch = (index: number, name = 'hipLaunchKernel'): RegionSpec => ({
  name,
  startNs: 100 * index,
  endNs: 100 * index + 10,
  stackId: index + 1,
});
const kernel = (index: number, startNs = 100 * index + 20): KernelSpec => ({
  name: 'k',
  startNs,
  endNs: startNs + 60,
  stackId: index + 1,
});
const indices = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index);
const launches = indices(0, COUNT).map((index) => launch(index));
const kernels = indices(0, COUNT).map((index) => kernel(index));

describe('lost dispatches (hard input 9)', () => {
  it('estimates the share from launches without a dispatch', async () => {
    const { quality, codes, diagnostics } = await buildHostFacts({
      regions: launches,
      kernels: kernels.filter((_, index) => index % 4 !== 1),
    });
    // 25 of 100 launches, none of them at the end
    expect(quality).toMatchObject({ launches_without_dispatch: 25, lossy: true, missing_frac: 0.25 });
    expect(codes).toEqual(['LOSSY_TRACE', 'LAUNCHES_WITHOUT_DISPATCH']);
    expect(diagnostics[0]?.message).toContain('25 %');
  });

  it('does not take one failed call for loss', async () => {
    const { quality } = await buildHostFacts({
      regions: launches,
      kernels: kernels.filter((_, index) => index !== 50),
    });
    expect(quality).toMatchObject({ launches_without_dispatch: 1, lossy: false, missing_frac: 0.01 });
  });

  it('compares counts where dispatches name no calls', async () => {
    const unlinked = kernels.map((own) => ({ ...own, stackId: 0 }));
    const all = await buildHostFacts({ regions: launches, kernels: unlinked });
    expect(all.quality).toMatchObject({
      launches_without_dispatch: null,
      dispatches_without_launch: null,
      lossy: false,
      missing_frac: 0,
    });
    const some = await buildHostFacts({ regions: launches, kernels: unlinked.slice(0, 60) });
    expect(some.quality).toMatchObject({ lossy: true, missing_frac: 0.4 });
  });

  it('is lossy if one of several processes is', async () => {
    const { quality } = await buildHostFacts({
      processes: [
        { regions: launches, kernels },
        { regions: launches, kernels: kernels.filter((_, index) => index % 2 === 1) },
      ],
    });
    expect(quality).toMatchObject({ launches_without_dispatch: 50, lossy: true, missing_frac: 0.25 });
  });
});

describe('launches that need no dispatch', () => {
  it('are those recorded into a graph', async () => {
    const { quality, diagnostics } = await buildHostFacts({
      regions: [
        ...launches,
        { name: 'hipStreamBeginCapture', startNs: 995, endNs: 996 },
        { name: 'hipStreamEndCapture', startNs: 2995, endNs: 2996 },
      ],
      kernels: kernels.filter((_, index) => index < 10 || index >= 30),
    });
    expect(quality).toMatchObject({ launches_without_dispatch: 20, lossy: false, missing_frac: 0 });
    expect(diagnostics[0]?.message).toContain('recorded into a graph: 20');
  });

  it('but a capture on another thread explains nothing', async () => {
    const { quality } = await buildHostFacts({
      regions: [
        ...launches,
        { name: 'hipStreamBeginCapture', startNs: 995, endNs: 996, thread: 7 },
        { name: 'hipStreamEndCapture', startNs: 2995, endNs: 2996, thread: 7 },
      ],
      kernels: kernels.filter((_, index) => index < 10 || index >= 30),
    });
    expect(quality).toMatchObject({ lossy: true, missing_frac: 0.2 });
  });

  it('are graphs of copies, host functions and calls around another launch', async () => {
    const { quality } = await buildHostFacts({
      regions: [
        launch(0, 'hipGraphLaunch'),
        launch(1, 'hipLaunchHostFunc'),
        { name: 'hipLaunchCooperativeKernel', startNs: 200, endNs: 290, stackId: 3 },
        { name: 'hipModuleLaunchCooperativeKernel', startNs: 210, endNs: 250, stackId: 4 },
        launch(4),
        launch(5, 'hipExtLaunchKernel'),
      ],
      kernels: [kernel(3), kernel(4), kernel(5)],
      copies: [{ startNs: 30, endNs: 90, bytes: 8, stackId: 1 }],
    });
    // hipLaunchHostFunc is no launch call; the outer cooperative launch has its dispatch through the inner one
    expect(quality).toMatchObject({ launch_calls: 5, launches_without_dispatch: 1, lossy: false, missing_frac: 0 });
  });

  it('count once with their many dispatches: a graph', async () => {
    const { quality } = await buildHostFacts({
      regions: [launch(0, 'hipGraphLaunch')],
      kernels: [kernel(0, 20), kernel(0, 100), kernel(0, 200)],
    });
    expect(quality).toMatchObject({ launch_calls: 1, launches_without_dispatch: 0, dispatches_without_launch: 0 });
  });
});

describe('replays of one graph', () => {
  const replay = (index: number, graphExec: string): RegionSpec => ({
    ...launch(index, 'hipGraphLaunch'),
    args: { graphExec },
  });
  const kernelsOf = (counts: readonly number[]): KernelSpec[] =>
    counts.flatMap((count, index) =>
      indices(0, count).map((place) => ({
        ...kernel(index),
        startNs: 100 * index + 20 + place,
        endNs: 100 * index + 21 + place,
      })),
    );

  it('have equal numbers of dispatches, else some are lost', async () => {
    const { quality } = await buildHostFacts({
      regions: indices(0, 5).map((index) => replay(index, '0xa')),
      kernels: kernelsOf([10, 10, 6, 10, 10]),
    });
    // the last replay may be cut and is left out: 4 of 40
    expect(quality).toMatchObject({ lossy: true, missing_frac: 0.1 });
  });

  it('are not compared with those of another graph', async () => {
    const { quality } = await buildHostFacts({
      regions: ['0xa', '0xb', '0xa', '0xb', '0xb'].map((handle, index) => replay(index, handle)),
      kernels: kernelsOf([10, 4, 10, 4, 4]),
    });
    expect(quality).toMatchObject({ lossy: false, missing_frac: 0 });
  });

  it('are not compared beyond the life of a handle', async () => {
    const { quality } = await buildHostFacts({
      regions: [
        ...indices(0, 5).map((index) => replay(index, '0xa')),
        { name: 'hipGraphExecDestroy', startNs: 150, endNs: 155 },
      ],
      kernels: kernelsOf([10, 10, 6, 6, 6]),
    });
    expect(quality).toMatchObject({ lossy: false, missing_frac: 0 });
  });

  it('are not compared where the handle is not recorded', async () => {
    const { quality } = await buildHostFacts({
      regions: indices(0, 4).map((index) => launch(index, 'hipGraphLaunch')),
      kernels: kernelsOf([4, 15, 15, 15]),
    });
    expect(quality).toMatchObject({ lossy: false, missing_frac: null });
  });
});

describe('traces cut to a window (hard input 35)', () => {
  it('count dispatches of earlier launches', async () => {
    const { quality, codes } = await buildHostFacts({ regions: launches.slice(30), kernels });
    expect(quality).toMatchObject({ dispatches_without_launch: 30, lossy: false, missing_frac: 0 });
    expect(codes).toEqual(['DISPATCHES_WITHOUT_LAUNCH']);
  });

  // Kernels of 60 run back to back, so that the queue grows: kernel i runs at 60 i + 20 while launches come at 20 i.
  const queuedLaunches = indices(0, COUNT).map((index) => ({
    ...launch(index),
    startNs: 20 * index,
    endNs: 20 * index + 5,
  }));
  const queuedKernels = indices(0, COUNT).map((index) => kernel(index, 60 * index + 20));

  it('do not miss what was still queued at the end', async () => {
    // cut at 1,000: launches 0..50, kernels 0..16
    const { quality, diagnostics } = await buildHostFacts({
      regions: queuedLaunches.filter(({ startNs }) => startNs < 1000),
      kernels: queuedKernels.filter(({ startNs }) => Number(startNs) < 1000),
    });
    expect(quality).toMatchObject({ launches_without_dispatch: 33, lossy: false, missing_frac: 0 });
    expect(diagnostics[0]?.message).toContain('perhaps run after the end of the recording: 33');
  });

  it('but what a finished wait for the device covers is missing', async () => {
    const { quality } = await buildHostFacts({
      regions: [
        ...queuedLaunches,
        { name: 'hipDeviceSynchronize', startNs: 2000, endNs: 6100 },
        { name: 'hipGetDevice', startNs: 6200, endNs: 6201 },
      ],
      kernels: queuedKernels.slice(0, 60),
    });
    expect(quality).toMatchObject({ lossy: true, missing_frac: 0.4 });
  });

  it('and so are launches long after the last GPU work', async () => {
    const { quality } = await buildHostFacts({ regions: launches, kernels: kernels.slice(0, 60) });
    expect(quality).toMatchObject({ lossy: true, missing_frac: 0.4 });
  });
});

describe('clocks of host and GPU (hard input 18)', () => {
  it('reports the least time from launch to start where kernels start before their launch', async () => {
    const { quality, codes, diagnostics } = await buildHostFacts({
      regions: launches,
      kernels: kernels.map((own) => ({ ...own, startNs: Number(own.startNs) - 50, endNs: Number(own.endNs) - 50 })),
    });
    // 20 - 50
    expect(quality.clock_offset_ns).toBe(-30);
    expect(codes).toContain('CLOCK_OFFSET');
    expect(diagnostics.find(({ code }) => code === 'CLOCK_OFFSET')?.message).toContain('100 of 100, by up to 30 ns');
  });

  it('takes one early kernel of many for noise', async () => {
    const many = indices(0, 300);
    const { quality } = await buildHostFacts({
      regions: many.map((index) => launch(index)),
      kernels: many.map((index) => kernel(index, 100 * index + (index === 7 ? -5 : 20))),
    });
    expect(quality.clock_offset_ns).toBeNull();
  });
});
