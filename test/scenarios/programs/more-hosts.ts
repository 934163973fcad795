import type { KernelModel } from '../kernel-model.js';
import type { Cause, Scenario } from '../scenario.js';
import * as blocks from './blocks.js';
import { matrixProduct, startUp, streaming, times } from './blocks.js';

const MB = 1_000_000;
const API_ONLY = { api: true, counters: false } as const;
const COPIES: Omit<Cause, 'guilty'> = {
  primary: 'memory_transfer',
  primaryAccepted: ['memory_transfer'],
  driver: 'exposed_copy',
  driverAccepted: ['exposed_copy'],
  techniques: ['overlap'],
  removes: ['cause'],
};
const WAITING: Omit<Cause, 'guilty'> = { ...COPIES, primary: 'latency', primaryAccepted: ['latency'] };

const TILE = streaming('void ooc::factor_tile<double>(double*, int, int)', 900, 500, { vgpr: 128 });
const SWAP = streaming('void ooc::swap_rows<double>(double*, int const*, int)', 60, 60);

/** Tiles of a matrix that does not fit are written back by blocking copies. */
const OUT_OF_CORE: Scenario = {
  id: 'tile-write-back',
  title: 'tiles go back to pinned host memory by blocking copies',
  part: 'gfx908',
  seed: 951,
  command: './ooclu -n 200000',
  gpus: 2,
  gpu: 1,
  records: API_ONLY,
  category: 'HIP_RUNTIME_API',
  cause: { ...COPIES, guilty: { kind: 'copy', names: ['MEMORY_COPY_DEVICE_TO_HOST', 'hipMemcpy'] } },
  distractors: [blocks.IDLE_PROLOGUE],
  program: (host) => {
    startUp(host);
    blocks.idlePrologue(host, 5);
    times(20, (tile) => {
      host.loopStep(`tile ${tile}`, () => {
        host.launch(SWAP);
        host.launch(TILE);
        if (host.has('cause')) host.copy({ direction: 'device_to_host', bytes: 36 * MB, blocking: true });
        else {
          host.join(4, 0);
          host.copy({ direction: 'device_to_host', bytes: 36 * MB, stream: 4 });
        }
      });
    });
  },
};

const EMBED = streaming('void rec::embedding_bag<float>(float const*, long const*, float*, int)', 2600, 300);
const INTERACT = streaming('void rec::pairwise_interaction<c10::Half>(c10::Half const*, c10::Half*, int)', 700, 300);

/** Requests of a recommender come in ordinary memory and the answers go to it. */
const RECOMMENDER: Scenario = {
  id: 'requests-pageable',
  title: 'inputs and results of each request lie in pageable memory',
  part: 'gfx942',
  seed: 952,
  command: './rank-server',
  gpus: 8,
  gpu: 2,
  records: API_ONLY,
  cause: {
    ...COPIES,
    driver: 'pageable_copy',
    driverAccepted: ['pageable_copy', 'exposed_copy'],
    guilty: { kind: 'copy', names: ['MEMORY_COPY_HOST_TO_DEVICE', 'MEMORY_COPY_DEVICE_TO_HOST', 'hipMemcpy'] },
    techniques: ['pinned'],
  },
  distractors: [blocks.SLOW_FIRST],
  program: (host) => {
    startUp(host);
    blocks.slowFirst(host, EMBED, 8);
    times(26, () => {
      host.loopStep(null, () => {
        const pageable = host.has('cause');
        host.copy({ direction: 'host_to_device', bytes: 9 * MB, blocking: true, pageable });
        host.launch(EMBED);
        host.launch(INTERACT);
        host.copy({ direction: 'device_to_host', bytes: 4 * MB, blocking: true, pageable });
      });
    });
  },
};

const STAGES = ['predict', 'correct', 'limit'].map((stage) =>
  streaming(`void shallow::${stage}_cells<float>(float const*, float*, int, int)`, 60, 30),
);

