import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { buildTrace } from '@perfxpert/rocpd/testing';
import { connect } from './support/connect.js';
import type { Connection } from './support/connect.js';

jest.setTimeout(120_000);

let server: Connection;
beforeAll(async () => {
  server = await connect();
});

const payloadOf = async (name: string, input: Record<string, unknown>) => (await server.call(name, input)).payload;

describe('vectors over the wire', () => {
  it('M1: initialize with 2024-11-05', async () => {
    const legacy = await connect([], { options: { supportedProtocolVersions: ['2024-11-05'] } });
    expect(legacy.client.getNegotiatedProtocolVersion()).toBe('2024-11-05');
    expect(legacy.client.getServerCapabilities()).toMatchObject({ tools: {}, resources: {}, prompts: {} });
    expect(legacy.client.getServerVersion()).toMatchObject({ name: 'perfxpert', version: '0.1.0' });
    expect(legacy.client.getInstructions()).toContain('perfxpert_analyze_trace');
  });

  it('M2: tools/list', async () => {
    const { tools } = await server.client.listTools();
    expect(tools.length).toBeGreaterThanOrEqual(48);
    for (const { name, description, inputSchema } of tools) {
      expect(name).toMatch(/^[a-z0-9_]{1,64}$/);
      expect(description).toBeTruthy();
      expect(inputSchema.type).toBe('object');
    }
  });

  it('M3: arch_lookup_peaks gfx942', async () => {
    expect(await payloadOf('perfxpert_arch_lookup_peaks', { gfx_id: 'gfx942' })).toMatchObject({
      peak_fp64_tflops: 81.7,
    });
  });

  it('M4, M5: bottleneck_classify_from_metrics', async () => {
    const name = 'bottleneck_classify_from_metrics';
    const two = await payloadOf(name, { metrics: { valu_util_frac: 0.85, arithmetic_intensity_above_ridge: 1 } });
    expect(two).toMatchObject({ type: 'compute' });
    expect(two['confidence']).toBeCloseTo(2 / 3, 6);
    expect(await payloadOf(name, { metrics: { valu_util_frac: 0.85 } })).toMatchObject({
      type: 'mixed',
      confidence: 0.5,
    });
  });

  it('M6, M7: sol_sanity_check', async () => {
    const check = (achieved: number, type: string) =>
      payloadOf('sol_sanity_check', { achieved_flops_per_sec: achieved, kernel_type: type, gfx_id: 'gfx942' });
    expect(await check(1e20, 'fp32')).toMatchObject({ plausible: false });
    expect(await check(50e12, 'fp64')).toMatchObject({ plausible: true });
  });

  it('M8, M9: intent_classify', async () => {
    const intent = (query: string) => payloadOf('intent_classify', { user_query: query });
    expect(await intent('why is my kernel slow')).toMatchObject({ intent: 'analyze', confidence: 0.9 });
    expect(await intent('did my patch help')).toMatchObject({ intent: 'verify' });
  });

  it('M10: counters_lookup_info', async () => {
    expect(await payloadOf('counters_lookup_info', { name: 'SQ_WAVES' })).toMatchObject({ block: 'SQ' });
  });

  it('M11: an unknown tool', async () => {
    await expect(server.call('nonexistent_tool_12345')).rejects.toMatchObject({ code: -32602 });
    await expect(server.call('perfxpert_analyse_trace')).rejects.toThrow(/perfxpert_analyze_trace/);
    expect((await server.client.listTools()).tools.length).toBeGreaterThan(0);
  });

  it('M12: a missing argument', async () => {
    const answer = await server.call('arch_lookup_peaks');
    expect(answer).toMatchObject({ isError: true, payload: { code: 'INVALID_ARGUMENT', field: 'gfx_id' } });
    expect((await server.client.listTools()).tools.length).toBeGreaterThan(0);
  });

  it('M13: three requests before an answer is read', async () => {
    const answers = await Promise.all(
      ['gfx942', 'gfx90a', 'gfx1100'].map((gfx) => server.call('arch.lookup_peaks', { gfx_id: gfx })),
    );
    expect(answers.map(({ payload }) => payload['gfx_id'])).toEqual(['gfx942', 'gfx90a', 'gfx1100']);
  });

  it('M14: roofline_classify', async () => {
    expect(await payloadOf('roofline_classify', { flops: 1e12, bytes: 1e11, gfx_id: 'gfx942' })).toMatchObject({
      arithmetic_intensity: 10,
      regime: 'memory',
    });
  });

  it('M15: metrics_compute_hbm_bandwidth', async () => {
    const answer = await payloadOf('metrics_compute_hbm_bandwidth', {
      fetch_kib: 1000,
      write_kib: 500,
      duration_ns: 1e6,
    });
    // 1500 KiB = 1,536,000 bytes in 1 ms
    expect(answer['gb_per_s']).toBeCloseTo(1.536, 9);
    expect(answer['gib_per_s']).toBeCloseTo(1.4305, 4);
  });

  it('M16: kernel_fusion', async () => {
    const file = path.join(server.folder, 'fusion.db');
    const kernel = (startNs: number, endNs: number) => ({
      name: 'add_kernel',
      startNs,
      endNs,
      workgroup: [256, 1, 1] as const,
      grid: [64, 1, 1] as const,
    });
    buildTrace({ kernels: [kernel(0, 4000), kernel(4200, 8200)] }, { path: file });
    const { result } = await payloadOf('kernel_fusion_find_fusion_candidates', { db_path: file });
    expect(result).toEqual([expect.objectContaining({ est_speedup_lo: 1, est_speedup_hi: 1.025 })]);
  });

  it('M17: trace_fingerprint', async () => {
    const cmd = 'rocprofv3 --pmc SQ_WAVES GRBM_COUNT -d out -- ./app --stats';
    expect(await payloadOf('trace_fingerprint_fingerprint', { cmd })).toEqual({
      result: ['pmc:GRBM_COUNT', 'pmc:SQ_WAVES'],
    });
  });

  it('M18: plateau_check', async () => {
    const history = [100, 99, 98.5].map((runtime) => ({ total_runtime_ns: runtime }));
    expect(await payloadOf('plateau_check', { history })).toMatchObject({ plateau_detected: true });
  });

  it('M19: sol_classify_utilization', async () => {
    const category = async (frac: number) => (await payloadOf('sol_classify_utilization', { frac }))['category'];
    expect([await category(0.8), await category(0.5), await category(0.4999)]).toEqual(['high', 'medium', 'low']);
  });

  it('M20: workflow_next_step', async () => {
    const step = await payloadOf('workflow_next_step', { tier: 1, goal: 'measure' });
    expect(step).toMatchObject({ next_tier: 2 });
    expect(step['action']).toContain('--pmc');
  });

  it('M21: counters_validate_for_gpu', async () => {
    const plan = await payloadOf('counters_validate_for_gpu', {
      counter_list: ['SQ_WAVES', 'FETCH_SIZE', 'WRITE_SIZE'],
      gpu_arch: 'gfx942',
    });
    expect(plan['fixed_passes']).toHaveLength(3);
  });

  it('M22: unified_memory', async () => {
    const file = path.join(server.folder, 'peer.db');
    const copy = { startNs: 0, endNs: 1000, bytes: 64 * 1024 ** 2, from: 0, to: 1 };
    buildTrace({ agents: [{}, {}], copies: [copy] }, { path: file });
    expect(await payloadOf('unified_memory_analyze_paging', { db_path: file })).toMatchObject({
      peer_bytes: 67_108_864,
    });
  });

  it('M23: a file that does not exist', async () => {
    const file = path.join(server.folder, 'absent.db');
    for (const [name, field] of [
      ['trace_analysis_time_breakdown', 'database_path'],
      ['unified_memory_analyze_paging', 'db_path'],
      ['analyze_trace', 'database_path'],
      ['query_trace', 'database_path'],
    ] as const) {
      const more = name === 'query_trace' ? { sql: 'SELECT 1' } : {};
      const answer = await server.call(name, { [field]: file, ...more });
      expect(answer).toMatchObject({ isError: true, payload: { code: 'NOT_FOUND' } });
    }
    expect(fs.existsSync(file)).toBe(false);
  });
});
