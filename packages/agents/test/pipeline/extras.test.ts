import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildTrace } from '@perfxpert/rocpd/testing';
import * as v from 'valibot';
import { analyzeTrace, ReportSchema } from '../../src/index.js';
import type { AnalyzeInput, Report } from '../../src/index.js';
import { codesOf } from '../built-report.js';
import { brokenLaws } from '../report-laws.js';

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'perfxpert-extras-'));
const trace = path.join(root, 'trace', 'trace.db');
const sources = path.join(root, 'src');
const att = path.join(root, 'att');

const STATS = [
  '"CodeObj","Vaddr","Instruction","Hitcount","Latency","Stall","Idle","Source"',
  '1,0,"; _Z4scalePf",0,0,0,0,"scale(float*)"',
  '1,0,"global_load_dword v0, v[0:1], off",640,6400,5120,0,"scale.hip:2"',
  '',
].join('\n');

beforeAll(() => {
  for (const folder of [path.dirname(trace), sources, att]) fs.mkdirSync(folder);
  // 900 of 1000 ns in `scale`, 100 in a kernel of a library
  buildTrace(
    {
      kernels: [
        { name: 'scale(float*)', startNs: 0, endNs: 900_000 },
        { name: 'library', startNs: 900_000, endNs: 1_000_000 },
      ],
    },
    { path: trace },
  );
  fs.writeFileSync(
    path.join(sources, 'scale.hip'),
    `__global__ void scale(float* x) {}\nint main() {\n${'hipMemcpy(d, h, n, k);\n'.repeat(4)}scale<<<1, 64>>>(x);\n}\n`,
  );
  fs.writeFileSync(path.join(att, 'stats_ui_output_agent_1_dispatch_1.csv'), STATS);
});
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

async function reportOf(input: AnalyzeInput): Promise<Report> {
  const report = await analyzeTrace(input, { timestamps: false });
  expect(v.parse(ReportSchema, report)).toEqual(report);
  expect(brokenLaws(report)).toEqual([]);
  return report;
}

