import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { openTrace } from '@perfxpert/rocpd';
import { diagnose } from '../../../src/lib/diagnosis/diagnose.js';
import type { Diagnosis } from '../../../src/lib/diagnosis/diagnose.js';
import { computeFacts } from '../../../src/lib/facts/compute-facts.js';
import { findSharedFolder } from '../../support/shared-traces.js';

const SHARED = findSharedFolder();
const withRecordings = SHARED === null ? describe.skip : describe;

async function diagnosisOf(...files: readonly string[]): Promise<Diagnosis> {
  const trace = openTrace(files.map((file) => path.join(SHARED ?? '', file)));
  try {
    return diagnose(await computeFacts(trace));
  } finally {
    trace.close();
  }
}

withRecordings('diagnosis of recorded traces', () => {
  it.each([
    ['torch_bert_small_mi300x.db', 'latency', 'launch_bound', 'hipExtModuleLaunchKernel'],
    ['sglang_decode_mi300x.db', 'latency', 'device_sync', 'hipMemcpyWithStream'],
    ['torch_owlv2_mi300x.db', 'latency', 'cpu_bound_host', '572 ms'],
    ['torch_timesformer_mi300x.db', 'mixed', 'gpu_bound', 'cunn_SoftMaxForwardReg'],
    ['vllm_prefilldecode_mi300x.db', 'mixed', 'gpu_bound', '_matmul_ogs'],
    ['ddp_resnet_mi300x_rank0.db', 'memory_transfer', 'rccl_exposed', 'ncclDevKernel_Generic'],
    ['rocprofv3_train_mi350x.db', 'latency', 'gpu_idle', '18,000 dispatches'],
    ['edge_zero_duration.db', 'data_insufficient', 'zero_durations', '3 of 3'],
    ['edge_empty.db', 'data_insufficient', 'no_gpu_activity', '0 kernels'],
  ])('%s is %s, %s', async (file, bottleneck, driver, culprit) => {
    const { verdict } = await diagnosisOf(`traces/${file}`);
    expect([verdict.primary_bottleneck, verdict.driver]).toEqual([bottleneck, driver]);
    expect(verdict.overall_assessment).toContain(culprit);
  });

  it('of four ranks, rank 3 makes the others wait', async () => {
    const { verdict, recommendations } = await diagnosisOf(
      ...[0, 1, 2, 3].map((rank) => `traces/ddp_resnet_mi300x_rank${rank}.db`),
    );
    expect(verdict).toMatchObject({ primary_bottleneck: 'latency', driver: 'rank_straggler' });
    expect(verdict.overall_assessment).toMatch(/rank 3/);
    expect(recommendations[0]).toMatchObject({ category: 'Ranks' });
    expect(recommendations[0]?.title).toMatch(/rank 3/);
  });

  it('counters recorded alone are judged by busy time', async () => {
    for (const file of ['pmc_vcopy_mi300x.db', 'pmc_vcopy_mi300x_passes.db', 'pmc_vcopy_mi100.db']) {
      const { verdict, diagnostics } = await diagnosisOf(`traces/${file}`);
      expect([file, verdict.driver]).toEqual([file, 'latency_bound']);
      expect(diagnostics.map(({ code }) => code)).toEqual(['IDLE_NOT_JUDGED']);
    }
  });
});

interface Truth {
  readonly kind: string;
  readonly primary_accepted: readonly string[];
  readonly driver_accepted: readonly string[];
  readonly guilty: { readonly names: readonly string[] };
  readonly acceptable_techniques: readonly { readonly match: readonly string[] }[];
}

const planted = SHARED === null ? [] : fs.readdirSync(path.join(SHARED, 'planted')).filter(isSingle);

function isSingle(name: string): boolean {
  return fs.existsSync(path.join(SHARED ?? '', 'planted', name, 'trace.db'));
}

function truthOf(name: string): Truth {
  return JSON.parse(fs.readFileSync(path.join(SHARED ?? '', 'planted', name, 'truth.json'), 'utf8')) as Truth;
}

withRecordings('diagnosis of planted causes', () => {
  it.each(planted)('%s: class, driver and first advice are right', async (name) => {
    const truth = truthOf(name);
    const { verdict, recommendations } = await diagnosisOf(`planted/${name}/trace.db`);
    expect(truth.primary_accepted).toContain(verdict.primary_bottleneck);
    expect(truth.driver_accepted).toContain(verdict.driver);
    const first = JSON.stringify(recommendations[0]).toLowerCase();
    const patterns = truth.acceptable_techniques.flatMap(({ match }) => match);
    expect(patterns.some((pattern) => new RegExp(pattern).test(first))).toBe(true);
  });
});
