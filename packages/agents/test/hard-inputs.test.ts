import { describe, expect, it } from '@jest/globals';
import { codesOf, reportOf } from './built-report.js';

/** Back-to-back kernels of 10 us. */
const kernels = (count: number, name = 'gemm') =>
  Array.from({ length: count }, (_, index) => ({ name, startNs: index * 10_000, endNs: (index + 1) * 10_000 }));

describe('hard input 7: API calls without dispatches', () => {
  it('gives the API analysis, no GPU figures, and says how many launches have no dispatch', async () => {
    const regions = [0, 1, 2].map((index) => ({
      name: 'hipLaunchKernel',
      startNs: index * 100,
      endNs: index * 100 + 40,
    }));
    const report = await reportOf({ regions });
    expect(report.execution_breakdown).toBeNull();
    expect(report.primary_bottleneck).toBe('data_insufficient');
    expect(report.api_breakdown.api_calls).toEqual([
      expect.objectContaining({ name: 'hipLaunchKernel', calls: 3, total_ns: 120, self_ns: 120 }),
    ]);
    expect(report.trace_quality).toMatchObject({ launch_calls: 3, launches_without_dispatch: 3, lossy: true });
    expect(report.warnings.some((line) => line.includes('3 '))).toBe(true);
  });
});

describe('hard input 8: dispatches without API calls', () => {
  it('gives the kernel analysis and withholds what needs launch calls', async () => {
    const report = await reportOf({ kernels: kernels(3) });
    expect(report.execution_breakdown).toMatchObject({ wall_ns: 30_000, compute_ns: 30_000, api_exposed_ns: 0 });
    expect(report.api_breakdown.has_api_data).toBe(false);
    expect(report.trace_quality).toMatchObject({
      launch_calls: null,
      launches_without_dispatch: null,
      dispatches_without_launch: null,
      clock_offset_ns: null,
    });
  });
});

describe('hard input 9: fewer dispatches than launches', () => {
  it('marks the trace lossy and estimates the share missing', async () => {
    // 40 launches, every second one lost its dispatch: half of the dispatches are missing.
    const launches = Array.from({ length: 40 }, (_, index) => index);
    const report = await reportOf({
      regions: launches.map((index) => ({
        name: 'hipLaunchKernel',
        startNs: index * 10_000,
        endNs: index * 10_000 + 2_000,
        stackId: index + 1,
      })),
      kernels: launches
        .filter((index) => index % 2 === 0)
        .map((index) => ({
          name: 'gemm',
          startNs: index * 10_000 + 3_000,
          endNs: index * 10_000 + 9_000,
          stackId: index + 1,
        })),
    });
    expect(report.trace_quality).toMatchObject({ launch_calls: 40, launches_without_dispatch: 20, lossy: true });
    expect(report.trace_quality.missing_frac).toBeCloseTo(0.5, 1);
  });
});

describe('hard input 10: base tables only', () => {
  it('does not need the views', async () => {
    const report = await reportOf({ kernels: kernels(2) }, { views: false });
    expect(report.hotspots).toEqual([expect.objectContaining({ name: 'gemm', calls: 2, total_duration: 20_000 })]);
  });
});

describe('hard input 11: columns missing', () => {
  it('uses what is there', async () => {
    const omitColumns = { info_kernel_symbol: ['arch_vgpr_count'], kernel_dispatch: ['region_name_id'] };
    const report = await reportOf({ kernels: kernels(2) }, { omitColumns });
    expect(report.hotspots[0]).toMatchObject({ calls: 2 });
    expect(report.kernel_resources.kernels[0]?.vgpr).toBeNull();
  });

  it('takes a missing table as an empty one', async () => {
    const report = await reportOf({ kernels: kernels(2) }, { omitTables: ['memory_allocate', 'sample', 'arg'] });
    expect(report.trace_quality.dispatches).toBe(2);
  });
});

