import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { findFusionCandidates } from '../../../src/catalog/kernel-fusion/find-fusion-candidates.js';
import type { FusionCandidate } from '../../../src/schemas/fusion-candidate.js';
import { findSharedFolder } from '../../support/shared-traces.js';

const SHARED = findSharedFolder();
const suite = SHARED === null ? describe.skip : describe;

// Computed by scripts of their own from the base tables: rows, occurrences, of these with unknown shape.
const RECORDED = [
  ['ddp_resnet_mi300x_rank0', 31, 188, 142],
  ['ddp_resnet_mi300x_rank3', 31, 188, 142],
  ['rocprofv3_train_mi350x', 23, 512, 0],
  ['sglang_decode_mi300x', 4, 145, 144],
  ['sys_style_mytrace', 2, 65, 0],
  ['torch_bert_small_mi300x', 0, 0, 0],
  ['torch_gpuonly_mi210', 5, 26, 0],
  ['torch_owlv2_mi300x', 10, 275, 0],
  ['torch_qwen05b_mi300x', 2, 69, 22],
  ['torch_timesformer_mi300x', 0, 0, 0],
  ['torch_triton_compile_mi300x', 0, 0, 0],
  ['vllm_prefilldecode_mi300x', 0, 0, 0],
] as const;

const occurrences = (rows: readonly FusionCandidate[]): number => rows.reduce((sum, row) => sum + row.occurrences, 0);

suite('recorded traces', () => {
  it.each(RECORDED)('%s: rows and pairs', async (name, rowCount, pairs, unknown) => {
    const rows = await findFusionCandidates({ db_path: path.join(SHARED ?? '', 'traces', `${name}.db`) });
    expect([rows.length, occurrences(rows), occurrences(rows.filter((row) => !row.shape_known))]).toEqual([
      rowCount,
      pairs,
      unknown,
    ]);
  });
});
