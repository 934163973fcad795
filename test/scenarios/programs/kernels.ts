import type { KernelModel } from '../kernel-model.js';
import type { Cause, Scenario } from '../scenario.js';
import * as blocks from './blocks.js';
import { matrixProduct, startUp, streaming, times } from './blocks.js';

const COUNTERS = { api: true, counters: true } as const;
const BANDWIDTH: Omit<Cause, 'guilty'> = {
  primary: 'memory_transfer',
  primaryAccepted: ['memory_transfer'],
  driver: 'hbm_bandwidth',
  driverAccepted: ['hbm_bandwidth'],
  techniques: ['fusion', 'bytes'],
  removes: ['cause'],
};
const OCCUPANCY: Omit<Cause, 'guilty'> = {
  ...BANDWIDTH,
  primary: 'compute',
  primaryAccepted: ['compute', 'latency'],
  driver: 'low_occupancy_vgpr',
  driverAccepted: ['low_occupancy_vgpr', 'low_occupancy'],
  techniques: ['vgpr'],
};
const NO_MATRIX: Omit<Cause, 'guilty'> = {
  ...BANDWIDTH,
  primary: 'compute',
  primaryAccepted: ['compute'],
  driver: 'no_mfma',
  driverAccepted: ['no_mfma'],
  techniques: ['mfma'],
};
const UNCOALESCED: Omit<Cause, 'guilty'> = {
  ...BANDWIDTH,
  primaryAccepted: ['memory_transfer', 'latency'],
  driver: 'uncoalesced',
  driverAccepted: ['uncoalesced'],
  techniques: ['coalesce'],
};

const AXPY = streaming('void ode::rk_axpy<double>(double*, double const*, double, unsigned long)', 256, 128, {
  guilty: true,
});
const COPY = streaming('void ode::rk_copy<double>(double*, double const*, unsigned long)', 128, 128, { guilty: true });
const SCALE = streaming('void ode::rk_scale<double>(double*, double, unsigned long)', 128, 128, { guilty: true });
const COMBINED = streaming(
  'void ode::rk_combined<double, 4>(double*, double const*, RkWeights, unsigned long)',
  512,
  128,
  { guilty: true },
);
const RHS = streaming('void ode::reaction_rhs<double>(double const*, double*, unsigned long)', 256, 128, {
  vgpr: 96,
  vector: { format: 'F64', flops: 3.4e9 },
});

/** Stages of a Runge-Kutta method are summed by one kernel per term. */
const RUNGE_KUTTA: Scenario = {
  id: 'runge-kutta-terms',
  title: 'chain of vector updates at full memory bandwidth, one kernel per term',
  part: 'gfx90a',
  seed: 301,
  command: './reactor -n 16777216',
  gpus: 8,
  gpu: 6,
  records: COUNTERS,
  cause: { ...BANDWIDTH, guilty: { kind: 'kernel', names: ['rk_axpy', 'rk_scale', 'rk_copy'] } },
  distractors: [blocks.HIDDEN_COPIES],
  program: (host) => {
    startUp(host);
    times(24, (step) => {
      host.loopStep(`step ${step}`, () => {
        host.launch(RHS);
        blocks.hiddenCopy(host, 16);
        const chain = [COPY, AXPY, AXPY, AXPY, AXPY, SCALE];
        for (const kernel of host.has('cause') ? chain : [COMBINED]) host.launch(kernel);
      });
    });
  },
};