describe('hard input 13: several processes in one file', () => {
  const processes = [
    { pid: 7, kernels: kernels(2, 'a') },
    { pid: 8, kernels: kernels(3, 'a') },
  ];

  it('analyses them together; equal ids of two processes stay apart', async () => {
    const report = await reportOf({ processes });
    expect(report.trace_quality).toMatchObject({ processes: 2, dispatches: 5 });
    expect(report.hotspots).toEqual([expect.objectContaining({ name: 'a', calls: 5, total_duration: 50_000 })]);
    expect(report.execution_breakdown?.devices.map((device) => device.compute_ns).sort()).toEqual([20_000, 30_000]);
  });

  it('gives the same totals when each process has its own file', async () => {
    const one = await reportOf({ processes });
    const two = await reportOf({ processes }, { files: 'per-process' });
    expect(two.execution_breakdown).toEqual(one.execution_breakdown);
    expect(two.hotspots).toEqual(one.hotspots);
    expect(two.metadata.inputs).toHaveLength(2);
  });
});

describe('hard input 14: many files', () => {
  it('analyses forty of them as one trace', async () => {
    const processes = Array.from({ length: 40 }, (_, index) => ({
      pid: 100 + index,
      environment: { RANK: String(index) },
      kernels: kernels(2),
    }));
    const report = await reportOf({ processes }, { files: 'per-process' });
    expect(report.trace_quality).toMatchObject({ processes: 40, dispatches: 80 });
    expect(report.execution_breakdown).toMatchObject({ group_count: 1, wall_ns: 20_000, compute_ns: 20_000 });
    expect(new Set(report.execution_breakdown?.devices.map((device) => device.label)).size).toBe(40);
  });
});

describe('hard input 19: negative durations', () => {
  it('leaves them out, counts them and analyses the rest', async () => {
    const report = await reportOf({ kernels: [...kernels(2), { name: 'bad', startNs: 500, endNs: 100 }] });
    expect(report.trace_quality).toMatchObject({ dispatches: 2, negative_durations: 1, dropped_intervals: 1 });
    expect(report.hotspots.map((row) => row.name)).toEqual(['gemm']);
    expect(report.warnings.some((line) => /negative|before/i.test(line))).toBe(true);
  });
});

describe('hard input 20: zero durations', () => {
  it('counts them as calls, and withholds findings about time if most are zero', async () => {
    const zero = [0, 1, 2].map((index) => ({ name: 'z', startNs: index * 100, endNs: index * 100 }));
    const report = await reportOf({ kernels: [...zero, { name: 'z', startNs: 900, endNs: 1000 }] });
    expect(report.hotspots[0]).toMatchObject({ calls: 4, total_duration: 100 });
    expect(report.trace_quality.zero_duration_dispatches).toBe(3);
    expect(report.primary_bottleneck).toBe('data_insufficient');
    expect(report.recommendations.every((entry) => entry.priority === 'INFO')).toBe(true);
  });
});

describe('hard input 22: overlapping kernels', () => {
  it('takes the union per device and calls the sum a sum', async () => {
    const report = await reportOf({
      kernels: [
        { name: 'a', startNs: 0, endNs: 100, stream: 1 },
        { name: 'b', startNs: 50, endNs: 150, stream: 2 },
      ],
    });
    // Union 150, sum 200: concurrency 200 / 150. Each kernel runs alone for 50.
    expect(report.execution_breakdown).toMatchObject({ wall_ns: 150, compute_ns: 150, kernel_time_ns: 200 });
    expect(report.execution_breakdown?.concurrency).toBeCloseTo(4 / 3, 9);
    expect(report.hotspots.map((row) => row.exclusive_ns)).toEqual([50, 50]);
  });
});

describe('hard input 23: kernels without a name', () => {
  it('keeps symbols without names apart and counts their dispatches', async () => {
    const report = await reportOf({
      kernels: [
        { name: null, startNs: 0, endNs: 100, vgpr: 8 },
        { name: null, startNs: 100, endNs: 300, vgpr: 16 },
      ],
    });
    expect(report.trace_quality.unnamed_kernels).toBe(2);
    expect(report.hotspots.reduce((sum, row) => sum + row.total_duration, 0)).toBe(300);
  });
});

describe('hard input 24 and hard input 25: difficult names', () => {
  it('keeps names whole and never merges two that differ late', async () => {
    const long = 'k'.repeat(5000);
    const report = await reportOf({
      kernels: [
        { name: `${long}<a>`, startNs: 0, endNs: 100 },
        { name: `${long}<b>`, startNs: 100, endNs: 250 },
        { name: 'naïve "quoted"\n\u001b[31mred\u202e', startNs: 250, endNs: 300 },
      ],
    });
    expect(report.hotspots.map((row) => row.name)).toEqual([
      `${long}<b>`,
      `${long}<a>`,
      'naïve "quoted"\n\u001b[31mred\u202e',
    ]);
  });
});

