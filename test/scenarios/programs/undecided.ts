import type { KernelModel } from '../kernel-model.js';
import type { Cause, Scenario } from '../scenario.js';
import * as blocks from './blocks.js';
import { matrixProduct, startUp, streaming, times } from './blocks.js';

const KERNELS_ONLY = { api: false, counters: false } as const;
const UNKNOWN: Omit<Cause, 'guilty'> = {
  primary: 'data_insufficient',
  primaryAccepted: ['data_insufficient'],
  driver: 'no_counters',
  driverAccepted: ['no_counters'],
  techniques: ['collect'],
  removes: [],
};

const SPMV = streaming(
  'void cg::spmv_csr_vector<double, 32>(int const*, int const*, double const*, double*, int)',
  620,
  20,
  { vgpr: 40 },
);
const DOT = streaming('void cg::dot_stage1<double>(double const*, double const*, double*, int)', 16, 0.1);
const UPDATE = streaming('void cg::axpby<double>(double, double const*, double, double*, int)', 32, 16);

/** A solver whose largest kernel fills the GPU. */
const SOLVER: Scenario = {
  id: 'kernels-only-solver',
  title: 'kernel trace only: one kernel fills the GPU, nothing says why it takes so long',
  part: 'gfx90a',
  seed: 601,
  command: './cg bcsstk.mtx',
  gpus: 2,
  gpu: 1,
  records: KERNELS_ONLY,
  cause: { ...UNKNOWN, guilty: { kind: 'kernel', names: ['spmv_csr_vector'] } },
  distractors: [],
  program: (host) => {
    times(110, () => {
      host.loopStep(null, () => {
        host.launch(SPMV);
        host.launch(DOT);
        host.launch(UPDATE);
      });
    });
  },
};

const DIFFUSION = streaming(
  'void sd::implicit_gemm_conv<half, 128, 64, 32>(half const*, half const*, half*, ConvShape)',
  210,
  70,
  { vgpr: 168, ldsBytes: 24_576 },
);
const GROUPNORM = streaming('void sd::group_norm_nhwc<half>(half const*, half*, int, int, float)', 20, 20);

/** A network whose largest kernel fills the GPU. */
const NETWORK: Scenario = {
  id: 'kernels-only-network',
  title: 'kernel trace only of an image network: the convolution dominates, its limit is unknown',
  part: 'gfx1201',
  seed: 602,
  command: 'python sample.py --steps 20',
  records: KERNELS_ONLY,
  cause: { ...UNKNOWN, guilty: { kind: 'kernel', names: ['implicit_gemm_conv'] } },
  distractors: [],
  program: (host) => {
    times(20, () => {
      host.loopStep(null, () => {
        times(7, () => {
          host.launch(DIFFUSION);
          host.launch(GROUPNORM);
        });
      });
    });
  },
};

const HEALTHY = { cause: null, distractors: [] } as const;
const COUNTERS = { api: true, counters: true } as const;
const PRODUCT = matrixProduct(
  'Cijk_Alik_Bljk_BBS_BH_Bias_SHB_HAS_SAV_UserArgs_MT256x256x64_MI16x16x1_SN_ISA942',
  [8192, 8192, 8192],
  'BF16',
  { efficiency: 0.88 },
);

/** Large matrix products that reach what the part can do, with copies underneath. */
const PRODUCTS: Scenario = {
  ...HEALTHY,
  id: 'healthy-products',
  title: 'nothing planted: large matrix products near the peak of the matrix cores',
  part: 'gfx942',
  seed: 701,
  command: './hpl-mxp',
  gpus: 8,
  gpu: 2,
  records: COUNTERS,
  program: (host) => {
    startUp(host);
    times(36, () => {
      host.loopStep(null, () => {
        host.launch(PRODUCT, { via: 'hipExtModuleLaunchKernel' });
        blocks.hiddenCopy(host, 20);
      });
    });
  },
};

const BODIES: KernelModel = {
  name: 'void nbody::accelerations<double, 256>(double4 const*, double4*, int, double)',
  workgroups: 3520,
  ...{ vgpr: 48, ldsBytes: 4096, readBytes: 16e6, writeBytes: 16e6, l2HitRate: 0.9, halfRateWaves: 0.2 },
  vector: { format: 'F64', flops: 3.2e10 },
  lds: { instructions: 1.5e6, ways: 1 },
};
const LEAPFROG = streaming('void nbody::leapfrog(double4*, double4*, double4 const*, double, int)', 32, 16);

/** An n-body step that keeps the vector units busy. */
const GRAVITY: Scenario = {
  ...HEALTHY,
  id: 'healthy-bodies',
  title: 'nothing planted: interactions of bodies keep the vector units busy',
  part: 'gfx90a',
  seed: 702,
  command: './nbody 901120',
  gpus: 2,
  gpu: 0,
  records: COUNTERS,
  program: (host) => {
    startUp(host);
    times(40, (step) => {
      host.loopStep(`step ${step}`, () => {
        host.launch(BODIES);
        host.launch(LEAPFROG);
      });
    });
  },
};

