import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openPredictions, predictImpact } from '@perfxpert/tools';
import { openTrace } from '@perfxpert/tools/analysis';
import { buildTrace } from '@perfxpert/rocpd/testing';
import type { TraceFiles } from '@perfxpert/rocpd/testing';
import { agentComputeSpecialist, agentLatencySpecialist, agentMemorySpecialist } from '../../src/index.js';
import { OFFLINE } from '../agent-options.js';

let trace: TraceFiles;
beforeAll(() => {
  trace = buildTrace({
    kernels: [{ name: 'gemm_k0', startNs: 0, endNs: 4_000_000 }],
    copies: [{ startNs: 4_000_000, endNs: 8_500_000, bytes: 64 * 1024 * 1024 }],
  });
});
afterAll(() => trace.dispose());
const path = () => trace.paths[0] ?? '';

const input = (changes: object = {}) => ({
  gfx_id: 'gfx942',
  hot_kernels: [{ name: 'gemm_k0', percent_of_total: 100 }],
  counter_data: { l2_hit_rate: 0.9 },
  ...changes,
});
const memory = (changes: object = {}, options = {}) =>
  agentMemorySpecialist({ input: input(changes), airgap: true }, { ...OFFLINE, ...options });

describe('a specialist with a trace', () => {
  it('says what a technique can be expected to bring, and keeps the prediction', async () => {
    const predictions = openPredictions({ stateDir: null });
    const answer = await memory({ database_path: path() }, { predictions });
    // more than half of the window is one big copy on one stream: overlapping it is what the model is about
    const overlap = answer.techniques.find(({ name }) => name === 'hip_stream_overlap');
    expect(overlap).toMatchObject({
      predicted_impact_range: [expect.any(Number), expect.any(Number)],
      predicted_confidence: expect.any(Number),
      predicted_rationale: expect.any(String),
      roofline_delta: expect.any(Object),
      source_citation: expect.any(String),
      prediction_reason: null,
    });
    const [low, high] = overlap?.['predicted_impact_range'] as [number, number];
    expect(low).toBeGreaterThanOrEqual(1);
    expect(high).toBeGreaterThanOrEqual(low);
    expect(predictions.find(String(overlap?.['prediction_id']))).not.toBeNull();
  });

  it('reads the trace once, and predicts each technique as the tool does', async () => {
    let readings = 0;
    const predictions = openPredictions({ stateDir: null });
    const count = (paths: string | readonly string[]) => {
      readings += 1;
      return openTrace(paths);
    };
    const answer = await memory({ database_path: path() }, { predictions, openTrace: count });
    expect(readings).toBe(1);
    const asked = answer.techniques.filter(({ prediction_id: id }) => id !== undefined);
    expect(asked.length).toBeGreaterThan(0);
    for (const technique of asked) {
      const alone = await predictImpact.predictChangeImpact({
        baseline_db: path(),
        kernel_name: 'gemm_k0',
        change_type: String(technique['id']),
        change_params: { kernel_time_frac: 1, counter_data_available: true },
      });
      expect(technique).toMatchObject({
        prediction_id: alone.prediction_id,
        predicted_impact_range: alone.predicted_speedup_range,
        predicted_rationale: alone.rationale,
      });
    }
  });

  it('keeps order and everything else of its techniques', async () => {
    const bare = await memory();
    const predicted = await memory({ database_path: [path()] });
    expect(predicted.techniques.map(({ name, status }) => [name, status])).toEqual(
      bare.techniques.map(({ name, status }) => [name, status]),
    );
    expect([predicted.confidence, predicted.citations]).toEqual([bare.confidence, bare.citations]);
  });

  it.each([
    ['without a trace', {}, /without database_path/],
    ['without a name', { hot_kernels: [{}], database_path: 'trace' }, /no kernel is named/],
    ['without kernels', { hot_kernels: [], database_path: 'trace' }, /no kernel is named/],
  ])('%s it says why there is no prediction', async (_when, changes, reason) => {
    const place = 'database_path' in changes ? { database_path: path() } : {};
    for (const technique of (await memory({ ...changes, ...place })).techniques)
      expect(technique).toMatchObject({
        predicted_impact_range: null,
        prediction_reason: expect.stringMatching(reason),
      });
  });

  it('gives no range where a gate refuses one, and says which', async () => {
    const small = input({ hot_kernels: [{ name: 'gemm_k0', percent_of_total: 1 }], database_path: path() });
    const answer = await agentComputeSpecialist({ input: small, airgap: true }, OFFLINE);
    const open = answer.techniques.filter(({ status }) => status !== 'not_applicable');
    expect(open.length).toBeGreaterThan(0);
    // 1 % of the kernel time is less than the 5 % that are worth a change
    for (const technique of open) expect(String(technique['prediction_reason'])).toMatch(/1(\.0)? ?%/);
  });

  it('refuses a trace that is not there in one line', async () => {
    const { counter_data: _none, ...rest } = input({ database_path: '/nowhere/x.db', hot_kernels: [{ name: 'k' }] });
    await expect(agentLatencySpecialist({ input: rest, airgap: true }, OFFLINE)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
