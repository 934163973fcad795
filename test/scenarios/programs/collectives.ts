import type { KernelModel } from '../kernel-model.js';
import type { Cause, Scenario } from '../scenario.js';
import * as blocks from './blocks.js';
import { matrixProduct, startUp, streaming, times } from './blocks.js';

const API_ONLY = { api: true, counters: false } as const;
const NETWORK = 9;
const EXPOSED: Cause = {
  primary: 'memory_transfer',
  primaryAccepted: ['memory_transfer', 'latency', 'communication'],
  driver: 'rccl_exposed',
  driverAccepted: ['rccl_exposed'],
  guilty: { kind: 'kernel', names: ['ncclDevKernel', 'ncclAllReduce'] },
  techniques: ['comm_overlap'],
  removes: ['cause'],
};

const BACKWARD: readonly KernelModel[] = [
  matrixProduct('Cijk_Ailk_Bjlk_HHS_BH_MT128x128x32_MI32x32x8x1_SN_1LDSB0_ISA90a', [4096, 3072, 1024], 'F16'),
  matrixProduct('Cijk_Alik_Bljk_HHS_BH_MT64x128x64_MI16x16x16x1_SN_ISA90a', [4096, 1024, 3072], 'F16'),
  streaming(
    'void at::native::(anonymous namespace)::layer_norm_grad_input_kernel<c10::Half, float>(c10::Half const*)',
    130,
    65,
  ),
];
const REDUCE = 'ncclDevKernel_Generic_1(ncclDevKernelArgsStorage<4096ul>)';

/** Gradients are reduced when all of them are there. */
const DATA_PARALLEL: Scenario = {
  id: 'late-gradients',
  title: 'gradients are reduced after the backward pass instead of during it',
  part: 'gfx90a',
  seed: 501,
  command: 'python -m torch.distributed.run train_bert.py',
  gpus: 4,
  gpu: 2,
  records: API_ONLY,
  cause: EXPOSED,
  distractors: [blocks.hotKernel(BACKWARD[0]?.name ?? ''), blocks.HIDDEN_API],
  program: (host) => {
    startUp(host);
    const reduce = (): void => host.collective('ncclAllReduce', REDUCE, 25_000_000, 560_000, NETWORK);
    times(12, (step) => {
      host.loopStep(`ProfilerStep#${step}`, () => {
        times(6, (layer) => {
          for (const kernel of BACKWARD) {
            blocks.chatter(host);
            host.launch(kernel, { via: 'hipExtModuleLaunchKernel' });
          }
          if (host.has('cause') || layer % 2 === 0) return;
          host.join(NETWORK, 0);
          reduce();
        });
        if (host.has('cause')) {
          host.join(NETWORK, 0);
          times(3, reduce);
        }
        host.join(0, NETWORK);
        host.launch(streaming('void multi_tensor_apply_kernel<AdamFunctor<float> >(int, int volatile*)', 200, 150));
      });
    });
  },
};

const BLOCK: readonly KernelModel[] = [
  matrixProduct('Cijk_Alik_Bljk_BBS_BH_MT256x256x64_MI16x16x1_SN_ISA942_GSU0', [4096, 6144, 4096], 'BF16'),
  matrixProduct('Cijk_Alik_Bljk_BBS_BH_MT256x224x64_MI16x16x1_SN_ISA942_GSU0', [4096, 4096, 6144], 'BF16'),
  streaming(
    'void flash_fwd_kernel<Flash_fwd_kernel_traits<128, 64, 128, 4, c10::BFloat16> >(Flash_fwd_params)',
    300,
    100,
    { vgpr: 160 },
  ),
];
const GATHER = 'ncclDevKernel_AllGather_RING_LL(ncclDevKernelArgsStorage<4096ul>)';

/** Shards of a layer are fetched when it is their turn. */
const SHARDED: Scenario = {
  id: 'late-shards',
  title: 'shards of each layer are gathered when the layer starts, not before',
  part: 'gfx942',
  seed: 502,
  command: 'python pretrain.py --fsdp',
  gpus: 8,
  gpu: 4,
  records: API_ONLY,
  cause: { ...EXPOSED, guilty: { kind: 'kernel', names: ['ncclDevKernel', 'ncclAllGather'] } },
  distractors: [blocks.hotKernel(BLOCK[0]?.name ?? '')],
  program: (host) => {
    startUp(host);
    const gather = (): void => host.collective('ncclAllGather', GATHER, 14_000_000, 260_000, NETWORK);
    times(8, () => {
      host.loopStep(null, () => {
        if (!host.has('cause')) gather();
        times(8, (layer) => {
          if (host.has('cause')) {
            host.join(NETWORK, 0);
            gather();
          }
          host.join(0, NETWORK);
          for (const kernel of BLOCK) host.launch(kernel, { via: 'hipExtModuleLaunchKernel' });
          if (!host.has('cause') && layer < 7) gather();
        });
      });
    });
  },
};

/** Programs that wait for collectives. */
export const COLLECTIVE_SCENARIOS: readonly Scenario[] = [DATA_PARALLEL, SHARDED];