/** Timers around each launch wait for the stream. */
const TIMED: Scenario = {
  id: 'timed-launches',
  title: 'timers around each launch wait for its stream',
  part: 'gfx950',
  seed: 953,
  command: './shallow --profile',
  gpus: 8,
  gpu: 7,
  records: API_ONLY,
  cause: {
    ...WAITING,
    primaryAccepted: ['latency', 'api_overhead'],
    driver: 'device_sync',
    driverAccepted: ['device_sync'],
    guilty: { kind: 'api', names: ['hipStreamSynchronize'] },
    techniques: ['sync'],
  },
  distractors: [blocks.IDLE_PROLOGUE],
  program: (host) => {
    startUp(host);
    blocks.idlePrologue(host, 1.5);
    times(130, (step) => {
      host.loopStep(`step ${step}`, () => {
        for (const stage of STAGES) {
          host.launch(stage, { stream: 3 });
          if (host.has('cause')) host.synchronizeStream(3);
        }
      });
    });
    host.synchronizeStream(3);
  },
};

const MODELS = [0, 1, 2, 3, 4].map((model): KernelModel => ({
  name: `void ensemble::forward_mlp_${model}<float>(float const*, float const*, float*, int)`,
  workgroups: 12,
  vgpr: 64,
  readBytes: 2_000_000,
  writeBytes: 100_000,
  fixedNs: 70_000 + 5_000 * model,
}));

/** Small models of an ensemble are asked one after the other. */
const ENSEMBLE: Scenario = {
  id: 'ensemble-members',
  title: 'members of an ensemble, each far smaller than the GPU, on one stream',
  part: 'gfx1100',
  seed: 954,
  command: './forecast --members 5',
  records: API_ONLY,
  cause: {
    ...WAITING,
    driver: 'stream_serialization',
    driverAccepted: ['stream_serialization', 'small_grid'],
    guilty: { kind: 'kernel', names: ['forward_mlp'] },
    techniques: ['streams', 'grid'],
  },
  distractors: [blocks.ONE_BIG_COPY],
  program: (host) => {
    startUp(host);
    blocks.oneBigCopy(host, 30);
    times(60, (query) => {
      host.loopStep(`query ${query}`, () => {
        for (const [index, model] of MODELS.entries())
          host.launch(model, { stream: host.has('cause') ? 0 : index + 1 });
        if (query % 12 === 11) host.synchronizeDevice();
      });
    });
  },
};

const FIRST = matrixProduct('Cijk_Alik_Bljk_BBS_BH_MT256x256x64_MI16x16x1_ISA950_GSU0', [4096, 4096, 7168], 'BF16');
const SECOND = matrixProduct('Cijk_Alik_Bljk_BBS_BH_MT256x192x64_MI16x16x1_ISA950_GSU0', [4096, 7168, 2048], 'BF16');
const REDUCE = 'ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)';

/** Parts of each layer are summed over the GPUs before the next begins. */
const TENSOR_PARALLEL: Scenario = {
  id: 'layer-sums',
  title: 'the sum over all GPUs after each layer is not overlapped with the other half of the batch',
  part: 'gfx950',
  seed: 955,
  command: 'python prefill.py --tp 8',
  gpus: 8,
  gpu: 3,
  records: API_ONLY,
  cause: {
    ...WAITING,
    primary: 'memory_transfer',
    primaryAccepted: ['memory_transfer', 'latency', 'communication'],
    driver: 'rccl_exposed',
    driverAccepted: ['rccl_exposed'],
    guilty: { kind: 'kernel', names: ['ncclDevKernel', 'ncclAllReduce'] },
    techniques: ['comm_overlap'],
  },
  distractors: [blocks.hotKernel(FIRST.name)],
  program: (host) => {
    startUp(host);
    times(10, (chunk) => {
      host.loopStep(`chunk ${chunk}`, () => {
        times(12, () => {
          host.launch(FIRST, { via: 'hipExtModuleLaunchKernel' });
          host.launch(SECOND, { via: 'hipExtModuleLaunchKernel' });
          // Without the cause, the sum runs beside the other half of the batch, a layer later.
          if (!host.has('cause')) host.join(0, 9);
          host.join(9, 0);
          host.collective('ncclAllReduce', REDUCE, 14_000_000, 95_000, 9);
          if (host.has('cause')) host.join(0, 9);
        });
      });
    });
  },
};

const DRAFT: readonly KernelModel[] = ['qkv', 'attention', 'mlp', 'logits'].map((part) =>
  streaming(`void tiny_lm::${part}_step<__half>(__half const*, __half*, int)`, 260, 8),
);

