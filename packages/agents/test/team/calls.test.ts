import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { scriptedProvider } from '@perfxpert/providers/testing';
import { interconnect, rcclAnalysis, roofline } from '@perfxpert/tools';
import { buildTrace } from '@perfxpert/rocpd/testing';
import type { TraceFiles } from '@perfxpert/rocpd/testing';
import * as v from 'valibot';
import {
  agentAnalysis,
  agentComputeSpecialist,
  agentCorrectness,
  agentDiffSpecialist,
  agentLatencySpecialist,
  agentMemorySpecialist,
  agentRecommendation,
  agentRoot,
  api,
  traceDiffDiffRuns,
} from '../../src/index.js';
import { AgentRootOutputSchema } from '../../src/team/agent-tools.js';
import { OFFLINE } from '../agent-options.js';
import { brokenLaws } from '../report-laws.js';

/** Two kernels and a copy between them, 9.5 us in all; the first kernel takes as long as given. */
const trace = (gemmNs: number) =>
  buildTrace({
    kernels: [
      { name: 'gemm_k0', startNs: 0, endNs: gemmNs },
      { name: 'reduce_k1', startNs: 9_000, endNs: 9_500 },
    ],
    copies: [{ startNs: gemmNs, endNs: 8_500, bytes: 4096 }],
  });

let before: TraceFiles;
let after: TraceFiles;
beforeAll(() => {
  before = trace(4_000);
  after = trace(6_000);
});
afterAll(() => {
  before.dispose();
  after.dispose();
});
const pathOf = ({ paths }: TraceFiles): string => paths[0] ?? '';

const TECHNIQUE_KEYS = ['name', 'rationale', 'expected_impact', 'effort', 'risk'];