const TRAINED = matrixProduct(
  'Cijk_Alik_Bljk_BBS_BH_MT256x256x64_MI16x16x1_SN_ISA950_GSU0',
  [8192, 8192, 4096],
  'BF16',
  { efficiency: 0.9 },
);
const OPTIMISER = streaming(
  'void multi_tensor_apply_kernel<FusedAdamFunctor<c10::BFloat16> >(long, TensorListMetadata)',
  110,
  80,
);

/** Training that hides its collectives. */
const TRAINING: Scenario = {
  ...HEALTHY,
  id: 'healthy-training',
  title: 'nothing planted: products near the peak, collectives under the backward pass',
  part: 'gfx950',
  seed: 703,
  command: 'python pretrain.py --overlap',
  gpus: 8,
  gpu: 6,
  records: COUNTERS,
  program: (host) => {
    startUp(host);
    times(10, (step) => {
      host.loopStep(`ProfilerStep#${step}`, () => {
        times(8, (layer) => {
          host.launch(TRAINED, { via: 'hipExtModuleLaunchKernel' });
          if (layer % 2 === 0 || layer > 5) return;
          host.join(9, 0);
          host.collective(
            'ncclAllReduce',
            'ncclDevKernel_Generic_1(ncclDevKernelArgsStorage<4096ul>)',
            8e6,
            150_000,
            9,
          );
        });
        host.join(0, 9);
        host.launch(OPTIMISER);
      });
    });
  },
};

const PRIMARY = streaming('void pt::trace_primary<float>(Bvh const*, Ray const*, Hit*, int)', 190, 60, { vgpr: 96 });
const SHADOW = streaming('void pt::trace_shadow<float>(Bvh const*, Ray const*, unsigned char*, int)', 210, 20, {
  vgpr: 84,
});
const SHADE = streaming('void pt::shade(Hit const*, Material const*, float4*, int)', 120, 100, { vgpr: 72 });
const DENOISE = streaming('void pt::denoise<5>(float4 const*, float4*, int, int)', 110, 100, { vgpr: 64 });

/** A renderer that keeps the GPU busy with four kernels of like size. */
const RENDERER: Scenario = {
  ...HEALTHY,
  id: 'healthy-renderer',
  title: 'nothing planted: four kernels of like size keep the GPU busy, read-back underneath',
  part: 'gfx1201',
  seed: 704,
  command: './pathtrace --spp 64',
  records: { api: true, counters: false },
  program: (host) => {
    startUp(host);
    times(45, (sample) => {
      host.loopStep(`sample ${sample}`, () => {
        for (const kernel of [PRIMARY, SHADOW, SHADE, DENOISE]) host.launch(kernel);
        if (sample % 9 === 8) host.copy({ direction: 'device_to_host', bytes: 8_000_000, stream: 3 });
      });
    });
  },
};

const FACTOR = matrixProduct('Cijk_Ailk_Bjlk_DB_MT128x128x16_MI16x16x4x1_SN_ISA942', [8192, 8192, 2048], 'F64', {
  efficiency: 0.9,
});

/** A factorisation that waits after each update, which costs next to nothing because updates are long. */
const FACTORISATION: Scenario = {
  ...HEALTHY,
  id: 'healthy-waits',
  title: 'nothing planted: a wait after each long kernel costs next to nothing',
  part: 'gfx942',
  seed: 705,
  command: './cholesky -n 65536',
  gpus: 4,
  gpu: 0,
  records: COUNTERS,
  program: (host) => {
    startUp(host);
    times(30, (panel) => {
      host.loopStep(`panel ${panel}`, () => {
        host.launch(FACTOR, { via: 'hipExtModuleLaunchKernel' });
        host.synchronizeDevice();
      });
    });
  },
};

const REGIONS = ['north', 'east', 'south', 'west'].map((side): KernelModel => ({
  name: `void amr::advance_patch_${side}<double>(double const*, double*, PatchDims)`,
  workgroups: 72,
  vgpr: 64,
  readBytes: 30_000_000,
  writeBytes: 15_000_000,
  fixedNs: 160_000,
}));

/** Small grids of four streams fill the GPU together. */
const PATCHES: Scenario = {
  ...HEALTHY,
  id: 'healthy-streams',
  title: 'nothing planted: small grids of four streams run side by side and fill the GPU together',
  part: 'gfx942',
  seed: 706,
  command: './amr -patches 4',
  records: { api: true, counters: false },
  program: (host) => {
    startUp(host);
    times(50, () => {
      host.loopStep(null, () => {
        for (const [index, kernel] of REGIONS.entries()) host.launch(kernel, { stream: index + 1 });
      });
    });
  },
};

/** Programs of which the trace cannot tell more, and programs with nothing wrong. */
export const UNDECIDED_SCENARIOS: readonly Scenario[] = [
  ...[SOLVER, NETWORK],
  ...[PRODUCTS, GRAVITY, TRAINING, RENDERER, FACTORISATION, PATCHES],
];
