import { afterAll, describe, expect, it } from '@jest/globals';
import { buildTrace } from '@perfxpert/rocpd/testing';
import { analyzeTrace } from '../../src/index.js';
import type { Report } from '../../src/index.js';
import { FACTS, RECORDINGS, recording } from '../recordings.js';

const opened: { dispose(): void }[] = [];
afterAll(() => opened.forEach((trace) => trace.dispose()));

/** A small program: two kernels, one of them twice, an upload under nothing, a launch call before each kernel. */
const PROGRAM = {
  kernels: [
    { name: 'gemm', startNs: 1000, endNs: 3000, stackId: 11 },
    { name: 'relu', startNs: 3200, endNs: 3700, stackId: 12 },
    { name: 'gemm', startNs: 4000, endNs: 6500, stackId: 13 },
  ],
  copies: [{ startNs: 100, endNs: 700, bytes: 65536, from: 'cpu', to: 0, stackId: 10 }],
  regions: [
    { name: 'hipMemcpyAsync', startNs: 50, endNs: 120, stackId: 10 },
    { name: 'hipLaunchKernel', startNs: 800, endNs: 900, stackId: 11 },
    { name: 'hipLaunchKernel', startNs: 2000, endNs: 2100, stackId: 12 },
    { name: 'hipLaunchKernel', startNs: 3750, endNs: 3900, stackId: 13 },
  ],
} as const;

type BuildOptions = NonNullable<Parameters<typeof buildTrace>[1]>;

async function reportOf(options: BuildOptions): Promise<Report> {
  const trace = buildTrace(PROGRAM, options);
  opened.push(trace);
  return analyzeTrace({ database_path: trace.path }, { timestamps: false });
}

/** What every layout can hold: times, names, bytes, calls. */
function figures(report: Report) {
  const { devices, ...totals } = report.execution_breakdown!;
  return {
    totals,
    devices: devices.map(({ guid, agent_id, gfx_id, label, ...rest }) => rest),
    hotspots: report.hotspots.map(({ name, calls, total_duration, median_duration, exclusive_ns }) => ({
      name,
      calls,
      total_duration,
      median_duration,
      exclusive_ns,
    })),
    copies: Object.entries(report.memory_analysis).map(([direction, row]) => [direction, row.count, row.total_bytes]),
    api: report.api_breakdown.api_calls,
    links: [report.trace_quality.launch_calls, report.trace_quality.launches_without_dispatch],
  };
}

describe('the same recording in every layout', () => {
  it.each(['3.0.5', '4.1', 'rpd'] as const)(
    'gives the figures of layout 3.0 in layout %s (hard input 12)',
    async (layout) => {
      expect(figures(await reportOf({ layout }))).toEqual(figures(await reportOf({ layout: '3.0' })));
    },
  );

  it('does not change when the clock is beyond 2^53', async () => {
    const moved = await reportOf({ timeOffsetNs: 1_700_000_000_000_000_000n });
    expect(figures(moved)).toEqual(figures(await reportOf({})));
  });

  it('does not depend on the order of rows (hard input 21)', async () => {
    expect(figures(await reportOf({ rowOrder: 'shuffled' }))).toEqual(figures(await reportOf({})));
  });
});

const describeRecordings = RECORDINGS === null ? describe.skip : describe;

describeRecordings('the recorded variants', () => {
  const bert = () => analyzeTrace({ database_path: recording('torch_bert_small_mi300x.db') }, { timestamps: false });

  it.each([...FACTS.keys()].filter((name) => name.startsWith('variant_')))(
    '%s gives the report of its original',
    async (name) => {
      const variant = await analyzeTrace({ database_path: recording(name) }, { timestamps: false });
      expect(figures(variant)).toEqual(figures(await bert()));
    },
  );
});
