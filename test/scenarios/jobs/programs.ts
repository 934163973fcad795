import type { Host } from '../host.js';
import type { KernelModel } from '../kernel-model.js';
import { matrixProduct, startUp, streaming, times } from '../programs/blocks.js';
import type { Job, Machine } from './job.js';

const NETWORK = 9;
const UPLOADS = 7;
const MB = 1_000_000;
const NO_SKEW = { offsetNs: 0, driftPpm: 0 } as const;
const ONE: readonly Machine[] = [{ hostname: 'gpu-node-17', clock: NO_SKEW }];
const SAME_CLOCK = ['one_clock'] as const;

const REDUCE = 'ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)';
const FORWARD: readonly KernelModel[] = [
  matrixProduct('Cijk_Alik_Bljk_BBS_BH_MT256x192x64_MI16x16x1_SN_ISA942_K1', [4096, 5120, 2048], 'BF16'),
  streaming('void rms_norm_kernel<c10::BFloat16, 8>(c10::BFloat16 const*, float, int)', 70, 70),
  matrixProduct('Cijk_Ailk_Bljk_BBS_BH_MT128x256x64_MI32x32x1_SN_ISA942_K1', [4096, 2048, 5120], 'BF16'),
];
const ATTENTION = streaming('void varlen_attn_fwd_kernel<128, 64, bf16>(AttnParams)', 420, 110, { vgpr: 128 });
const OPTIMIZER = streaming('void lamb_stage1_kernel<float>(LambArgs)', 260, 130);
const VIA = { via: 'hipExtModuleLaunchKernel' } as const;

/** What one rank does besides its share, at places of its step. */
interface Habit {
  readonly beforeStep?: (step: number) => void;
  /** Duration of attention times this. */
  readonly attention?: number;
}

/**
 * A training step: layers with their gradients reduced beside the next ones, the last bucket alone, the optimizer, and
 * a wait for the loss, so that the host of a rank can't run ahead of its GPU.
 */
function train(host: Host, steps: number, habit: Habit = {}): void {
  startUp(host);
  times(steps, (step) => {
    host.loopStep(`train_step ${step}`, () => {
      habit.beforeStep?.(step);
      times(6, (layer) => {
        for (const kernel of FORWARD) host.launch(kernel, VIA);
        host.launch(ATTENTION, { ...VIA, slower: habit.attention ?? 1 });
        if (layer % 2 === 0) return;
        host.join(NETWORK, 0);
        host.collective('ncclAllReduce', REDUCE, 18_000_000, 210_000, NETWORK);
      });
      host.join(0, NETWORK);
      host.launch(OPTIMIZER, VIA);
      host.synchronizeStream(0);
    });
  });
}

const BASE = {
  part: 'gfx942',
  machines: ONE,
  clocks: SAME_CLOCK,
  healthy: false,
} as const;

const UNEVEN_SEQUENCES: Job = {
  ...BASE,
  id: 'uneven-sequences',
  title: 'one rank gets the longest sequences of each batch',
  seed: 701,
  command: 'torchrun --nproc_per_node 4 pretrain.py --varlen',
  rankCount: 4,
  program: (host) => train(host, 8, { attention: host.has('cause') ? 2.6 : 1 }),
  late: { rank: 2, primaryAccepted: ['compute'], leads: ['kernels'], names: ['varlen_attn_fwd_kernel'] },
};

const LOADER_OF_ONE: Job = {
  ...BASE,
  id: 'loader-of-one',
  title: 'the host of one rank decodes its samples before each step',
  seed: 702,
  command: 'torchrun --nproc_per_node 4 finetune.py',
  rankCount: 4,
  program: (host) =>
    train(host, 8, { beforeStep: () => (host.has('cause') ? host.work(900_000, 'decode') : undefined) }),
  late: { rank: 1, primaryAccepted: ['latency'], leads: ['empty_gpu'], names: [] },
};

const BUFFERS_OF_ONE: Job = {
  ...BASE,
  id: 'buffers-of-one',
  title: 'one rank allocates and frees its scratch buffers in every step',
  part: 'gfx90a',
  seed: 703,
  command: 'mpirun -np 4 ./cg_solver --mesh wing.msh',
  rankCount: 4,
  program: (host) =>
    train(host, 8, {
      beforeStep: () => {
        if (!host.has('cause')) return;
        host.free(64 * MB, 300_000);
        host.allocate(64 * MB, 1_400_000);
      },
    }),
  late: { rank: 3, primaryAccepted: ['api_overhead'], leads: ['api_calls'], names: [] },
};