const LINEAR = matrixProduct(
  'Cijk_Alik_Bljk_BBS_BH_Bias_HAS_SAV_UserArgs_MT256x256x64_MI16x16x1_SN_LDSB1_GSU0_ISA950',
  [4096, 4096, 4096],
  'BF16',
);
const PAIR = { guilty: true, vgpr: 20 } as const;
const POINTWISE: readonly KernelModel[] = [
  streaming(
    'void at::native::vectorized_elementwise_kernel<8, at::native::CUDAFunctor_add<c10::BFloat16>, std::array<char*, 3ul> >(int)',
    536,
    268,
    PAIR,
  ),
  streaming(
    'void at::native::vectorized_elementwise_kernel<8, at::native::silu_kernel(at::TensorIteratorBase&)::{lambda()#1}, std::array<char*, 2ul> >(int)',
    268,
    268,
    PAIR,
  ),
  streaming(
    'void at::native::vectorized_elementwise_kernel<8, at::native::BinaryFunctor<c10::BFloat16, MulFunctor<float> >, std::array<char*, 3ul> >(int)',
    536,
    268,
    PAIR,
  ),
  streaming(
    'void at::native::vectorized_elementwise_kernel<8, at::native::bfloat16_copy_kernel, std::array<char*, 2ul> >(int)',
    268,
    268,
    PAIR,
  ),
];
const FUSED = streaming('triton_poi_fused_add_mul_silu_0', 536, 268, PAIR);

/** Activations of a transformer, one kernel per operator. */
const ACTIVATIONS: Scenario = {
  id: 'eager-activations',
  title: 'activations of a feed-forward block run as one kernel per operator',
  part: 'gfx950',
  seed: 302,
  command: 'python finetune.py --config ffn.yaml',
  gpus: 8,
  gpu: 1,
  records: COUNTERS,
  cause: { ...BANDWIDTH, guilty: { kind: 'kernel', names: ['vectorized_elementwise_kernel'] } },
  distractors: [blocks.HIDDEN_API],
  program: (host) => {
    startUp(host);
    times(28, () => {
      host.loopStep(null, () => {
        blocks.chatter(host);
        host.launch(LINEAR, { via: 'hipExtModuleLaunchKernel' });
        for (const kernel of host.has('cause') ? POINTWISE : [FUSED]) {
          blocks.chatter(host);
          host.launch(kernel);
        }
      });
    });
  },
};

const COLOUR = { guilty: true, vgpr: 16, workgroupSize: 128, vector: { format: 'F32', flops: 90_000_000 } } as const;
const PIPELINE: readonly KernelModel[] = [
  streaming('void raw::black_level(float const*, float*, int, float)', 96, 96, COLOUR),
  streaming('void raw::white_balance(float const*, float*, int, float3)', 96, 96, COLOUR),
  streaming('void raw::colour_matrix(float const*, float*, int, float3x3)', 96, 96, COLOUR),
  streaming('void raw::gamma_curve(float const*, float*, int, float)', 96, 96, COLOUR),
];
const DEMOSAIC = streaming('void raw::demosaic_ahd(unsigned short const*, float*, int, int)', 48, 96, {
  vgpr: 56,
  vector: { format: 'F32', flops: 1.6e9 },
});

/** Pixel operations, each over the whole picture. */
const RAW_PHOTO: Scenario = {
  id: 'raw-develop',
  title: 'pixel operations at full memory bandwidth, each over the whole picture',
  part: 'gfx1100',
  seed: 303,
  command: './develop *.dng',
  records: COUNTERS,
  category: 'HIP_RUNTIME_API',
  cause: { ...BANDWIDTH, guilty: { kind: 'kernel', names: PIPELINE.map((kernel) => kernel.name.slice(5, 20)) } },
  distractors: [blocks.ONE_BIG_COPY],
  program: (host) => {
    startUp(host);
    blocks.oneBigCopy(host, 24);
    times(26, (picture) => {
      host.loopStep(`picture ${picture}`, () => {
        host.launch(DEMOSAIC);
        const whole = streaming('void raw::develop_pixel(float const*, float*, int, Recipe)', 96, 96, COLOUR);
        for (const kernel of host.has('cause') ? PIPELINE : [whole]) host.launch(kernel);
      });
    });
  },
};

function chemistry(vgpr: number): KernelModel {
  return {
    name: 'void chem::reaction_rates<double, 53>(double const*, double const*, double*, int)',
    workgroups: 4400,
    vgpr,
    ...{
      readBytes: 60e6,
      writeBytes: 40e6,
      vector: { format: 'F64', flops: 1.3e10 },
      halfRateWaves: 1.7,
      guilty: true,
    },
  };
}
const TRANSPORT = streaming('void chem::diffusive_flux<double>(double const*, double*, int, int)', 220, 110);

