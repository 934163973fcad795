import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { changeImpactModels } from '@perfxpert/knowledge';
import { buildTrace } from '@perfxpert/rocpd/testing';
import type { ProcessSpec, TraceSpec } from '@perfxpert/rocpd/testing';
import fc from 'fast-check';
import { explainPrediction } from '../../../src/catalog/predict-impact/explain-prediction.js';
import { listSupportedChanges } from '../../../src/catalog/predict-impact/list-supported-changes.js';
import {
  predictChangeImpact,
  predictChangeImpactTool,
} from '../../../src/catalog/predict-impact/predict-change-impact.js';
import type { PredictChangeImpactInput } from '../../../src/catalog/predict-impact/predict-change-impact.js';
import type { Prediction } from '../../../src/schemas/prediction.js';
import { openPredictions } from '../../../src/store/predictions.js';
import { callTool } from '../../../src/tool/call-tool.js';

const KERNEL = 'void gemm_kernel<128>(float const*, float*)';
type Params = PredictChangeImpactInput['change_params'];

const ask = (changeType: string, params: Params = {}): Promise<Prediction> =>
  predictChangeImpact({ baseline_db: null, kernel_name: KERNEL, change_type: changeType, change_params: params });

async function askAbout(spec: TraceSpec, input: Omit<PredictChangeImpactInput, 'baseline_db'>): Promise<Prediction> {
  const trace = buildTrace(spec);
  try {
    return await predictChangeImpact({ baseline_db: trace.path, ...input });
  } finally {
    trace.dispose();
  }
}

const GIVEN = { kernel_time_frac: 0.4, counter_data_available: true } as const;

