import { beforeAll, describe, expect, it } from '@jest/globals';
import * as v from 'valibot';
import { ReportSchema, analyzeTrace } from '../../src/index.js';
import type { Report } from '../../src/index.js';
import { FACTS, RECORDINGS, recording } from '../recordings.js';
import { brokenLaws } from '../report-laws.js';

const readable = [...FACTS].filter(([, facts]) => facts.kind === 'rocpd' || facts.kind === 'legacy rpd');
const withKernels = readable.filter(([, facts]) => facts.kernels !== undefined);
const describeRecordings = RECORDINGS === null ? describe.skip : describe;
const analyse = (name: string, topKernels: number): Promise<Report> =>
  analyzeTrace(
    { database_path: recording(name), analysis_options: { top_kernels: topKernels } },
    { timestamps: false },
  );

describeRecordings.each(readable)('report of %s', (name, facts) => {
  let report: Report;
  beforeAll(async () => {
    report = await analyse(name, 1000);
  });

  it('keeps its schema', () => {
    expect(v.safeParse(ReportSchema, report).issues).toBeUndefined();
  });

  it('keeps the laws', () => {
    expect(brokenLaws(report)).toEqual([]);
  });

  it('is the same when made again', async () => {
    expect(JSON.stringify(await analyse(name, 1000))).toBe(JSON.stringify(report));
  });

  it('names the version that the file names', () => {
    for (const version of facts.schema_version ?? []) {
      const named = report.metadata.inputs.flatMap((input) => input.schema_versions);
      expect(named.some((text) => text === version || text.startsWith(`${version}.`))).toBe(true);
    }
  });
});

describeRecordings.each(withKernels)('figures of %s', (name, facts) => {
  const kernels = facts.kernels!;
  let report: Report;
  beforeAll(async () => {
    report = await analyse(name, 1000);
  });

  it('counts dispatches, names and summed kernel time', () => {
    expect({
      dispatches: report.trace_quality.dispatches,
      names: report.hotspots.length,
      total: report.trace_quality.total_kernel_ns,
      short: report.short_kernels.short_kernel_count,
    }).toEqual({
      dispatches: kernels.dispatches,
      names: kernels.distinct_names,
      total: kernels.total_ns,
      short: kernels.under_10us,
    });
  });

  it('gives each of the top kernels its calls, total, least and most', () => {
    for (const expected of facts.top_kernels ?? []) {
      const row = report.hotspots.find((hotspot) => hotspot.name === expected.name);
      expect(row).toMatchObject({
        calls: expected.calls,
        total_duration: expected.total_ns,
        min_duration: expected.min_ns,
        max_duration: expected.max_ns,
      });
    }
  });

  it('finds the communication kernels and their time', () => {
    if (kernels.rccl.calls === 0) return expect(report.communication?.summary.kernel_count ?? 0).toBe(0);
    expect(report.communication?.summary).toMatchObject({
      kernel_count: kernels.rccl.calls,
      total_ns: kernels.rccl.total_ns,
    });
  });

  it('says whether counters were collected', () => {
    const names = Object.keys(facts.counters?.first_dispatch ?? {});
    expect(report.hardware_counters.has_counters).toBe(names.length > 0);
    const known = Object.keys(report.hardware_counters.counters ?? {});
    for (const counter of names) expect(known).toContain(counter.replace(/_sum$/, ''));
  });
});

describeRecordings('recordings that cannot be read', () => {
  it.each([
    ['edge_not_rocpd.db', 'NOT_A_TRACE'],
    ['edge_truncated.db', 'DAMAGED'],
  ])('%s fails with %s', async (name, code) => {
    await expect(analyse(name, 10)).rejects.toMatchObject({ code });
  });
});

describeRecordings('recordings without anything to judge', () => {
  it('says of an empty trace that nothing was recorded, and recommends only how to record', async () => {
    const report = await analyse('edge_empty.db', 10);
    expect(report.primary_bottleneck).toBe('data_insufficient');
    expect(report.execution_breakdown).toBeNull();
    expect(report.recommendations.every((entry) => entry.priority === 'INFO')).toBe(true);
    expect(report.diagnostics.map((entry) => entry.code)).toContain('NO_ACTIVITY');
  });

  it('withholds findings about time where every duration is zero', async () => {
    const report = await analyse('edge_zero_duration.db', 10);
    expect(report.primary_bottleneck).toBe('data_insufficient');
    expect(report.execution_breakdown).toMatchObject({ wall_ns: expect.any(Number), compute_ns: 0, concurrency: null });
    expect(report.recommendations.every((entry) => entry.priority === 'INFO')).toBe(true);
  });
});