/** The next token is chosen on the processor. */
const SAMPLER: Scenario = {
  id: 'host-sampling',
  title: 'the processor sorts and samples between two tokens',
  part: 'gfx950',
  seed: 956,
  command: './generate --top-p 0.9',
  records: API_ONLY,
  cause: {
    ...WAITING,
    driver: 'cpu_bound_host',
    driverAccepted: ['cpu_bound_host', 'host_bound', 'gpu_idle'],
    guilty: { kind: 'host', names: ['top_p_sample'] },
    techniques: ['host'],
  },
  distractors: [blocks.hotKernel(DRAFT[0]?.name ?? '')],
  program: (host) => {
    startUp(host);
    times(40, () => {
      host.loopStep('decode_token', () => {
        times(2, () => DRAFT.forEach((kernel) => host.launch(kernel)));
        host.copy({ direction: 'device_to_host', bytes: 256_000, blocking: true });
        host.marked('top_p_sample', () => host.work(host.has('cause') ? 520_000 : 15_000, 'sampling', 0.1));
      });
    });
  },
};

const SCAN = streaming('void graph::expand_frontier(int const*, int const*, int*, int)', 190, 40);
const COMPACT = streaming('void graph::compact_frontier(int const*, int*, int)', 60, 30);

/** Each level of a search gets buffers of its own size. */
const FRONTIER: Scenario = {
  id: 'frontier-buffers',
  title: 'each level of a search allocates its buffer and releases it',
  part: 'gfx908',
  seed: 957,
  command: './bfs rmat24.gr',
  records: API_ONLY,
  category: 'HIP_RUNTIME_API',
  cause: {
    ...WAITING,
    primary: 'api_overhead',
    primaryAccepted: ['api_overhead', 'latency'],
    driver: 'allocation',
    driverAccepted: ['allocation', 'alloc', 'memory_allocation', 'allocation_in_loop'],
    guilty: { kind: 'api', names: ['hipMalloc', 'hipFree'] },
    techniques: ['allocation'],
  },
  distractors: [blocks.SLOW_FIRST],
  program: (host) => {
    startUp(host);
    blocks.slowFirst(host, SCAN, 3);
    if (!host.has('cause')) host.allocate(64 * MB, 240_000);
    times(40, (level) => {
      host.loopStep(null, () => {
        const bytes = (16 + 7 * (level % 6)) * MB;
        if (host.has('cause')) host.allocate(bytes, 190_000);
        host.launch(SCAN);
        host.launch(COMPACT);
        if (host.has('cause')) host.free(bytes, 70_000);
      });
    });
  },
};

const OPERATIONS = ['mul', 'add', 'tanh', 'mul_1', 'sum', 'sub'].map((name) =>
  streaming(`void jit_${name}_kernel(float const*, float const*, float*, int)`, 0.3, 0.15, { workgroups: 48 }),
);

/** An array library runs every operation by itself. */
const EAGER: Scenario = {
  id: 'eager-arrays',
  title: 'every operation on small arrays is a launch of its own',
  part: 'gfx1201',
  seed: 958,
  command: 'python ode_net.py',
  records: API_ONLY,
  cause: {
    ...WAITING,
    primary: 'api_overhead',
    primaryAccepted: ['api_overhead', 'latency'],
    driver: 'launch_bound',
    driverAccepted: ['launch_bound', 'tiny_kernels'],
    guilty: { kind: 'api', names: ['hipModuleLaunchKernel'] },
    techniques: ['graph', 'fusion'],
  },
  distractors: [blocks.SLOW_FIRST],
  program: (host) => {
    startUp(host);
    const [first] = OPERATIONS;
    if (first !== undefined) blocks.slowFirst(host, first, 400);
    const sequence = new Array<readonly KernelModel[]>(6).fill(OPERATIONS).flat();
    times(34, (step) => {
      host.loopStep(`step ${step}`, () => {
        if (!host.has('cause')) {
          host.launchGraph(sequence);
          return;
        }
        for (const operation of sequence) {
          host.launch(operation, { via: 'hipModuleLaunchKernel' });
          host.work(3400, 'tracing');
        }
      });
    });
  },
};

/** A second set of programs in which the host, copies or other GPUs keep the GPU waiting. */
export const MORE_HOSTS: readonly Scenario[] = [
  ...[OUT_OF_CORE, RECOMMENDER, TIMED, ENSEMBLE, TENSOR_PARALLEL, SAMPLER, FRONTIER, EAGER],
];
