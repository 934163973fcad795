import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import * as v from 'valibot';
import { computeFacts } from '../../../src/lib/facts/compute-facts.js';
import type { FactsOptions } from '../../../src/lib/facts/trace-facts.js';
import { HotspotSchema } from '../../../src/schemas/hotspot.js';
import type { Hotspot } from '../../../src/schemas/hotspot.js';
import { processColumns, traceOf } from '../../support/process-columns.js';
import type { ProcessRows } from '../../support/process-columns.js';
import { valuesOf } from '../../support/values-of.js';
import { processRows, severalProcesses } from '../../support/trace-arbitrary.js';

async function hotspotsOf(processes: readonly ProcessRows[], options: FactsOptions = {}): Promise<readonly Hotspot[]> {
  const { listedHotspots: hotspots } = await computeFacts(traceOf(processes.map(processColumns)), options);
  return v.parse(v.array(HotspotSchema), hotspots);
}

describe('hotspots', () => {
  it('give one kernel in full', async () => {
    const [hotspot] = await hotspotsOf([
      {
        kernels: [
          { name: 'Cijk_A', startNs: 0, endNs: 40, workgroup: [256, 1, 1], grid: [512, 1, 1] },
          { name: 'Cijk_A', startNs: 50, endNs: 60, workgroup: [256, 1, 1], grid: [512, 1, 1] },
          { name: 'Cijk_A', startNs: 70, endNs: 90, workgroup: [64, 1, 1], grid: [512, 1, 1] },
          { name: 'add', startNs: 80, endNs: 110, stream: 1 },
        ],
      },
    ]);
    // durations 40, 10, 20: mean 70/3, median 20, p95 at h = 1.9: 20 + 0.9 * 20 = 38
    // squares about the mean: (50/3)^2 + (40/3)^2 + (10/3)^2 = 4200/9; deviation sqrt(4200/18)
    // alone on the device: [0,40], [50,60], [70,80]; busy 40 + 10 + 40 = 90
    const deviation = Math.sqrt(4200 / 18);
    expect(hotspot).toEqual({
      rank: 1,
      name: 'Cijk_A',
      category: 'GEMM',
      calls: 3,
      total_duration: 70,
      avg_duration: 70 / 3,
      min_duration: 10,
      max_duration: 40,
      percent_of_total: 70,
      median_duration: 20,
      p95_duration: expect.closeTo(38, 9),
      stddev_duration: expect.closeTo(deviation, 9),
      cv: expect.closeTo(deviation / (70 / 3), 9),
      first_duration: 40,
      exclusive_ns: 60,
      pct_of_busy: (100 * 60) / 90,
      severity: 'HIGH',
      severity_label: 'CRITICAL',
      variants: [
        { workgroup: [256, 1, 1], grid: [512, 1, 1], calls: 2, total_duration: 50, median_duration: 25 },
        { workgroup: [64, 1, 1], grid: [512, 1, 1], calls: 1, total_duration: 20, median_duration: 20 },
      ],
      variant_count: 2,
      agents: ['GPU 0'],
    });
  });

  it('TA-3: many calls of one kernel', async () => {
    const kernels = Array.from({ length: 1200 }, (_, index) => ({
      name: 'tiny',
      startNs: index * 20_000,
      endNs: index * 20_000 + 5000,
    }));
    expect(await hotspotsOf([{ kernels }])).toMatchObject([
      {
        name: 'tiny',
        calls: 1200,
        total_duration: 6_000_000,
        avg_duration: 5000,
        min_duration: 5000,
        max_duration: 5000,
        percent_of_total: 100,
        stddev_duration: 0,
        cv: 0,
      },
    ]);
  });

  it('are one per name over processes, the first dispatch being the earliest in absolute time', async () => {
    const [hotspot, ...others] = await hotspotsOf([
      { kernels: [{ name: 'a', startNs: 0, endNs: 10 }], originNs: 1000n, guid: 'x' },
      { kernels: [{ name: 'a', startNs: 20, endNs: 50 }], originNs: 900n, guid: 'y', pid: 1001 },
    ]);
    expect(others).toEqual([]);
    expect(hotspot).toMatchObject({
      calls: 2,
      total_duration: 40,
      first_duration: 30,
      exclusive_ns: 40,
      pct_of_busy: 100,
    });
    expect(hotspot?.agents).toEqual(['GPU 0, process 1000', 'GPU 0, process 1001']);
  });

  it('are ordered by total, then name, and cut after totals are known', async () => {
    const processes = [
      {
        kernels: [
          { name: 'b', startNs: 0, endNs: 10 },
          { name: 'a', startNs: 10, endNs: 20 },
          { name: 'c', startNs: 20, endNs: 40 },
        ],
      },
    ];
    expect((await hotspotsOf(processes)).map(({ rank, name }) => [rank, name])).toEqual([
      [1, 'c'],
      [2, 'a'],
      [3, 'b'],
    ]);
    const facts = await computeFacts(traceOf(processes.map(processColumns)), { topKernels: 1 });
    expect([facts.listedHotspots.map(({ name }) => name), facts.kernelNameCount]).toEqual([['c'], 3]);
    // the diagnosis sees them all, so that no display option changes it
    expect(facts.hotspots.map(({ name }) => name)).toEqual(['c', 'a', 'b']);
  });

  it('leave short dispatches out, but take shares of all kernel time', async () => {
    const kernels = [
      { name: 'a', startNs: 0, endNs: 5 },
      { name: 'a', startNs: 10, endNs: 30 },
      { name: 'b', startNs: 25, endNs: 29, stream: 1 },
      { name: 'b', startNs: 40, endNs: 41 },
    ];
    // of 30 ns in all, one dispatch of 20 ns remains; 4 ns of it are shared with a kernel that is left out itself
    expect(await hotspotsOf([{ kernels }], { minDurationNs: 10 })).toMatchObject([
      {
        name: 'a',
        calls: 1,
        total_duration: 20,
        first_duration: 20,
        percent_of_total: (100 * 20) / 30,
        exclusive_ns: 16,
      },
    ]);
  });

  it('grade by the share of kernel time, not rounded', async () => {
    const durations = [2000, 1999, 500, 499, 100, 99, 4803];
    // shares of 10000: 20 %, 19.99 %, 5 %, 4.99 %, 1 %, 0.99 %, 48.03 %
    let startNs = 0;
    const kernels = durations.map((duration) => {
      const row = { name: `k${String(duration)}`, startNs, endNs: startNs + duration };
      startNs += duration;
      return row;
    });
    const graded = await hotspotsOf([{ kernels }]);
    expect(graded.map((row) => valuesOf(row, 'name', 'severity_label', 'severity'))).toEqual([
      ['k4803', 'CRITICAL', 'HIGH'],
      ['k2000', 'CRITICAL', 'HIGH'],
      ['k1999', 'HOT', 'MEDIUM'],
      ['k500', 'HOT', 'MEDIUM'],
      ['k499', 'WARM', 'LOW'],
      ['k100', 'WARM', 'LOW'],
      ['k99', 'COOL', 'INFO'],
    ]);
  });

  it('have no spread for a single call and survive kernels of no length', async () => {
    const [hotspot] = await hotspotsOf([{ kernels: [{ name: 'a', startNs: 3, endNs: 3 }] }]);
    expect(hotspot).toMatchObject({ stddev_duration: null, cv: null, percent_of_total: 0, pct_of_busy: 0, calls: 1 });
  });
});