/** Rates of a chemical mechanism, unrolled until few waves fit. */
const CHEMISTRY: Scenario = {
  id: 'reaction-rates',
  title: 'compute-bound kernel with 256 registers: two of eight waves per SIMD',
  part: 'gfx90a',
  seed: 304,
  command: './flame1d gri30.yaml',
  records: COUNTERS,
  cause: { ...OCCUPANCY, guilty: { kind: 'kernel', names: ['reaction_rates'] } },
  distractors: [blocks.ONE_BIG_COPY],
  program: (host) => {
    startUp(host);
    blocks.oneBigCopy(host, 50);
    times(32, (step) => {
      host.loopStep(`advance ${step}`, () => {
        host.launch(chemistry(host.has('cause') ? 256 : 128));
        host.launch(TRANSPORT);
      });
    });
  },
};

function bodies(vgpr: number): KernelModel {
  return {
    name: 'void ray::shade_hits<4>(RayHit const*, Material const*, float4*, unsigned int)',
    workgroups: 9120,
    vgpr,
    ...{
      readBytes: 90e6,
      writeBytes: 40e6,
      vector: { format: 'F32', flops: 3.1e10 },
      halfRateWaves: 3.2,
      guilty: true,
    },
  };
}
const SORT = streaming('void ray::compact_hits(RayHit const*, unsigned int*, unsigned int)', 150, 60);

/** A shading kernel with everything inlined. */
const SHADING: Scenario = {
  id: 'inlined-shader',
  title: 'shading kernel with 160 registers: three of eight waves per SIMD',
  part: 'gfx942',
  seed: 305,
  command: './render scene.usd',
  records: COUNTERS,
  cause: { ...OCCUPANCY, guilty: { kind: 'kernel', names: ['shade_hits'] } },
  distractors: [blocks.HIDDEN_COPIES],
  program: (host) => {
    startUp(host);
    times(40, () => {
      host.loopStep(null, () => {
        host.launch(bodies(host.has('cause') ? 160 : 84));
        blocks.hiddenCopy(host, 10);
        host.launch(SORT);
      });
    });
  },
};

function correlation(ldsBytes: number): KernelModel {
  return {
    name: 'void xcor::correlate_stations<float, 32>(float2 const*, float2*, int, int)',
    workgroups: 6080,
    ldsBytes,
    vgpr: 56,
    ...{
      readBytes: 120e6,
      writeBytes: 60e6,
      vector: { format: 'F32', flops: 3.6e10 },
      halfRateWaves: 1.8,
      guilty: true,
    },
    lds: { instructions: 9e6, ways: 1 },
  };
}
const CHANNELS = streaming('void xcor::channelise<float>(char2 const*, float2*, int)', 110, 220);

/** A tile of half of the LDS per workgroup. */
const CORRELATOR: Scenario = {
  id: 'large-tile',
  title: 'compute-bound kernel with 32 KiB of LDS per workgroup: two of eight waves per SIMD',
  part: 'gfx942',
  seed: 306,
  command: './correlator --stations 256',
  gpus: 8,
  gpu: 7,
  records: COUNTERS,
  cause: {
    ...OCCUPANCY,
    driver: 'low_occupancy_lds',
    driverAccepted: ['low_occupancy_lds', 'low_occupancy'],
    guilty: { kind: 'kernel', names: ['correlate_stations'] },
    techniques: ['lds_size'],
  },
  distractors: [blocks.HIDDEN_COPIES],
  program: (host) => {
    startUp(host);
    times(34, (block) => {
      host.loopStep(`block ${block}`, () => {
        host.launch(CHANNELS);
        blocks.hiddenCopy(host, 8);
        host.launch(correlation(host.has('cause') ? 32_768 : 16_384));
      });
    });
  },
};

