import { describe, expect, it } from '@jest/globals';
import type { ProcessColumns } from '@perfxpert/rocpd';
import type { KernelSpec, ProcessSpec, RegionSpec } from '@perfxpert/rocpd/testing';
import { createProcessStage } from '../../../../src/lib/facts/create-process-stage.js';
import { buildHostFacts, hostFactsOf } from '../../../support/host-facts.js';
import { processColumns } from '../../../support/process-columns.js';

/** Launch i at 100 i, its kernel 20 later, both with the id i + 1. */
const launch = (index: number, name = 'hipLaunchKernel'): RegionSpec => ({
  name,
  startNs: 100 * index,
  endNs: 100 * index + 10,
  stackId: index + 1,
});
const kernel = (index: number): KernelSpec => ({
  name: 'k',
  startNs: 100 * index + 20,
  endNs: 100 * index + 80,
  stackId: index + 1,
});
const indices = (count: number): number[] => [...Array(count).keys()];

describe('what a trace holds', () => {
  it('counts rows of every kind', async () => {
    const { quality } = await buildHostFacts({
      kernels: [kernel(0), kernel(1)],
      copies: [{ startNs: 300, endNs: 400, bytes: 10 }],
      regions: [
        launch(0),
        launch(1),
        { message: 'step', startNs: 0, endNs: 500 },
        { name: 'roctxThreadRangeA', category: 'MARKER_CORE_API', startNs: 0, endNs: 1 },
        { name: 'run_to_completion', category: 'rocm_hip_api', startNs: 0, endNs: 500 },
        { name: 'rocDecDecodeFrame', category: 'ROCDECODE_API', startNs: 0, endNs: 500 },
      ],
    });
    expect(quality).toMatchObject({
      processes: 1,
      dispatches: 2,
      copies: 1,
      api_calls: 2,
      markers: 2,
      other_regions: 2,
      total_kernel_ns: 120,
      launch_calls: 2,
      launches_without_dispatch: 0,
      dispatches_without_launch: 0,
      lossy: false,
      missing_frac: 0,
      clock_offset_ns: null,
      duplicate_files: 0,
    });
  });

  it('has no notices for a sound trace', async () => {
    const { codes } = await buildHostFacts({ kernels: [kernel(0)], regions: [launch(0)] });
    expect(codes).toEqual([]);
  });

  it('adds processes up', async () => {
    const process: ProcessSpec = { kernels: [kernel(0)], regions: [launch(0)] };
    const { quality } = await buildHostFacts({ processes: [process, process] });
    expect(quality).toMatchObject({ processes: 2, dispatches: 2, launch_calls: 2, total_kernel_ns: 120 });
  });

  it('counts API calls of zero length by category, because their name is not stored', async () => {
    const { quality, codes } = await buildHostFacts({
      samples: [
        { timestampNs: 5, category: 'HIP_RUNTIME_API_EXT' },
        { timestampNs: 6, category: 'HSA_CORE_API' },
        { timestampNs: 7, message: 'mark' },
        { timestampNs: 8, values: { device_power: 700 } },
      ],
    });
    expect(quality.zero_length_api_calls).toBe(2);
    expect(codes).toContain('ZERO_LENGTH_API_CALLS');
  });
});

describe('traces that lack a whole domain', () => {
  it('says so where nothing was recorded (hard input 1)', async () => {
    const { codes, quality } = await buildHostFacts({});
    expect(codes).toEqual(['NO_ACTIVITY']);
    expect(quality).toMatchObject({ launch_calls: null, lossy: false, missing_frac: null });
  });

  it('says how many launches have no dispatch where only API calls were recorded (hard input 7)', async () => {
    const { codes, quality, diagnostics } = await buildHostFacts({ regions: indices(5).map((index) => launch(index)) });
    expect(codes).toEqual(['NO_GPU_ACTIVITY', 'LAUNCHES_WITHOUT_GPU_DATA']);
    expect(diagnostics[1]?.message).toContain('Launch calls: 5');
    expect(quality).toMatchObject({ launch_calls: 5, launches_without_dispatch: 5, lossy: true, missing_frac: 1 });
  });

  it('does not speak of launches where there are none', async () => {
    const { codes, quality } = await buildHostFacts({ regions: [{ name: 'hipMalloc', startNs: 0, endNs: 5 }] });
    expect(codes).toEqual(['NO_GPU_ACTIVITY']);
    expect(quality).toMatchObject({ launch_calls: null, launches_without_dispatch: null, lossy: false });
  });

  it('keeps the links null where only dispatches were recorded (hard input 8)', async () => {
    const { codes, quality } = await buildHostFacts({ kernels: [kernel(0)] });
    expect(codes).toEqual(['NO_API_DATA']);
    expect(quality).toMatchObject({
      launch_calls: null,
      launches_without_dispatch: null,
      dispatches_without_launch: null,
      missing_frac: null,
    });
  });
});

