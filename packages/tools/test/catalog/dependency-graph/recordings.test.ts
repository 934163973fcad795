import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { reconstructDag } from '../../../src/catalog/dependency-graph/reconstruct-dag.js';
import { findSharedFolder } from '../../support/shared-traces.js';

const SHARED = findSharedFolder();
const suite = SHARED === null ? describe.skip : describe;

// Computed by scripts of their own from the base tables: bubbles and their time, operations on the critical path and
// their share of the span.
const RECORDED = [
  ['ddp_resnet_mi300x_rank0', 48, 2_563_954, 2221, 0.565],
  ['ddp_resnet_mi300x_rank3', 827, 36_109_567, 3638, 0.3366],
  ['rocprofv3_train_mi350x', 6242, 10_576_311_257, 8403, 0.0115],
  ['sglang_decode_mi300x', 8, 463_976_469, 552, 0.0206],
  ['sys_style_mytrace', 686, 36_343_283, 9729, 0.9141],
  ['torch_bert_small_mi300x', 60, 3_105_228, 4, 0.0104],
  ['torch_gpuonly_mi210', 25, 635_545, 310, 0.523],
  ['torch_owlv2_mi300x', 164, 576_516_580, 4238, 0.3631],
  ['torch_qwen05b_mi300x', 58, 4_021_540, 1435, 0.8775],
  ['torch_timesformer_mi300x', 7, 1_413_880, 435, 0.982],
  ['torch_triton_compile_mi300x', 0, 0, 12, 1],
  ['vllm_prefilldecode_mi300x', 38, 380_186, 423, 0.9976],
] as const;

suite('recorded traces', () => {
  it.each(RECORDED)('%s: bubbles and critical path', async (name, bubbles, bubbleNs, operations, share) => {
    const graph = await reconstructDag({ db_path: path.join(SHARED ?? '', 'traces', `${name}.db`) });
    expect([graph.bubble_count, graph.total_bubble_ns]).toEqual([bubbles, bubbleNs]);
    expect([graph.critical_path_count, Number((graph.critical_path_share_frac ?? 0).toFixed(4))]).toEqual([
      operations,
      share,
    ]);
  });
});