describe('the calls of the API, as they stand', () => {
  it('agentRoot gives the report around its own fields', async () => {
    const report = await agentRoot({ database_path: pathOf(before), user_query: 'why slow?', airgap: true }, OFFLINE);
    for (const key of ['narrative', 'recommendations', 'primary_bottleneck', 'warnings', 'metadata', 'hotspots'])
      expect(report).toHaveProperty(key);
    for (const entry of report.recommendations)
      expect(entry).toMatchObject({ name: expect.any(String), title: expect.any(String) });
    expect(v.safeParse(AgentRootOutputSchema, report).success).toBe(true);
    expect(brokenLaws(report)).toEqual([]);
  });

  it('agentRoot with sources, a provider and progress: the same, with the places of every hotspot', async () => {
    const sources = fs.mkdtempSync(path.join(os.tmpdir(), 'my_app-'));
    fs.writeFileSync(path.join(sources, 'gemm.hip'), '__global__ void gemm_k0(float* x) {}\n');
    const events: string[] = [];
    const provider = scriptedProvider([{ structured: { narrative: 'Overlap the copy with gemm_k0.' } }]);
    const question = { user_query: 'Propose the first optimization for my hot kernel.', database_path: pathOf(before) };
    const report = await agentRoot(
      { ...question, source_dir: sources, provider: 'anthropic', airgap: false },
      { ...OFFLINE, createChatProvider: () => provider, progressCallback: (event) => events.push(event) },
    );
    fs.rmSync(sources, { recursive: true });
    for (const key of ['narrative', 'recommendations', 'primary_bottleneck', 'warnings', 'metadata', 'hotspots'])
      expect(report).toHaveProperty(key);
    expect(report.narrative).toBe('Overlap the copy with gemm_k0.');
    expect(report.hotspots.map(({ name, source_locations: places }) => [name, places])).toEqual([
      ['gemm_k0', [{ file: 'gemm.hip', line: 1, kind: 'definition' }]],
      ['reduce_k1', []],
    ]);
    expect([events.at(0), events.at(-1)]).toEqual(['entering root', 'exit root']);
    expect(v.safeParse(AgentRootOutputSchema, report).success).toBe(true);
  });

  it('agentAnalysis feeds agentRecommendation', async () => {
    const { metadata: _metadata, ...findings } = await agentAnalysis(
      { input: { database_path: pathOf(before), top_kernels: 10, att_dir: null }, airgap: true },
      OFFLINE,
    );
    expect(Object.keys(findings)).toEqual([
      'primary_bottleneck',
      'confidence',
      'time_breakdown',
      'hot_kernels',
      'counter_data_available',
    ]);
    // 4.5 us of kernels, 4.5 us of copies and a gap of 0.5 us in 9.5 us
    expect(findings.time_breakdown['kernel_pct']).toBeCloseTo((100 * 4.5) / 9.5, 9);
    expect(findings.time_breakdown['memcpy_pct']).toBeCloseTo((100 * 4.5) / 9.5, 9);
    const sum = Object.values(findings.time_breakdown).reduce((total, part) => total + part, 0);
    expect(sum).toBeCloseTo(100, 9);
    expect(findings.hot_kernels[0]).toMatchObject({ name: 'gemm_k0', gfx_id: 'gfx942', metrics: expect.any(Object) });
    const answer = await agentRecommendation(
      { input: { findings, kernel_filter: null, edit_history: [], seen_recommendation_hashes: [] }, airgap: true },
      OFFLINE,
    );
    expect(answer).toMatchObject({ specialist_used: 'memory', plateau_detected: false, exploratory_proposals: [] });
    expect(answer.recommendations.length).toBeGreaterThan(0);
  });

  it('agentRecommendation takes the whole answer of agentAnalysis too', async () => {
    const findings = await agentAnalysis({ input: { database_path: pathOf(before) }, airgap: true }, OFFLINE);
    const answer = await agentRecommendation(
      { input: { findings, database_path: pathOf(before) }, airgap: true },
      OFFLINE,
    );
    const report = await agentRoot({ database_path: pathOf(before), airgap: true }, OFFLINE);
    expect(answer.recommendations).toEqual(report.recommendations);
  });

  it('agentCorrectness puts a verdict of others into words, unverified', async () => {
    const answer = await agentCorrectness(
      {
        input: {
          gate_verdict: {
            status: 'reject',
            failing_gate: 'sol',
            detail: 'L2 hit rate 72 % -> 38 %',
            delta_pct: -47.2,
            metrics: {},
            rejected_patch_sha: 'abc123',
            per_kernel_deltas: { gemm_k0: -12.4 },
          },
          kernel_name: 'gemm_k0',
          last_technique: 'lds_blocking',
          edit_history: [],
        },
        airgap: true,
      },
      OFFLINE,
    );
    expect(answer).toMatchObject({ verdict: 'reject', action: 'reject_and_log', alternative_technique: null });
    expect(answer.follow_up_task_id).toMatch(/^pfx-[0-9a-f]{8}$/);
    expect(answer.narrative).toContain('L2 hit rate 72 % -> 38 %');
    expect(answer.metadata['verified']).toBe(false);
  });

  it('agentComputeSpecialist offers techniques', async () => {
    const answer = await agentComputeSpecialist(
      {
        input: {
          gfx_id: 'gfx942',
          hot_kernels: [{ name: 'gemm_k0', duration_ns: 12000000 }],
          counter_data: { vgpr_used: 128, waves_per_eu: 4 },
          source_hints: {},
        },
        airgap: true,
      },
      OFFLINE,
    );
    expect(Object.keys(answer)).toEqual(expect.arrayContaining(['techniques', 'confidence', 'citations']));
    for (const technique of answer.techniques)
      expect(Object.keys(technique)).toEqual(expect.arrayContaining(TECHNIQUE_KEYS));
    const vgpr = answer.techniques.find(({ name }) => name === 'vgpr_reduction_compute_bound');
    // vgpr_used counts as vgpr_per_thread: 128 > 96 and 4 <= 4 hold, ridge and share of the kernel are unknown
    expect(vgpr).toMatchObject({ status: 'needs_data', confidence: 0.5 });
  });

  it('agentMemorySpecialist offers techniques', async () => {
    const answer = await agentMemorySpecialist(
      {
        input: {
          gfx_id: 'gfx942',
          hot_kernels: [{ name: 'stream_copy', duration_ns: 8000000 }],
          memcpy_data: { host_to_device_bytes: 536870912 },
          counter_data: { l2_hit_rate: 0.41 },
        },
        airgap: true,
      },
      OFFLINE,
    );
    for (const technique of answer.techniques)
      expect(Object.keys(technique)).toEqual(expect.arrayContaining(TECHNIQUE_KEYS));
    expect(answer.citations.length).toBeGreaterThan(0);
  });

  it('agentLatencySpecialist offers techniques', async () => {
    const answer = await agentLatencySpecialist(
      {
        input: {
          gfx_id: 'gfx942',
          hot_kernels: [{ name: 'launch_heavy_loop', count: 10000 }],
          api_overhead_pct: 34.2,
          avg_kernel_duration_us: 6.4,
        },
        airgap: true,
      },
      OFFLINE,
    );
    // 10000 calls > 1000, 6.4 us < 10 us, 34.2 % > 15 %: fusion applies
    expect(answer.techniques[0]).toMatchObject({
      name: 'kernel_fusion_small_launches',
      status: 'applicable',
      confidence: 1,
    });
  });

  it('agentDiffSpecialist has the lists at its top', async () => {
    const answer = await agentDiffSpecialist(
      {
        baseline_db: pathOf(before),
        new_db: pathOf(after),
        top_kernels: 20,
        user_intent: 'summarize the diff',
        airgap: true,
      },
      OFFLINE,
    );
    // 6.5 us of kernels after 4.5 us; gemm_k0 from 4 to 6 us
    expect(answer.wall_delta_pct).toBeCloseTo((100 * 2) / 4.5, 3);
    expect(answer.regressions[0]).toMatchObject({ name: 'gemm_k0', delta_pct: 50 });
    expect(answer).toMatchObject({ improvements: [], verdict: 'neutral', exploratory_proposals: [] });
    expect(answer).not.toHaveProperty('kernel_deltas');
    expect(answer.narrative).toContain('gemm_k0 +50.0 %');
  });

  it('traceDiffDiffRuns is the tool', async () => {
    const diff = await traceDiffDiffRuns({ baseline_db: pathOf(before), new_db: pathOf(after), top_kernels: 20 });
    expect(diff).toMatchObject({ schema_version: '0.3.1', baseline_db: pathOf(before), new_db: pathOf(after) });
    for (const key of [
      'wall_delta_ns',
      'wall_delta_pct',
      'per_kernel',
      'primary_regressions',
      'primary_improvements',
      'narrative',
    ])
      expect(diff).toHaveProperty(key);
  });

  it('the tools of the same document', async () => {
    expect(interconnect.lookupPeaks({ gfx_id: 'gfx942' }).achievable_gbps).toBe(340);
    const collectives = await rcclAnalysis.analyzeCollectives({ db_path: pathOf(before), gfx_id: 'gfx942' });
    expect(Object.keys(collectives.summary)).toEqual(expect.arrayContaining(['dominant_op', 'overlap_pct']));
    const counters = { SQ_INSTS_VALU: 1000, SQ_INSTS_VALU_MFMA_MOPS_F32: 10, FETCH_SIZE: 1024, WRITE_SIZE: 512 };
    const counted = buildTrace({ kernels: [{ name: 'gemm_k0', startNs: 0, endNs: 1_000_000, counters }] });
    const points = await roofline.plotPoints({ db_path: pathOf(counted), top_k: 10 });
    counted.dispose();
    for (const key of ['schema_version', 'arch', 'arch_peaks', 'dtype', 'dtype_confidence', 'kernels', 'ridge_point'])
      expect(points).toHaveProperty(key);
    const [kernel] = points.kernels;
    for (const key of [
      'name',
      'ai',
      'achieved_flops_per_s',
      'bottleneck_class',
      'fp_type',
      'confidence',
      'duration_pct',
    ])
      expect(kernel).toHaveProperty(key);
    // 1000 vector instructions x 64 and 10 matrix operations x 512, over (1024 + 512) KiB
    expect(kernel?.ai).toBeCloseTo((1000 * 64 + 10 * 512) / (1536 * 1024), 9);
  });

  it('the same nine stand under api', () => {
    expect(Object.keys(api)).toEqual([
      'agentRoot',
      'agentAnalysis',
      'agentRecommendation',
      'agentCorrectness',
      'agentComputeSpecialist',
      'agentMemorySpecialist',
      'agentLatencySpecialist',
      'agentDiffSpecialist',
      'traceDiffDiffRuns',
    ]);
  });
});