const PAGED_BATCH: Job = {
  ...BASE,
  id: 'paged-batch',
  title: 'one rank uploads its batch from pageable memory, the others ahead and page-locked',
  seed: 704,
  command: 'torchrun --nproc_per_node 8 train_gan.py',
  rankCount: 8,
  program: (host) =>
    train(host, 6, {
      beforeStep: () => {
        if (host.has('cause')) host.copy({ direction: 'host_to_device', bytes: 14 * MB, pageable: true });
        else host.copy({ direction: 'host_to_device', bytes: 14 * MB, stream: UPLOADS });
      },
    }),
  late: { rank: 5, primaryAccepted: ['memory_transfer'], leads: ['copies'], names: [] },
};

const EVEN_RANKS: Job = {
  ...BASE,
  id: 'even-ranks',
  title: 'all ranks do the same, and reduce beside their kernels',
  seed: 705,
  command: 'torchrun --nproc_per_node 4 train_resnet.py',
  rankCount: 4,
  program: (host) => train(host, 8),
  late: null,
  healthy: true,
};

const IN_TURN: Job = {
  ...BASE,
  id: 'late-in-turn',
  title: 'in each step another rank writes the log',
  seed: 706,
  command: 'torchrun --nproc_per_node 4 train_rl.py',
  rankCount: 4,
  program: (host, rank) =>
    train(host, 8, { beforeStep: (step) => (step % 4 === rank ? host.work(700_000, 'log') : undefined) }),
  late: null,
};

const TWO_NODES = (clock: Machine['clock']): readonly Machine[] => [
  { hostname: 'rack3-n04', clock: NO_SKEW },
  { hostname: 'rack3-n05', clock },
];

const SKEWED_STRAGGLER: Job = {
  ...BASE,
  id: 'skewed-slow-gpu',
  title: 'two machines, clocks 37 ms apart; the GPU of one rank runs at a lower clock',
  seed: 707,
  command: 'srun -N2 python pretrain_moe.py',
  rankCount: 4,
  machines: TWO_NODES({ offsetNs: -37_000_000, driftPpm: 0 }),
  clocks: ['collective_ends'],
  program: (host) => train(host, 8, { attention: host.has('cause') ? 2.4 : 1 }),
  late: { rank: 3, primaryAccepted: ['compute'], leads: ['kernels'], names: ['varlen_attn_fwd_kernel'] },
};

const DRIFTING_STRAGGLER: Job = {
  ...BASE,
  id: 'drifting-slow-host',
  title: 'two machines whose clocks drift apart by 600 ppm; one host is late',
  seed: 708,
  command: 'srun -N2 python pretrain_vit.py',
  rankCount: 4,
  machines: TWO_NODES({ offsetNs: 2_400_000_000, driftPpm: 600 }),
  clocks: ['collective_ends'],
  program: (host) =>
    train(host, 12, { beforeStep: () => (host.has('cause') ? host.work(800_000, 'augment') : undefined) }),
  late: { rank: 0, primaryAccepted: ['latency'], leads: ['empty_gpu'], names: [] },
};

const SKEWED_EVEN: Job = {
  ...BASE,
  id: 'skewed-even-ranks',
  title: 'two machines, clocks seconds apart and drifting; nothing is wrong',
  seed: 709,
  command: 'srun -N2 python pretrain_t5.py',
  rankCount: 4,
  machines: TWO_NODES({ offsetNs: -5_100_000_000, driftPpm: -25 }),
  clocks: ['collective_ends'],
  program: (host) => train(host, 8),
  late: null,
  healthy: true,
};

const JUMPING_CLOCK: Job = {
  ...BASE,
  id: 'jumping-clock',
  title: 'the clock of one of two machines is being corrected all the time; one rank of it is late',
  seed: 710,
  command: 'srun -N2 python pretrain_ssm.py',
  rankCount: 4,
  machines: TWO_NODES({ offsetNs: 800_000, driftPpm: 0, jumpNs: 150_000 }),
  clocks: ['none'],
  program: (host) => train(host, 8, { attention: host.has('cause') ? 2.5 : 1 }),
  late: { rank: 2, primaryAccepted: ['compute'], leads: ['kernels'], names: ['varlen_attn_fwd_kernel'] },
};

const LOST_FILES: Job = {
  ...BASE,
  id: 'lost-files',
  title: 'one of eight ranks computes longer; the files of two others were lost',
  part: 'gfx950',
  seed: 711,
  command: 'torchrun --nproc_per_node 8 align.py',
  rankCount: 8,
  lost: [1, 6],
  program: (host) => train(host, 6, { attention: host.has('cause') ? 2.5 : 1 }),
  late: { rank: 4, primaryAccepted: ['compute'], leads: ['kernels'], names: ['varlen_attn_fwd_kernel'] },
};

/** All jobs of several ranks. */
export const JOBS: readonly Job[] = [
  UNEVEN_SEQUENCES,
  LOADER_OF_ONE,
  BUFFERS_OF_ONE,
  PAGED_BATCH,
  EVEN_RANKS,
  IN_TURN,
  SKEWED_STRAGGLER,
  DRIFTING_STRAGGLER,
  SKEWED_EVEN,
  JUMPING_CLOCK,
  LOST_FILES,
];
