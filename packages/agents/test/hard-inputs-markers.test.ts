import { describe, expect, it } from '@jest/globals';
import type { RegionSpec } from '@perfxpert/rocpd/testing';
import { reportOf } from './built-report.js';

const marker = (message: string, startNs: number, endNs: number, thread = 1): RegionSpec => ({
  message,
  startNs,
  endNs,
  thread,
});
const STEPS = [1, 2, 3, 4, 5, 6];
const kernels = STEPS.map((step) => ({ name: 'gemm', startNs: step * 1000, endNs: step * 1000 + 800 }));

describe('hard input 34: markers', () => {
  it('nested, recursive and on several threads are counted and take no time away from anything', async () => {
    const guid = '0000-34';
    const plain = await reportOf({ guid, kernels });
    const marked = await reportOf({
      guid,
      kernels,
      regions: [
        marker('outer', 0, 9000),
        marker('inner', 1000, 5000),
        marker('inner', 2000, 3000),
        marker('outer', 500, 8000, 2),
      ],
    });
    expect(marked.trace_quality).toMatchObject({ markers: 4, api_calls: 0 });
    // no marker is a host API call: the partition is that of the kernels alone
    expect(marked.execution_breakdown).toEqual(plain.execution_breakdown);
    expect(marked.summary.driver).toBe(plain.summary.driver);
  });

  it('of steps count once, though an outer range and another thread repeat them', async () => {
    const report = await reportOf({
      kernels,
      regions: [
        marker('epoch', 500, 7500),
        ...STEPS.map((step) => marker(`step ${step}`, step * 1000, step * 1000 + 990)),
        ...STEPS.map((step) => marker(`load ${step}`, step * 1000 + 100, step * 1000 + 300, 2)),
      ],
    });
    expect(report.steps?.loops).toHaveLength(1);
    expect(report.steps?.loops[0]).toMatchObject({ source: 'markers', marker: 'step', step_count: 6, median_ns: 990 });
  });

  it('all of zero length are counted and make no steps', async () => {
    const report = await reportOf({
      kernels,
      regions: STEPS.map((step) => marker(`step ${step}`, step * 1000, step * 1000)),
    });
    expect(report.trace_quality.markers).toBe(6);
    expect(report.warnings.filter((warning) => warning.startsWith('MARKERS_WITHOUT_LENGTH: '))).toHaveLength(1);
    expect(report.steps?.loops.filter(({ source }) => source === 'markers') ?? []).toEqual([]);
  });

  it('that never end are closed at the last event of their thread, and counted', async () => {
    const report = await reportOf(
      { kernels, regions: [marker('open', 500, 900), marker('closed', 1000, 2000)] },
      {
        tamper: (database) => {
          const table = database
            .prepare<[], { name: string }>(
              `SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'rocpd_region%'`,
            )
            .get();
          database.exec(
            `UPDATE "${table?.name ?? ''}" SET "end" = 0 WHERE "start" = (SELECT MIN("start") FROM "${table?.name ?? ''}")`,
          );
        },
      },
    );
    expect(report.trace_quality).toMatchObject({ markers: 2, unclosed_markers: 1, dropped_intervals: 0 });
    expect(report.warnings.filter((warning) => warning.startsWith('MARKERS_NOT_CLOSED: 1 marker has no end'))).toEqual([
      expect.any(String),
    ]);
    expect(report.warnings.filter((warning) => /^(NEGATIVE_DURATIONS|NULL_TIMES): /.test(warning))).toEqual([]);
    expect(report.execution_breakdown).toMatchObject({ wall_ns: 5800, compute_ns: 4800 });
  });
});