describe('rows that are odd', () => {
  it('counts rows that were left out for their times (hard inputs 19 and 41)', () => {
    const columns = processColumns({ kernels: [{ name: 'k', startNs: 0, endNs: 10 }] });
    const withDropped: ProcessColumns = {
      ...columns,
      dispatches: { ...columns.dispatches, dropped: { nullTimes: 2, negativeDurations: 1 } },
      copies: { ...columns.copies, dropped: { nullTimes: 0, negativeDurations: 3 } },
      regions: { ...columns.regions, dropped: { nullTimes: 4, negativeDurations: 0 } },
    };
    const { quality, codes } = hostFactsOf([createProcessStage(0, withDropped)]);
    // 2 + 4 and 1 + 3
    expect(quality).toMatchObject({ null_times: 6, negative_durations: 4, dropped_intervals: 10 });
    expect(codes.slice(0, 3)).toEqual(['NO_API_DATA', 'NULL_TIMES', 'NEGATIVE_DURATIONS']);
  });

  it('counts markers that had no end, and says where they were closed (hard input 34)', () => {
    const columns = processColumns({
      regions: [{ name: 'r', startNs: 0, endNs: 9, category: 'MARKER_CORE_RANGE_API' }],
    });
    const quality = (closedMarkers: number) =>
      hostFactsOf([createProcessStage(0, { ...columns, regions: { ...columns.regions, closedMarkers } })]);
    expect(quality(0).codes).not.toContain('MARKERS_NOT_CLOSED');
    expect(quality(3)).toMatchObject({ quality: { unclosed_markers: 3, dropped_intervals: 0 } });
    expect(quality(3).codes).toContain('MARKERS_NOT_CLOSED');
  });

  it('reads past rows that end before they start', async () => {
    const { quality } = await buildHostFacts({
      kernels: [kernel(0), { ...kernel(1), endNs: 100 }],
      copies: [{ startNs: 50, endNs: 10, bytes: 1 }],
      regions: [launch(0), launch(1), { name: 'hipMalloc', startNs: 9, endNs: 3 }],
    });
    expect(quality).toMatchObject({ dispatches: 1, copies: 0, api_calls: 2, negative_durations: 3 });
    // its dispatch is there, so the launch is no sign of loss
    expect(quality).toMatchObject({ launches_without_dispatch: 1, lossy: false, missing_frac: 0 });
  });

  it('names placeholders, missing launch parameters and zero lengths (hard inputs 20, 23, 33)', async () => {
    const { quality, codes } = await buildHostFacts({
      kernels: [
        { ...kernel(0), name: null },
        { ...kernel(1), grid: null, workgroup: null },
        { ...kernel(2), endNs: 220 },
        kernel(3),
      ],
      regions: indices(4).map((index) => launch(index)),
    });
    expect(quality).toMatchObject({ unnamed_kernels: 1, dispatches_without_grid: 1, zero_duration_dispatches: 1 });
    expect(codes).toEqual(['ZERO_DURATION_DISPATCHES', 'UNNAMED_KERNELS', 'DISPATCHES_WITHOUT_GRID']);
  });

  it('says that times are unusable where most dispatches have no length (hard input 20)', async () => {
    const { codes } = await buildHostFacts({
      kernels: indices(3).map((index) => ({ ...kernel(index), endNs: index === 0 ? 80 : 100 * index + 20 })),
      regions: indices(3).map((index) => launch(index)),
    });
    // two of three
    expect(codes).toEqual(['MOST_DURATIONS_ZERO']);
  });

  it('counts extra data that is no JSON (hard input 41)', async () => {
    const { quality, codes } = await buildHostFacts({ agents: [{ extdata: '{broken' }], kernels: [kernel(0)] });
    expect(quality.bad_extdata).toBe(1);
    expect(codes).toContain('BAD_EXTDATA');
  });

  it('counts values that are no number, by column (hard input 41)', () => {
    const columns = processColumns({ kernels: [{ name: 'k', startNs: 0, endNs: 10 }] });
    const fields = ['a.x', 'b.x', 'c.x', 'd.x', 'e.x', 'f.x', 'g.x'];
    const badValues = new Map(fields.map((field, index) => [field, field === 'g.x' ? 9 : 1 + (index % 2)]));
    const stage = createProcessStage(0, { ...columns, badValues });
    // 1 + 2 + 1 + 2 + 1 + 2 + 9, in two processes; the most first
    expect(hostFactsOf([stage, stage]).diagnostics.find(({ code }) => code === 'BAD_VALUES')?.message).toBe(
      'Values that are no number where one belongs, read as unknown: 36 (g.x 18, b.x 4, d.x 4, f.x 4, a.x 2, 2 more columns).',
    );
  });

  it('counts regions whose name is missing (hard input 23)', () => {
    const columns = processColumns({
      kernels: [{ name: 'k', startNs: 0, endNs: 10 }],
      regions: ['unnamed region 17', 'unnamed region', 'unnamed region 17', 'unnamed regions'].map((name, index) => ({
        name,
        startNs: index,
        endNs: index + 1,
      })),
    });
    const { diagnostics } = hostFactsOf([createProcessStage(0, columns)]);
    expect(diagnostics.find(({ code }) => code === 'UNNAMED_REGIONS')?.message).toBe(
      'Regions whose name is missing, so that they count as no API call: 3 of 4.',
    );
  });

  it('counts input files that repeat a process', () => {
    const stage = createProcessStage(0, processColumns({ kernels: [{ name: 'k', startNs: 0, endNs: 10 }] }));
    const { quality, codes } = hostFactsOf([stage], 2);
    expect(quality.duplicate_files).toBe(2);
    expect(codes).toContain('DUPLICATE_FILES');
  });
});