describe('laws of hotspots', () => {
  it('hold on any trace', async () => {
    await fc.assert(
      fc.asyncProperty(severalProcesses, fc.integer({ min: 0, max: 6 }), async (processes, minDurationNs) => {
        const hotspots = await hotspotsOf(processes, { topKernels: 100, minDurationNs });
        const kept = processes
          .flatMap(({ kernels = [] }) => kernels)
          .filter(({ startNs, endNs }) => endNs - startNs >= minDurationNs);
        expect(hotspots.reduce((sum, { calls }) => sum + calls, 0)).toBe(kept.length);
        for (const hotspot of hotspots) {
          const own = kept.filter(({ name }) => name === hotspot.name).map(({ startNs, endNs }) => endNs - startNs);
          expect(hotspot.min_duration).toBe(Math.min(...own));
          expect(hotspot.max_duration).toBe(Math.max(...own));
          expect(hotspot.total_duration).toBe(own.reduce((sum, duration) => sum + duration, 0));
          expect(hotspot.median_duration).toBeGreaterThanOrEqual(hotspot.min_duration);
          expect(hotspot.p95_duration).toBeGreaterThanOrEqual(hotspot.median_duration);
          expect(hotspot.max_duration).toBeGreaterThanOrEqual(hotspot.p95_duration);
          expect(hotspot.avg_duration).toBeGreaterThanOrEqual(hotspot.min_duration);
          expect(hotspot.max_duration).toBeGreaterThanOrEqual(hotspot.avg_duration);
          expect(hotspot.exclusive_ns).toBeLessThanOrEqual(hotspot.total_duration);
          expect(hotspot.variants.reduce((sum, { calls }) => sum + calls, 0)).toBe(hotspot.calls);
          expect(hotspot.variants.reduce((sum, row) => sum + row.total_duration, 0)).toBe(hotspot.total_duration);
        }
      }),
    );
  });

  it('exclusive time equals counting unit by unit', async () => {
    await fc.assert(
      fc.asyncProperty(processRows, async (rows) => {
        const { kernels = [] } = rows;
        const expected = new Map<string, number>();
        for (const gpu of [0, 1])
          for (let unit = 0; unit < 100; unit++) {
            const running = new Set(
              kernels
                .filter((row) => row.gpu === gpu && row.startNs <= unit && unit < row.endNs)
                .map(({ name }) => name),
            );
            for (const name of running) if (running.size === 1) expected.set(name, (expected.get(name) ?? 0) + 1);
          }
        for (const { name, exclusive_ns: exclusive } of await hotspotsOf([rows], { topKernels: 100 }))
          expect([name, exclusive]).toEqual([name, expected.get(name) ?? 0]);
      }),
    );
  });

  it('do not depend on which file holds which process, nor on the distance from zero', async () => {
    await fc.assert(
      fc.asyncProperty(severalProcesses, async (processes) => {
        const together = processes.map((rows) => ({
          ...rows,
          fileIndex: 0,
          originNs: (rows.originNs ?? 0n) + 1_700_000_000_000_000_001n,
        }));
        expect(await hotspotsOf(together)).toEqual(await hotspotsOf(processes));
      }),
    );
  });
});