describe('hard input 30: unknown architecture', () => {
  it('analyses without peaks and borrows nothing', async () => {
    const report = await reportOf({
      agents: [{ name: 'gfx4242', productName: 'Unheard of', hardware: { cu_count: undefined } }],
      kernels: kernels(2),
    });
    expect(report.kernel_resources.arch).toBe('gfx4242');
    expect(report.kernel_resources.arch_specs).toBeNull();
    expect(report.kernel_resources.kernels[0]).toMatchObject({ occupancy: null, waves_per_cu: null });
    expect(report.kernel_resources.kernels[0]?.occupancy_reason).toContain('gfx4242');
  });
});

describe('hard input 33: one launch with many kernels, kernels without launch parameters', () => {
  it('links them to the launch and skips occupancy for those without parameters', async () => {
    const report = await reportOf({
      regions: [{ name: 'hipGraphLaunch', startNs: 0, endNs: 50, stackId: 5 }],
      kernels: [0, 1, 2].map((index) => ({
        name: 'node',
        startNs: 100 + index * 100,
        endNs: 200 + index * 100,
        stackId: 5,
        workgroup: null,
        grid: null,
      })),
    });
    expect(report.trace_quality).toMatchObject({
      launch_calls: 1,
      launches_without_dispatch: 0,
      dispatches_without_launch: 0,
      dispatches_without_grid: 3,
      lossy: false,
    });
    expect(report.kernel_resources.kernels[0]).toMatchObject({ block: null, grid: null, total_waves: null });
  });
});

describe('hard input 36: difficult copies', () => {
  it('counts copies of unknown size and gives no bandwidth for them', async () => {
    const report = await reportOf({ copies: [{ startNs: 0, endNs: 100, bytes: 0, from: 'cpu', to: 0 }] });
    expect(report.memory_analysis['Host-to-Device']).toMatchObject({
      count: 1,
      unknown_size_count: 1,
      total_bytes: 0,
      bandwidth_gbps: null,
    });
  });

  it('takes the direction from the name where the agents are unknown', async () => {
    const report = await reportOf({
      kernels: kernels(1),
      copies: [
        { startNs: 0, endNs: 100, bytes: 64, from: null, to: null, name: 'MEMORY_COPY_DEVICE_TO_HOST' },
        { startNs: 0, endNs: 100, bytes: 64, from: null, to: null, name: 'MEMORY_COPY_NONE' },
      ],
    });
    expect(Object.keys(report.memory_analysis).sort()).toEqual(['Device-to-Host', 'Unknown']);
  });
});

describe('hard input 38: one call only', () => {
  it('gives no spread', async () => {
    const report = await reportOf({ kernels: kernels(1) });
    expect(report.hotspots[0]).toMatchObject({ calls: 1, stddev_duration: null, cv: null, median_duration: 10_000 });
  });
});

describe('hard input 41: data of the wrong kind', () => {
  it('counts JSON that is none and keeps the rows', async () => {
    const report = await reportOf({ agents: [{ extdata: '{"cu_count": 304' }], kernels: kernels(2) });
    expect(report.trace_quality).toMatchObject({ dispatches: 2, bad_extdata: 1 });
    expect(codesOf(report)).toContain('BAD_EXTDATA');
  });

  // Near the epoch and beyond it, because the reader takes a quicker way where times are large.
  it.each([0n, 5_000_000_000_000n, 1_700_000_000_000_000_000n])(
    'leaves out a row with text for a time (+%s ns)',
    async (timeOffsetNs) => {
      const report = await reportOf(
        { kernels: kernels(3) },
        {
          timeOffsetNs,
          tamper: (database) => {
            const table = database
              .prepare<[], { name: string }>(
                `SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'rocpd_kernel_dispatch%'`,
              )
              .get();
            database.exec(`UPDATE "${table?.name ?? ''}" SET "start" = 'soon' WHERE dispatch_id = 2`);
          },
        },
      );
      expect(report.trace_quality).toMatchObject({ dispatches: 2, null_times: 1, dropped_intervals: 1 });
      expect(report.execution_breakdown).toMatchObject({ wall_ns: 30_000, compute_ns: 20_000, idle_other_ns: 10_000 });
    },
  );
});
