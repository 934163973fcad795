import type { KernelModel } from '../kernel-model.js';
import type { Cause, Scenario } from '../scenario.js';
import * as blocks from './blocks.js';
import { startUp, streaming, times } from './blocks.js';

const API_ONLY = { api: true, counters: false } as const;
const LAUNCH_BOUND: Cause = {
  primary: 'api_overhead',
  primaryAccepted: ['api_overhead', 'latency'],
  driver: 'launch_bound',
  driverAccepted: ['launch_bound', 'tiny_kernels'],
  guilty: { kind: 'api', names: ['hipLaunchKernel'] },
  techniques: ['graph', 'fusion'],
  removes: ['cause'],
};
const SYNC: Cause = {
  primary: 'latency',
  primaryAccepted: ['latency', 'api_overhead'],
  driver: 'device_sync',
  driverAccepted: ['device_sync'],
  guilty: { kind: 'api', names: ['hipDeviceSynchronize'] },
  techniques: ['sync'],
  removes: ['cause'],
};
const SERIAL: Cause = {
  primary: 'latency',
  primaryAccepted: ['latency'],
  driver: 'stream_serialization',
  driverAccepted: ['stream_serialization', 'small_grid'],
  guilty: { kind: 'kernel', names: [] },
  techniques: ['streams', 'grid'],
  removes: ['cause'],
};

const LAYER: readonly KernelModel[] = [
  streaming(
    'void vllm::rms_norm_kernel<c10::BFloat16, 8>(c10::BFloat16*, c10::BFloat16 const*, float, int)',
    0.4,
    0.1,
    { workgroups: 8 },
  ),
  streaming('void wvSplitK_hf_sml_<__hip_bfloat16, 64, 2, 16, 8, 2, 1>(int, int, __hip_bfloat16 const*)', 7, 0.1, {
    workgroups: 304,
    vgpr: 48,
  }),
  streaming('void vllm::rotary_embedding_kernel<c10::BFloat16, true>(long const*, c10::BFloat16*, int)', 0.2, 0.2, {
    workgroups: 8,
  }),
  streaming('void vllm::reshape_and_cache_kernel<c10::BFloat16>(c10::BFloat16 const*, c10::BFloat16*, int)', 0.2, 0.2, {
    workgroups: 8,
  }),
  streaming('void paged_attention_ll4mi_QKV_mfma16_kernel<__hip_bfloat16, 128>(__hip_bfloat16 const*)', 3, 0.1, {
    workgroups: 128,
    vgpr: 96,
  }),
  streaming('void wvSplitK_hf_<__hip_bfloat16, 64, 1, 16, 8, 4, 1>(int, int, __hip_bfloat16 const*)', 5, 0.1, {
    workgroups: 304,
    vgpr: 48,
  }),
  streaming(
    'void vllm::act_and_mul_kernel<c10::BFloat16, silu>(c10::BFloat16*, c10::BFloat16 const*, int)',
    0.3,
    0.15,
    { workgroups: 8 },
  ),
];

/** Text generation for one user: the host launches every kernel of every layer. */
const DECODE: Scenario = {
  id: 'decode-eager',
  title: 'decoding with batch 1, every kernel launched by the host',
  part: 'gfx942',
  seed: 201,
  command: 'python -m serve --enforce-eager',
  gpus: 8,
  gpu: 0,
  records: API_ONLY,
  cause: LAUNCH_BOUND,
  distractors: [blocks.ONE_BIG_COPY],
  program: (host) => {
    startUp(host);
    blocks.oneBigCopy(host, 70);
    const token = new Array<readonly KernelModel[]>(11).fill(LAYER).flat();
    times(14, () => {
      host.loopStep(null, () => {
        if (!host.has('cause')) {
          host.launchGraph(token);
          return;
        }
        for (const kernel of token) {
          host.launch(kernel);
          host.work(2600, 'interpreter');
        }
      });
    });
  },
};

const SMOOTH = [64, 16, 4, 2, 1].map((size) =>
  streaming(
    `void mg::smooth_level<double, ${size}>(double*, double const*, double const*, int)`,
    size / 160,
    size / 320,
    {
      workgroups: 2 * size,
      vgpr: 40,
    },
  ),
);
const RESTRICT = streaming('void mg::restrict_residual<double>(double const*, double*, int)', 0.2, 0.05, {
  workgroups: 32,
});

/** Coarse levels of a multigrid solver are tiny kernels. */
const MULTIGRID: Scenario = {
  id: 'multigrid-coarse',
  title: 'coarse levels of a multigrid cycle: hundreds of kernels of a few microseconds',
  part: 'gfx908',
  seed: 202,
  command: './poisson -levels 5 -cycles 26',
  gpus: 4,
  gpu: 2,
  records: API_ONLY,
  category: 'HIP_RUNTIME_API',
  cause: LAUNCH_BOUND,
  distractors: [blocks.IDLE_PROLOGUE],
  program: (host) => {
    startUp(host);
    blocks.idlePrologue(host, 3);
    const down = SMOOTH.flatMap((smooth) => [smooth, smooth, RESTRICT]);
    const cycle = [...down, ...[...SMOOTH].reverse().flatMap((smooth) => [smooth, smooth])];
    times(52, (index) => {
      host.loopStep(`cycle ${index}`, () => {
        if (!host.has('cause')) {
          host.launchGraph(cycle);
          return;
        }
        for (const kernel of cycle) {
          host.launch(kernel);
          host.work(2400, 'solver objects');
        }
      });
    });
  },
};