function transpose(ways: number): KernelModel {
  return streaming('void pfft::pencil_transpose<double2, 16>(double2 const*, double2*, int3)', 268, 268, {
    ldsBytes: 4096,
    vgpr: 28,
    accessBytes: 16,
    lds: { instructions: 8.4e6, ways },
    guilty: true,
  });
}
const FFT = streaming('fft_fwd_len512_factors_8_8_8_wgs_256_tpt_64_dp_op_CI_CI_sbrc', 268, 268, {
  ldsBytes: 16_384,
  vgpr: 80,
  vector: { format: 'F64', flops: 3e9 },
  lds: { instructions: 4e6, ways: 1 },
});

/** A transposition between two transforms. */
const PENCILS: Scenario = {
  id: 'pencil-transpose',
  title: 'columns of an LDS tile all lie in few banks',
  part: 'gfx942',
  seed: 307,
  command: './turbulence -n 512',
  gpus: 4,
  gpu: 1,
  records: COUNTERS,
  cause: {
    ...BANDWIDTH,
    primaryAccepted: ['memory_transfer', 'latency'],
    driver: 'lds_conflict',
    driverAccepted: ['lds_conflict'],
    guilty: { kind: 'kernel', names: ['pencil_transpose'] },
    techniques: ['lds_pad'],
  },
  distractors: [blocks.HIDDEN_API],
  program: (host) => {
    startUp(host);
    times(36, (step) => {
      host.loopStep(`substep ${step}`, () => {
        blocks.chatter(host);
        host.launch(FFT);
        blocks.chatter(host);
        host.launch(transpose(host.has('cause') ? 16 : 1));
      });
    });
  },
};

const HAND_WRITTEN: KernelModel = {
  name: 'void attn::qk_gemm_tiled<__half, 64, 64>(__half const*, __half const*, __half*, int, int, int)',
  workgroups: 4096,
  ...{ vgpr: 80, ldsBytes: 16_384, readBytes: 67e6, writeBytes: 33e6, accessBytes: 8, l2HitRate: 0.85, guilty: true },
  vector: { format: 'F16', flops: 6.9e10 },
  lds: { instructions: 1.6e7, ways: 1 },
};
const LIBRARY = matrixProduct('Cijk_Alik_Bljk_HHS_BH_MT128x128x64_MI16x16x1_SN_ISA950', [4096, 4096, 2048], 'F16', {
  guilty: true,
  noiseKey: HAND_WRITTEN.name,
});
const SOFTMAX = streaming('void attn::row_softmax<__half>(__half const*, __half*, int, float)', 134, 134);

/** A product of matrices in half precision, written by hand. */
const SCORES: Scenario = {
  id: 'hand-written-scores',
  title: 'half-precision matrix product on the vector units',
  part: 'gfx950',
  seed: 308,
  command: 'python attention_bench.py',
  records: COUNTERS,
  cause: { ...NO_MATRIX, guilty: { kind: 'kernel', names: ['qk_gemm_tiled'] } },
  distractors: [blocks.IDLE_PROLOGUE],
  program: (host) => {
    startUp(host);
    blocks.idlePrologue(host, 2.5);
    times(40, () => {
      host.loopStep(null, () => {
        host.launch(host.has('cause') ? HAND_WRITTEN : LIBRARY, { via: 'hipModuleLaunchKernel' });
        host.launch(SOFTMAX);
      });
    });
  },
};

const TEXTBOOK: KernelModel = {
  name: 'void scf::overlap_gemm<double, 16>(double const*, double const*, double*, int, int, int)',
  workgroups: 14_400,
  ...{ vgpr: 40, ldsBytes: 4096, readBytes: 118e6, writeBytes: 29e6, accessBytes: 8, l2HitRate: 0.9, guilty: true },
  vector: { format: 'F64', flops: 1.5e10 },
  lds: { instructions: 9e6, ways: 1 },
};
const LIBRARY_F64 = matrixProduct('Cijk_Ailk_Bljk_DB_MT128x64x16_MI16x16x4x1_ISA90a', [2560, 2560, 1152], 'F64', {
  ...{ guilty: true, noiseKey: TEXTBOOK.name },
});
const RESIDUAL = streaming('void scf::density_residual(double const*, double const*, double*, int)', 30, 15);