describe('what is not there', () => {
  it('a question without a trace is data_insufficient', async () => {
    const report = await agentRoot({ user_query: 'help', airgap: true }, OFFLINE);
    expect(report.primary_bottleneck).toBe('data_insufficient');
    expect(report.narrative).toContain('PerfXpert reads a GPU trace');
    expect(v.safeParse(AgentRootOutputSchema, report).success).toBe(true);
  });

  it('a trace that cannot be read throws', async () => {
    await expect(agentRoot({ database_path: '/nowhere/x.db', airgap: true }, OFFLINE)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('a list without a path says what is expected', async () => {
    await expect(agentRoot({ database_path: [], airgap: true }, OFFLINE)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: 'agent_root: database_path must be a list of at least one path.',
    });
  });

  it('verify without a baseline names what is missing', async () => {
    const report = await agentRoot(
      { database_path: pathOf(before), user_query: 'did my patch help?', airgap: true },
      OFFLINE,
    );
    expect(report.warnings.some((line) => line.startsWith('BASELINE_MISSING: '))).toBe(true);
    expect(report.metadata).toMatchObject({ intent: 'verify', routed_to: 'correctness' });
  });

  const askAboutPatch = () =>
    agentRoot(
      {
        database_path: pathOf(after),
        user_query: 'did my patch help?',
        airgap: true,
        analysis_options: { baseline_db: pathOf(before) },
      },
      OFFLINE,
    );

  it('verify with a baseline compares', async () => {
    const report = await askAboutPatch();
    expect(report.trace_diff).toMatchObject({ verdict: 'neutral' });
  });

  it.each([
    ['why slow?', /^Copies|^Kernels|^The |^Half/, /Class memory_transfer, confidence \d+ %, \d+ recommendations?\./],
    [
      'what should I fix first?',
      /^First: .+ Then: |^First: /,
      /Hottest kernel: gemm_k0 \(\d+\.\d % of kernel time\)\./,
    ],
    ['help', /^PerfXpert reads a GPU trace/, /Class memory_transfer/],
  ])('the words answer the question: %s', async (query, start, further) => {
    const { narrative } = await agentRoot({ database_path: pathOf(before), user_query: query, airgap: true }, OFFLINE);
    expect(narrative).toMatch(start);
    expect(narrative).toMatch(further);
  });

  it('the words about a change are those of the comparison', async () => {
    const report = await askAboutPatch();
    const { trace_diff: diff } = report;
    expect(report.narrative.startsWith(diff !== undefined && 'verdict' in diff ? diff.narrative : '?')).toBe(true);
  });

  it('unknown fields are refused', async () => {
    await expect(agentRoot({ databasepath: 'x' } as never, OFFLINE)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
  });
});