const COLLISION = streaming(
  'void lb::collide_stream<27, double>(double const*, double*, int const*, LatticeDims)',
  26,
  26,
  { vgpr: 128 },
);
const HALO = streaming('void lb::pack_halo<double>(double const*, double*, int)', 8, 8);
const FORCES = streaming('void lb::wall_forces<double>(double const*, double*, int const*, int)', 14, 1);

/** A checking macro waits for the device after every launch. */
const CHECKED: Scenario = {
  id: 'checked-launches',
  title: 'an error check waits for the device after every kernel',
  part: 'gfx90a',
  seed: 203,
  command: './lattice cavity.cfg',
  gpus: 8,
  gpu: 5,
  records: API_ONLY,
  cause: SYNC,
  distractors: [blocks.SLOW_FIRST, blocks.HIDDEN_API],
  program: (host) => {
    startUp(host);
    blocks.slowFirst(host, COLLISION, 18);
    times(150, () => {
      host.loopStep(null, () => {
        for (const kernel of [COLLISION, HALO, FORCES]) {
          host.launch(kernel);
          blocks.chatter(host);
          if (host.has('cause')) host.synchronizeDevice();
        }
      });
    });
  },
};

const BLUR = streaming('void isp::separable_blur<9>(float const*, float*, int, int)', 7, 7);
const GRADIENT = streaming('void isp::sobel_gradient(float const*, float2*, int, int)', 5, 9);
const MAXIMA = streaming('void isp::suppress_non_maxima(float2 const*, unsigned char*, int, int)', 9, 2);

/** A library waits for its stream after every operation. */
const EDGES: Scenario = {
  id: 'edges-per-call-wait',
  title: 'a library waits for its stream after every operation',
  part: 'gfx1100',
  seed: 204,
  command: './edges --camera 0',
  records: API_ONLY,
  category: 'HIP_RUNTIME_API',
  cause: { ...SYNC, guilty: { kind: 'api', names: ['hipStreamSynchronize'] } },
  distractors: [blocks.ONE_BIG_COPY],
  program: (host) => {
    startUp(host);
    blocks.oneBigCopy(host, 40);
    times(120, (image) => {
      host.loopStep(`image ${image}`, () => {
        for (const kernel of [BLUR, BLUR, GRADIENT, MAXIMA]) {
          host.launch(kernel, { stream: 2 });
          if (host.has('cause')) host.synchronizeStream(2);
        }
      });
    });
    host.synchronizeStream(2);
  },
};

const SOLVES = [0, 1, 2, 3, 4, 5].map((block): KernelModel => ({
  name: `void ilu::solve_block<double, ${block}>(int const*, int const*, double const*, double*, int)`,
  workgroups: 34 + 2 * block,
  vgpr: 72,
  readBytes: 6_000_000,
  writeBytes: 600_000,
  halfRateWaves: 1,
  fixedNs: 32_000 + 3_000 * block,
}));

/** Blocks of a preconditioner do not depend on each other. */
const BLOCKS: Scenario = {
  id: 'preconditioner-blocks',
  title: 'independent solves of small blocks queue up on one stream',
  part: 'gfx942',
  seed: 205,
  command: './gmres -pc block-ilu',
  records: API_ONLY,
  cause: { ...SERIAL, guilty: { kind: 'kernel', names: ['solve_block'] } },
  distractors: [blocks.SLOW_FIRST],
  program: (host) => {
    startUp(host);
    blocks.slowFirst(host, streaming('void gmres::scale_rows<double>(double*, double const*, int)', 40, 40), 30);
    times(70, (index) => {
      host.loopStep(null, () => {
        for (const [block, kernel] of SOLVES.entries())
          host.launch(kernel, { stream: host.has('cause') ? 0 : block + 1 });
        if (index % 10 === 9) host.synchronizeDevice();
      });
    });
  },
};

const TREES = ['left', 'right', 'upper', 'lower'].map((side): KernelModel => ({
  name: `void gbdt::build_histogram_${side}(unsigned char const*, float2 const*, float2*, int)`,
  workgroups: 20,
  vgpr: 48,
  readBytes: 3_000_000,
  writeBytes: 200_000,
  fixedNs: 52_000,
}));
const SPLIT = streaming('void gbdt::evaluate_splits(float2 const*, SplitInfo*, int)', 30, 0.1);

/** Nodes of a decision tree are processed one after the other. */
const BOOSTING: Scenario = {
  id: 'tree-nodes',
  title: 'histograms of independent tree nodes, each far smaller than the GPU, on one stream',
  part: 'gfx908',
  seed: 206,
  command: 'python boost.py --depth 6',
  records: API_ONLY,
  category: 'HIP_RUNTIME_API',
  cause: { ...SERIAL, guilty: { kind: 'kernel', names: ['build_histogram'] } },
  distractors: [blocks.IDLE_PROLOGUE],
  program: (host) => {
    startUp(host);
    blocks.idlePrologue(host, 4);
    times(60, (level) => {
      host.loopStep(`level ${level}`, () => {
        for (const [node, kernel] of TREES.entries()) {
          const stream = host.has('cause') ? 0 : node + 1;
          if (!host.has('cause')) host.join(stream, 0);
          host.launch(kernel, { stream });
        }
        if (!host.has('cause')) times(4, (node) => host.join(0, node + 1));
        host.launch(SPLIT);
      });
    });
  },
};

/** Programs in which the GPU waits for launches, waits or a full stream. */
export const LAUNCH_SCENARIOS: readonly Scenario[] = [DECODE, MULTIGRID, CHECKED, EDGES, BLOCKS, BOOSTING];