describe('predictChangeImpact: vectors', () => {
  it('PI-1: the range of the model, its upper end cut to 85 %', async () => {
    const registers = await ask('vgpr_reduction', GIVEN);
    // 1.40 * 0.85 = 1.19 is below the lower end.
    expect(registers).toMatchObject({ status: 'predicted', gate: null, predicted_speedup_range: [1.25, 1.25] });
    const overlap = await ask('hip_stream_overlap', GIVEN);
    expect(overlap.predicted_speedup_range).toEqual([1.3, 1.445]);
    for (const prediction of [registers, overlap]) {
      expect(prediction.confidence).toBe(0.7);
      expect(prediction.rationale).toContain(prediction.change_type);
      expect(prediction.source_citation).toMatch(/^proven_optimizations#/);
      expect(prediction.prediction_id).toMatch(/^[0-9a-f]{16}$/);
    }
  });

  it('PI-2: below 5 % of the kernel time nothing is promised; exactly 5 % passes', async () => {
    const refused = await ask('vgpr_reduction', { ...GIVEN, kernel_time_frac: 0.02 });
    expect(refused).toMatchObject({ predicted_speedup_range: null, confidence: 0, status: 'gated', gate: 'amdahl' });
    expect(refused.rationale).toContain('Amdahl');
    // 1 / (1 - 0.02)
    expect(refused.rationale).toContain('at most 1.020 times');
    for (const { id } of changeImpactModels())
      expect((await ask(id, { ...GIVEN, kernel_time_frac: 0.05 })).status).toBe('predicted');
  });

  it('PI-3: nothing is promised without counters', async () => {
    for (const { id } of changeImpactModels()) {
      const refused = await ask(id, { ...GIVEN, counter_data_available: false });
      expect(refused).toMatchObject({
        predicted_speedup_range: null,
        confidence: 0,
        status: 'gated',
        gate: 'counters',
      });
      expect(refused.rationale).toMatch(/counters.*--pmc/);
    }
  });

  it('PI-4: a change that no model describes', async () => {
    const refused = await ask('unicorn_magic', GIVEN);
    expect(refused).toMatchObject({
      predicted_speedup_range: null,
      confidence: 0,
      status: 'unsupported',
      gate: 'catalog',
      source_citation: '',
    });
    expect(refused.rationale).toContain('unicorn_magic');
    expect((await ask('__proto__', GIVEN)).status).toBe('unsupported');
  });

  it('PI-5: every change that is listed can be asked for', async () => {
    const ids = listSupportedChanges().map(({ id }) => id);
    expect(ids).toHaveLength(10);
    expect(ids).toEqual(
      expect.arrayContaining([
        'vgpr_reduction',
        'lds_tiling',
        'mfma_enablement',
        'fast_math_flag',
        'hip_stream_overlap',
      ]),
    );
    for (const id of ids) expect((await ask(id, GIVEN)).status).toBe('predicted');
  });

  it('PI-6: a prediction can be looked up again, an unknown one cannot', async () => {
    const prediction = await ask('hip_stream_overlap', GIVEN);
    expect(await explainPrediction({ prediction_id: prediction.prediction_id })).toEqual(prediction);
    const unknown = { prediction_id: 'deadbeef00000000' };
    await expect(explainPrediction(unknown)).rejects.toMatchObject({ code: 'UNKNOWN_ID' });
    const predictions = openPredictions({ stateDir: null });
    predictions.save(prediction);
    await expect(explainPrediction(unknown, { predictions })).rejects.toMatchObject({
      code: 'UNKNOWN_ID',
      message: 'There is no prediction "deadbeef00000000".',
      details: { kind: 'prediction', value: 'deadbeef00000000', known: [prediction.prediction_id] },
    });
    predictions.close();
  });

  it('PI-7: the program gains less than the kernel', async () => {
    const { predicted_program_speedup_range: range } = await ask('hip_stream_overlap', GIVEN);
    // 1 / (0.6 + 0.4 / 1.3) and 1 / (0.6 + 0.4 / 1.445)
    expect(range).toEqual([1.1017, 1.1405]);
  });
});

describe('predictChangeImpact: what is known', () => {
  it('a share that is not known caps the confidence', async () => {
    const prediction = await ask('hip_stream_overlap', { counter_data_available: true });
    expect(prediction).toMatchObject({
      status: 'predicted',
      confidence: 0.3,
      kernel_time_frac: null,
      predicted_program_speedup_range: null,
    });
    expect(prediction.assumptions).toContain('The share of the kernel is not known: the confidence is capped.');
  });

  it('a known value that contradicts the model gates; unknown ones are assumed and listed', async () => {
    const refused = await ask('mfma_enablement', { ...GIVEN, mfma_util_frac: 0.4 });
    expect(refused).toMatchObject({ status: 'gated', gate: 'applicability', confidence: 0 });
    expect(refused.rationale).toBe('mfma_enablement: it needs mfma_util_frac < 0.05, but the value is 0.4.');
    expect(refused.conditions).toContainEqual({
      metric: 'mfma_util_frac',
      op: '<',
      threshold: 0.05,
      value: 0.4,
      passed: false,
      source: 'change_params',
    });
    const passed = await ask('mfma_enablement', { ...GIVEN, mfma_util_frac: 0.01, gfx_id: 'gfx942' });
    expect(passed.predicted_speedup_range).toEqual([4, 8.5]);
    expect(passed.assumptions).toContain('valu_util_frac > 0.6 is not known and taken to hold.');
    expect((await ask('mfma_enablement', { ...GIVEN, gfx_id: 'gfx1100' })).rationale).toContain('not for gfx1100');
  });

  it('takes the `_pct` spelling of fractions, and refuses percents', async () => {
    const call = (params: Readonly<Record<string, number | boolean>>) =>
      callTool(predictChangeImpactTool, { kernel_name: 'k', change_type: 'lds_tiling', change_params: params });
    const prediction = await call({ kernel_time_pct: 0.4, counter_data_available: true });
    expect(prediction.kernel_time_frac).toBe(0.4);
    const invalid = { code: 'INVALID_ARGUMENT' };
    await expect(call({ kernel_time_pct: 40 })).rejects.toMatchObject(invalid);
    await expect(call({ l1_miss_rate: 80 })).rejects.toMatchObject(invalid);
    await expect(call({ lds_usage_bytes: -1 })).rejects.toMatchObject(invalid);
    await expect(call({ working_set_mb: Number.POSITIVE_INFINITY })).rejects.toMatchObject(invalid);
    await expect(callTool(predictChangeImpactTool, { kernel_name: 'k' })).rejects.toMatchObject(invalid);
  });

  it('shows arithmetic intensities that the caller gives', async () => {
    const params = { ...GIVEN, arithmetic_intensity_before: 2, arithmetic_intensity_after: 16 };
    expect((await ask('lds_tiling', params)).roofline_delta).toEqual({ before: { ai: 2 }, after: { ai: 16 } });
    expect((await ask('lds_tiling', GIVEN)).roofline_delta).toEqual({ before: null, after: null });
  });

  it('a missing trace is an error, unless all that is needed was given', async () => {
    const missing = {
      baseline_db: path.join(os.tmpdir(), 'no such trace.db'),
      kernel_name: 'k',
      change_type: 'lds_tiling',
    };
    await expect(predictChangeImpact(missing)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const prediction = await predictChangeImpact({ ...missing, change_params: GIVEN });
    expect(prediction.status).toBe('predicted');
    expect(prediction.assumptions).toContain('There is no trace under baseline_db: nothing was measured.');
    expect((await ask('lds_tiling', GIVEN)).assumptions).toContain('No trace was given: nothing was measured.');
  });

  it('keeps hostile names out of its sentences', async () => {
    const hostile = '\u001b[2J\u202e<script>\n'.repeat(100);
    const prediction = await predictChangeImpact({
      kernel_name: hostile,
      change_type: 'lds_tiling',
      change_params: GIVEN,
    });
    const refused = await ask(hostile, GIVEN).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(prediction.rationale).not.toMatch(/[\u0000-\u001f\u202e]/);
    expect(prediction.rationale.length).toBeLessThan(300);
  });
});

describe('predictChangeImpact: traces', () => {
  const counters = { SQ_WAVES: 100 };
  /** A window of 1000: copies 300, the kernel 400, another 200, 100 idle. */
  const spec = (vgpr = 128): TraceSpec => ({
    kernels: [
      { name: KERNEL, startNs: 300, endNs: 700, vgpr, counters, stream: 1 },
      { name: 'other', startNs: 800, endNs: 1000, counters, stream: 1 },
    ],
    copies: [{ startNs: 0, endNs: 300, bytes: 8_000_000, stream: 1 }],
  });

  it('takes share, counters and conditions from the trace', async () => {
    const prediction = await askAbout(spec(), { kernel_name: KERNEL, change_type: 'vgpr_reduction' });
    // 400 of 600 kernel time; 400 of the window of 1000. 128 registers leave 4 of 8 waves.
    expect(prediction).toMatchObject({ status: 'predicted', predicted_speedup_range: [1.25, 1.25], window_frac: 0.4 });
    expect(prediction.kernel_time_frac).toBeCloseTo(2 / 3, 12);
    // 1 / (0.6 + 0.4 / 1.25) = 1 / 0.92
    expect(prediction.predicted_program_speedup_range).toEqual([1.087, 1.087]);
    expect(prediction.conditions.map(({ metric, value, source }) => [metric, value, source])).toEqual([
      ['vgpr_per_thread', 128, 'trace'],
      ['waves_per_eu', 4, 'trace'],
      ['arithmetic_intensity_above_ridge', null, null],
      ['occupancy_limited_by_vgprs', 1, 'trace'],
    ]);
  });

  it('refuses what the trace contradicts', async () => {
    const prediction = await askAbout(spec(64), { kernel_name: KERNEL, change_type: 'vgpr_reduction' });
    expect(prediction).toMatchObject({ status: 'gated', gate: 'applicability' });
    expect(prediction.rationale).toContain('vgpr_per_thread > 96, but the value is 64');
    const overridden = await askAbout(spec(64), {
      kernel_name: KERNEL,
      change_type: 'vgpr_reduction',
      change_params: { vgpr_per_thread: 120, waves_per_eu: 4, occupancy_limited_by_vgprs: true },
    });
    expect(overridden.status).toBe('predicted');
  });

  it('bounds a change of the whole program by the time that it can save', async () => {
    const prediction = await askAbout(spec(), { kernel_name: '', change_type: 'hip_stream_overlap' });
    // It acts on copies and kernels, 900 of 1000, and can hide the 300 of the copies: at most 1 / 0.7.
    expect(prediction).toMatchObject({ status: 'predicted', window_frac: 0.9, confidence: 0.7 });
    // 1 / (0.1 + 0.9 / 1.3), 1 / (0.1 + 0.9 / 1.445)
    expect(prediction.predicted_program_speedup_range).toEqual([1.2621, 1.3834]);
  });

  it('finds a kernel by its short name, and says when none runs', async () => {
    const short = await askAbout(spec(), { kernel_name: 'gemm_kernel', change_type: 'vgpr_reduction' });
    expect(short.kernel_time_frac).toBeCloseTo(2 / 3, 12);
    const absent = await askAbout(spec(), { kernel_name: 'nowhere', change_type: 'vgpr_reduction' });
    expect(absent).toMatchObject({ gate: 'amdahl', kernel_time_frac: 0 });
    expect(absent.rationale).toBe(
      'Amdahl: no kernel "nowhere" runs in the trace, so vgpr_reduction cannot gain anything.',
    );
  });

  it('leaves collectives alone', async () => {
    const kernels = [{ name: 'ncclDevKernel_Generic_1', startNs: 0, endNs: 700, vgpr: 128, counters }];
    const prediction = await askAbout(
      { kernels },
      { kernel_name: 'ncclDevKernel_Generic_1', change_type: 'cache_blocking_kernel' },
    );
    expect(prediction.gate).toBe('applicability');
    expect(prediction.rationale).toContain('collective');
  });

  it('counts the streams that copies are on', async () => {
    const streams = async (setupNs: number) => {
      const { kernels = [], copies = [] } = spec() as ProcessSpec;
      const setup = { startNs: 700, endNs: 700 + setupNs, bytes: 64, stream: 2 };
      const prediction = await askAbout(
        { kernels: [...kernels, { name: 'k', startNs: 700, endNs: 800, stream: 3 }], copies: [...copies, setup] },
        { kernel_name: KERNEL, change_type: 'hip_stream_overlap' },
      );
      return prediction.conditions.find(({ metric }) => metric === 'num_streams_used')?.value;
    };
    // 300 on stream 1: 5 % of 315.8 are 15.8.
    expect([await streams(15), await streams(16)]).toEqual([1, 2]);
  });

  it('needs counters of the trace', async () => {
    const kernels = [{ name: KERNEL, startNs: 0, endNs: 700, vgpr: 128 }];
    const prediction = await askAbout({ kernels }, { kernel_name: KERNEL, change_type: 'vgpr_reduction' });
    expect(prediction.gate).toBe('counters');
    const claimed = await askAbout(
      { kernels },
      { kernel_name: KERNEL, change_type: 'vgpr_reduction', change_params: { counter_data_available: true } },
    );
    expect(claimed.assumptions).toContain('Counters are available, as the caller says.');
  });

  it('is bound by the roof that a change does not lift', async () => {
    // 5324.8 GB/s of an MI300X: 4,000,000 KiB in 1 ms are 4096 GB/s, 76.9 % of it. At most 1.3 times as fast.
    const roofed = (readKib: number): TraceSpec => ({
      kernels: [
        {
          name: KERNEL,
          startNs: 0,
          endNs: 1_000_000,
          vgpr: 128,
          counters: { FETCH_SIZE: readKib, WRITE_SIZE: 0 },
        },
      ],
    });
    const input = { kernel_name: KERNEL, change_type: 'fast_math_flag' };
    const bounded = await askAbout(roofed(4_000_000), input);
    expect(bounded.predicted_speedup_range).toEqual([1.3, 1.3]);
    const atRoof = await askAbout(roofed(5_100_000), input);
    expect(atRoof).toMatchObject({ status: 'gated', gate: 'roofline', confidence: 0 });
    expect(atRoof.rationale).toContain('at most 1.02 times');
    // Tiling moves fewer bytes, so the memory roof does not bound it.
    const tiling = await askAbout(roofed(5_100_000), { kernel_name: KERNEL, change_type: 'lds_tiling' });
    expect(tiling.predicted_speedup_range).toEqual([2.5, 5.1]);
  });

  it('has one id wherever the trace lies, and keeps it in a folder', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'predict-'));
    const traces = ['a.db', 'b.db'].map((name) => buildTrace(spec(), { path: path.join(folder, name) }));
    const predictions = openPredictions({ stateDir: path.join(folder, 'state') });
    const input = { kernel_name: KERNEL, change_type: 'vgpr_reduction' };
    const [first, second] = await Promise.all(
      traces.map((trace) => predictChangeImpact({ baseline_db: trace.path, ...input }, { predictions })),
    );
    predictions.close();
    expect(first?.prediction_id).toBe(second?.prediction_id);
    const again = openPredictions({ stateDir: path.join(folder, 'state') });
    const found = await explainPrediction({ prediction_id: first?.prediction_id ?? '' }, { predictions: again });
    expect(found).toMatchObject({ baseline_db: null, provenance_ambiguous: true, window_frac: 0.4 });
    again.close();
    fs.rmSync(folder, { recursive: true });
  });

  it('writes nothing beside a trace', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'predict-'));
    const trace = buildTrace(spec(), { path: path.join(folder, 'trace.db') });
    await predictChangeImpact({ baseline_db: trace.path, kernel_name: KERNEL, change_type: 'vgpr_reduction' });
    expect(fs.readdirSync(folder)).toEqual(['trace.db']);
    fs.rmSync(folder, { recursive: true });
  });
});

describe('laws of predictions', () => {
  const fraction = fc.double({ min: 0, max: 1, noNaN: true });
  const changeType = fc.constantFrom(...changeImpactModels().map(({ id }) => id), 'other');

  it('a range exactly with a confidence; the program never gains more than the kernel', async () => {
    await fc.assert(
      fc.asyncProperty(changeType, fraction, fc.boolean(), async (type, share, hasCounters) => {
        const prediction = await ask(type, { kernel_time_frac: share, counter_data_available: hasCounters });
        const { predicted_speedup_range: range, predicted_program_speedup_range: program } = prediction;
        expect(range !== null).toBe(prediction.confidence > 0);
        expect(prediction.status === 'predicted').toBe(range !== null);
        expect(prediction.gate === null).toBe(range !== null);
        if (range === null || program === null) return;
        expect(range[0]).toBeLessThanOrEqual(range[1]);
        expect(program[0]).toBeLessThanOrEqual(program[1]);
        expect(program[0]).toBeGreaterThanOrEqual(1);
        expect(program[1]).toBeLessThanOrEqual(range[1] + 1e-3);
      }),
    );
  });
});