describe('source_dir', () => {
  it('C25 beside a trace: places of hotspots, code patterns in the main list, no plan', async () => {
    const report = await reportOf({ database_path: trace, source_dir: sources });
    expect(report.features).toEqual(expect.arrayContaining(['source_locations', 'tier0_findings']));
    expect(report.hotspots.map((hotspot) => hotspot.source_locations)).toEqual([
      [
        { file: 'scale.hip', line: 1, kind: 'definition' },
        { file: 'scale.hip', line: 7, kind: 'launch' },
      ],
      [],
    ]);
    expect(Object.keys(report.tier0_findings ?? {})).not.toContain('profiling_plan');
    const categories = report.recommendations.map(({ category }) => category);
    expect(categories).not.toContain('Tier-0 Profiling Plan');
    for (const { issue } of report.recommendations) expect(issue).not.toMatch(/^Found \d/);
  });

  it('C24 puts the advice on four blocking copies into the main list, once', async () => {
    const { recommendations, tier0_findings: findings } = await reportOf({
      database_path: trace,
      source_dir: sources,
    });
    const copies = recommendations.filter(({ name }) => name === 'source_memcpy_sync');
    expect(copies).toMatchObject([
      { id: 'ROCPD-SRC-MEMCPY-SYNC-001', priority: 'MEDIUM', category: 'Memory Transfer' },
    ]);
    expect(copies[0]?.evidence[0]).toMatchObject({ metric: 'memcpy_sync', value: 4 });
    expect(findings?.detected_patterns.find((entry) => entry.pattern_id === 'memcpy_sync')?.count).toBe(4);
  });

  it('does not change the verdict', async () => {
    const without = await reportOf({ database_path: trace });
    const beside = await reportOf({ database_path: trace, source_dir: sources });
    expect(beside.summary).toEqual(without.summary);
    expect(without.hotspots[0]).not.toHaveProperty('source_locations');
    expect(without).not.toHaveProperty('tier0_findings');
  });

  it('alone: what was found and what to record first, no statement about time', async () => {
    const report = await reportOf({ source_dir: sources });
    expect(report).toMatchObject({
      primary_bottleneck: 'data_insufficient',
      execution_breakdown: null,
      hotspots: [],
      features: ['tier0_findings'],
      metadata: { database_file: null, inputs: [] },
      profiling_info: { profiling_mode: 'source_only', analysis_tier: 0 },
      tier0_findings: {
        kernel_count: 1,
        profiling_plan: { suggested_first_command: 'rocprofv3 --sys-trace -d ./profile_out -- ./your_app' },
      },
    });
    expect(report.recommendations.map(({ category }) => category)).toEqual(['No Streams', 'Memory Transfer']);
    expect(report.summary.key_findings).toEqual(report.tier0_findings?.risk_areas);
  });

  it('that is no folder: an error alone, a notice beside a trace', async () => {
    await expect(analyzeTrace({ source_dir: '/nonexistent' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const report = await reportOf({ database_path: trace, source_dir: trace });
    expect(codesOf(report)).toContain('SOURCE_UNAVAILABLE');
    expect(report).not.toHaveProperty('tier0_findings');
  });

  it('reads as many files as allowed', async () => {
    fs.writeFileSync(path.join(sources, 'z.hip'), '__global__ void z() {}');
    const report = await reportOf({ source_dir: sources, analysis_options: { source_max_files: 1 } });
    expect(report.tier0_findings).toMatchObject({ files_scanned: 1, files_skipped: 1, truncated: true });
    expect(codesOf(report)).toEqual(['SOURCE_SCAN_PARTIAL']);
    fs.rmSync(path.join(sources, 'z.hip'));
  });

  it('or a trace has to be given', async () => {
    await expect(analyzeTrace({})).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });
});

describe('att_dir', () => {
  it('gives the section and a recommendation bounded by the time of the kernel', async () => {
    const report = await reportOf({ database_path: trace, analysis_options: { att_dir: att } });
    expect(report.features).toContain('att_trace');
    expect(report.profiling_info).toMatchObject({ profiling_mode: 'thread_trace', analysis_tier: 3 });
    expect(report.att_trace?.kernels).toMatchObject([{ trace_kernel: 'scale(float*)', stall_ratio: 0.8 }]);
    // 5120 of 6400 cycles stall: 0.8 of the 900 µs that the kernel runs alone
    expect(report.recommendations.find(({ name }) => name === 'att_stall')).toMatchObject({
      priority: 'HIGH',
      target: 'scale(float*)',
      recoverable_ns: 720_000,
    });
  });

  it('that is missing: the section with a reason, and a notice', async () => {
    const report = await reportOf({ database_path: trace, analysis_options: { att_dir: '/nonexistent' } });
    expect(report.att_trace).toMatchObject({ has_att_data: false, reason: expect.stringContaining('not found') });
    expect(codesOf(report)).toContain('ATT_UNAVAILABLE');
    expect(report.profiling_info.analysis_tier).toBe(1);
  });

  it('is found one folder below the trace, where a kernel matches', async () => {
    expect(await reportOf({ database_path: trace })).not.toHaveProperty('att_trace');
    const beside = path.join(path.dirname(trace), 'run');
    fs.mkdirSync(beside);
    fs.writeFileSync(path.join(beside, 'stats_a.csv'), STATS.replace('scale(float*)', 'other(float*)'));
    expect(await reportOf({ database_path: trace })).not.toHaveProperty('att_trace');
    fs.writeFileSync(path.join(beside, 'stats_a.csv'), STATS);
    expect((await reportOf({ database_path: trace })).att_trace).toMatchObject({
      is_discovered: true,
      has_att_data: true,
    });
    fs.rmSync(beside, { recursive: true });
  });
});
