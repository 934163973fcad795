import { describe, expect, it } from '@jest/globals';
import { buildHostFacts, hostFactsOf } from '../../../support/host-facts.js';
import { createProcessStage } from '../../../../src/lib/facts/create-process-stage.js';
import { processColumns } from '../../../support/process-columns.js';
import type { ProcessRows, RegionRow } from '../../../support/process-columns.js';

function apiOf(...processes: readonly ProcessRows[]) {
  return hostFactsOf(processes.map((rows, index) => createProcessStage(index, processColumns(rows)))).api;
}
const selfTimes = (rows: ProcessRows): Record<string, number> =>
  Object.fromEntries(apiOf(rows).api_calls.map((call) => [call.name, call.self_ns]));
const exposedTimes = (...processes: readonly ProcessRows[]): Record<string, number> =>
  Object.fromEntries(apiOf(...processes).api_calls.map((call) => [call.name, call.exposed_ns]));

describe('API calls', () => {
  it('AO-1: totals by function, launch overhead and the sum of self time', () => {
    // One call after the other, so self time is total time.
    const spans: [string, number, number][] = [
      ['hipHostMalloc', 2, 175_000_000],
      ['hipMemcpy', 5, 13_000_000],
      ['hipMemcpy', 1, 15_000_000],
      ['hipLaunchKernel', 100, 50_000],
    ];
    let at = 0;
    const regions: RegionRow[] = spans.flatMap(([name, calls, length]) =>
      Array.from({ length: calls }, () => ({ name, startNs: at, endNs: (at += length) })),
    );
    const api = apiOf({ regions });
    expect(api).toMatchObject({
      has_api_data: true,
      launch_overhead_ns: 5_000_000,
      total_api_ns: 435_000_000,
      api_call_count: 3,
    });
    expect(
      api.api_calls.map(({ name, calls, total_ns, self_ns, avg_ns }) => [name, calls, total_ns, self_ns, avg_ns]),
    ).toEqual([
      ['hipHostMalloc', 2, 350_000_000, 350_000_000, 175_000_000],
      ['hipMemcpy', 6, 80_000_000, 80_000_000, 80_000_000 / 6],
      ['hipLaunchKernel', 100, 5_000_000, 5_000_000, 50_000],
    ]);
    expect(api.by_class.map((row) => [row.class, row.calls, row.self_ns])).toEqual([
      ['alloc', 2, 350_000_000],
      ['sync', 6, 80_000_000],
      ['launch', 100, 5_000_000],
    ]);
  });

  it('AO-2: no regions', () => {
    expect(apiOf({ kernels: [{ name: 'k', startNs: 0, endNs: 1 }] })).toEqual({
      has_api_data: false,
      total_api_ns: 0,
      launch_overhead_ns: 0,
      by_class: [],
      api_calls: [],
      api_call_count: 0,
    });
  });

  it('keeps functions of the same name in two families apart and lists at most 50', () => {
    const regions = Array.from({ length: 60 }, (_, index) => ({
      name: `hipCall${String(index).padStart(2, '0')}`,
      startNs: 10 * index,
      endNs: 10 * index + 5,
    }));
    const api = apiOf({
      regions: [...regions, { name: 'hipCall00', category: 'HSA_CORE_API', startNs: 900, endNs: 905 }],
    });
    expect(api.api_call_count).toBe(61);
    expect(api.api_calls).toHaveLength(50);
    // equal totals: by name, then by family
    expect(api.api_calls.slice(0, 3).map(({ name, family }) => [name, family])).toEqual([
      ['hipCall00', 'hip'],
      ['hipCall00', 'hsa'],
      ['hipCall01', 'hip'],
    ]);
  });

  it('adds processes up', () => {
    const regions = [{ name: 'hipMalloc', startNs: 0, endNs: 10 }];
    expect(apiOf({ regions }, { regions, guid: 'guid-1' }).api_calls).toMatchObject([
      { name: 'hipMalloc', calls: 2, total_ns: 20, self_ns: 20, avg_ns: 10 },
    ]);
  });

  it('is read the same from a file, parents before children whatever the order of rows', async () => {
    const { api } = await buildHostFacts(
      {
        regions: [
          { name: 'hsa_signal_wait_scacquire', category: 'HSA_CORE_API', startNs: 0, endNs: 4 },
          { name: 'hipMemcpy', startNs: 0, endNs: 10 },
        ],
      },
      { rowOrder: 'shuffled', seed: 7 },
    );
    expect(api.api_calls.map(({ name, self_ns }) => [name, self_ns])).toEqual([
      ['hipMemcpy', 6],
      ['hsa_signal_wait_scacquire', 4],
    ]);
  });
});