/** The same in double precision, in a simulation. */
const OVERLAP: Scenario = {
  id: 'overlap-matrix',
  title: 'double-precision matrix product by a textbook kernel, matrix cores unused',
  part: 'gfx90a',
  seed: 309,
  command: './scf --basis cc-pvtz h2o16.xyz',
  gpus: 4,
  gpu: 3,
  records: COUNTERS,
  category: 'HIP_RUNTIME_API',
  cause: { ...NO_MATRIX, guilty: { kind: 'kernel', names: ['overlap_gemm'] } },
  distractors: [blocks.ONE_BIG_COPY],
  program: (host) => {
    startUp(host);
    blocks.oneBigCopy(host, 60);
    times(26, (iteration) => {
      host.loopStep(`scf iteration ${iteration}`, () => {
        host.launch(host.has('cause') ? TEXTBOOK : LIBRARY_F64);
        host.launch(RESIDUAL);
      });
    });
  },
};

function push(strided: boolean): KernelModel {
  return streaming('void pic::boris_push(Particle*, float const*, float const*, float, unsigned int)', 180, 132, {
    ...{ workgroups: 14_650, vgpr: 44, accessBytes: 4, strided, guilty: true, l2HitRate: 0.1 },
    vector: { format: 'F32', flops: 6e8 },
  });
}
const FIELDS = streaming('void pic::advance_fields(float4*, float4 const*, int3)', 90, 90);

/** Particles stored as an array of structures. */
const PARTICLES: Scenario = {
  id: 'particle-structs',
  title: 'every lane reads a structure of its own',
  part: 'gfx942',
  seed: 310,
  command: './wakefield plasma.in',
  records: COUNTERS,
  cause: { ...UNCOALESCED, guilty: { kind: 'kernel', names: ['boris_push'] } },
  distractors: [blocks.ONE_BIG_COPY],
  program: (host) => {
    startUp(host);
    blocks.oneBigCopy(host, 45);
    times(44, () => {
      host.loopStep(null, () => {
        host.launch(push(host.has('cause')));
        host.launch(FIELDS);
      });
    });
  },
};

function columns(strided: boolean): KernelModel {
  return streaming('void stats::column_moments(float const*, float*, int, int)', 240, 2, {
    ...{ workgroups: 3750, vgpr: 32, accessBytes: 4, strided, guilty: true, l2HitRate: 0.1 },
    vector: { format: 'F32', flops: 1.2e8 },
  });
}
const CENTRE = streaming('void stats::centre_rows(float*, float const*, int, int)', 24, 24);

/** Lanes walk down the columns of a matrix that is stored by rows. */
const MOMENTS: Scenario = {
  id: 'column-moments',
  title: 'neighbouring lanes read addresses that lie a row apart',
  part: 'gfx908',
  seed: 311,
  command: './pca genotypes.bin',
  records: COUNTERS,
  category: 'HIP_RUNTIME_API',
  cause: { ...UNCOALESCED, guilty: { kind: 'kernel', names: ['column_moments'] } },
  distractors: [blocks.HIDDEN_COPIES],
  program: (host) => {
    startUp(host);
    times(36, (block) => {
      host.loopStep(`block ${block}`, () => {
        host.launch(columns(host.has('cause')));
        blocks.hiddenCopy(host, 3);
        host.launch(CENTRE);
      });
    });
  },
};

/** Programs with a slow kernel, recorded with counters. */
export const KERNEL_SCENARIOS: readonly Scenario[] = [
  ...[RUNGE_KUTTA, ACTIVATIONS, RAW_PHOTO, CHEMISTRY, SHADING, CORRELATOR, PENCILS, SCORES, OVERLAP, PARTICLES],
  MOMENTS,
];