describe('self time', () => {
  it('takes direct children of the same thread away, whatever their family', () => {
    const regions: RegionRow[] = [
      { name: 'hipMemcpy', startNs: 0, endNs: 100 },
      { name: 'hsa_amd_memory_async_copy', category: 'HSA_AMD_EXT_API', startNs: 10, endNs: 60 },
      { name: 'hsa_signal_store', category: 'HSA_CORE_API', startNs: 20, endNs: 30 },
      { name: 'hipGetDevice', startNs: 40, endNs: 50, thread: 2 },
    ];
    // 100 - 50; 50 - 10; the call of the other thread is no child
    expect(selfTimes({ regions })).toEqual({
      hipMemcpy: 50,
      hsa_amd_memory_async_copy: 40,
      hsa_signal_store: 10,
      hipGetDevice: 10,
    });
  });

  it('looks through markers and does not count them', () => {
    const regions: RegionRow[] = [
      { name: 'hipMemcpy', startNs: 0, endNs: 100 },
      { name: 'step', category: 'MARKER_CORE_RANGE_API', startNs: 10, endNs: 90 },
      { name: 'hipGetDevice', startNs: 20, endNs: 30 },
    ];
    expect(selfTimes({ regions })).toEqual({ hipMemcpy: 90, hipGetDevice: 10 });
  });

  it('knows no child that reaches over the end, but a caller behind it', () => {
    const regions: RegionRow[] = [
      { name: 'hipOuter', startNs: 0, endNs: 100 },
      { name: 'hipA', startNs: 10, endNs: 50 },
      { name: 'hipB', startNs: 40, endNs: 60 },
    ];
    // hipB is no child of hipA; hipOuter is covered by both from 10 to 60
    expect(selfTimes({ regions })).toEqual({ hipOuter: 50, hipA: 40, hipB: 20 });
  });

  it('takes the second of two equal spans for the child', () => {
    const regions: RegionRow[] = [
      { name: 'hipOuter', startNs: 0, endNs: 10 },
      { name: 'hipInner', startNs: 0, endNs: 10 },
    ];
    const { api_calls: calls, total_api_ns: totalNs } = apiOf({ regions });
    expect(totalNs).toBe(10);
    expect(calls.map(({ self_ns: selfNs }) => selfNs).sort()).toEqual([0, 10]);
  });
});

describe('exposed time', () => {
  const kernels = [
    { name: 'k', startNs: 0, endNs: 100 },
    { name: 'k', startNs: 200, endNs: 300 },
  ];

  it('counts a function while the device runs nothing, once where its calls overlap', () => {
    const regions: RegionRow[] = [
      { name: 'hipStreamSynchronize', startNs: 50, endNs: 150 },
      { name: 'hipStreamSynchronize', startNs: 120, endNs: 180, thread: 2 },
      { name: 'hipGetDevice', startNs: 130, endNs: 140, thread: 2 },
    ];
    // the gap is [100, 200]: [100, 180] of one, [130, 140] of the other
    expect(exposedTimes({ kernels, regions })).toEqual({ hipStreamSynchronize: 80, hipGetDevice: 10 });
  });

  it('counts nothing outside the window', () => {
    const regions = [
      { name: 'hipMalloc', startNs: -50, endNs: -10 },
      { name: 'hipFree', startNs: 250, endNs: 400 },
    ];
    expect(exposedTimes({ kernels, regions })).toEqual({ hipFree: 0, hipMalloc: 0 });
  });

  it('is 0 without GPU work, which leaves no window', () => {
    expect(exposedTimes({ regions: [{ name: 'hipMalloc', startNs: 0, endNs: 10 }] })).toEqual({ hipMalloc: 0 });
  });

  it('is the mean over the devices of a process', () => {
    const regions = [{ name: 'hipDeviceSynchronize', startNs: 0, endNs: 300 }];
    const other = [{ name: 'k', startNs: 0, endNs: 250, gpu: 1 }];
    // idle 100 on one, 50 on the other
    expect(exposedTimes({ kernels: [...kernels, ...other], regions })).toEqual({ hipDeviceSynchronize: 75 });
  });

  it('takes the window of the group', () => {
    const early = { kernels: [{ name: 'k', startNs: 0, endNs: 1000 }], guid: 'guid-1' };
    const late = {
      kernels: [{ name: 'k', startNs: 400, endNs: 500 }],
      regions: [{ name: 'hipDeviceSynchronize', startNs: -100, endNs: 900 }],
    };
    // the second device is idle from 0 to 400 and from 500 to 900 under the call; mean over two devices
    expect(exposedTimes(late, early)).toEqual({ hipDeviceSynchronize: 400 });
  });
});
