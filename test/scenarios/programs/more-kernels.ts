import type { KernelModel } from '../kernel-model.js';
import type { Cause, Scenario } from '../scenario.js';
import * as blocks from './blocks.js';
import { matrixProduct, startUp, streaming, times } from './blocks.js';

const COUNTERS = { api: true, counters: true } as const;
const MEMORY: Omit<Cause, 'guilty'> = {
  primary: 'memory_transfer',
  primaryAccepted: ['memory_transfer'],
  driver: 'hbm_bandwidth',
  driverAccepted: ['hbm_bandwidth'],
  techniques: ['fusion', 'bytes'],
  removes: ['cause'],
};

const OLD = { guilty: true, vgpr: 16, accessBytes: 4 } as const;
const MOMENTUM = streaming('void sph::add_viscosity(float4 const*, float4*, float, int)', 160, 80, OLD);
const PRESSURE = streaming('void sph::add_pressure(float4 const*, float4*, float, int)', 160, 80, OLD);
const GRAVITY = streaming('void sph::add_gravity(float4*, float, int)', 80, 80, OLD);
const ALL_FORCES = streaming('void sph::add_all_forces(float4 const*, float4*, Params, int)', 240, 80, OLD);
const DENSITY = streaming('void sph::density_sum(float4 const*, int const*, float*, int)', 110, 20, {
  vgpr: 48,
  vector: { format: 'F32', flops: 2.2e9 },
});

/** Contributions to a force are added by one kernel each. */
const FORCES: Scenario = {
  id: 'force-terms',
  title: 'terms of a force are added by one kernel each, at full memory bandwidth',
  part: 'gfx908',
  seed: 901,
  command: './sph dam.in',
  records: COUNTERS,
  cause: { ...MEMORY, guilty: { kind: 'kernel', names: ['add_viscosity', 'add_pressure', 'add_gravity'] } },
  distractors: [blocks.SLOW_FIRST],
  program: (host) => {
    startUp(host);
    blocks.slowFirst(host, DENSITY, 5);
    times(30, () => {
      host.loopStep(null, () => {
        host.launch(DENSITY);
        for (const kernel of host.has('cause') ? [MOMENTUM, PRESSURE, GRAVITY] : [ALL_FORCES]) host.launch(kernel);
      });
    });
  },
};

function integrals(vgpr: number): KernelModel {
  return {
    name: 'void eri::contract_shells<double, 2, 1, 2, 1>(ShellPair const*, double const*, double*, int)',
    workgroups: 6080,
    workgroupSize: 128,
    vgpr,
    ...{
      readBytes: 30e6,
      writeBytes: 30e6,
      vector: { format: 'F64', flops: 2.2e10 },
      halfRateWaves: 2.4,
      guilty: true,
    },
  };
}
const SCREEN = streaming('void eri::schwarz_screen<double>(ShellPair const*, double const*, int*, int)', 90, 30);

/** Integrals over shells with long recurrences. */
const INTEGRALS: Scenario = {
  id: 'integral-recurrences',
  title: 'recurrences with 200 registers: two of eight waves per SIMD',
  part: 'gfx942',
  seed: 902,
  command: './scf --direct caffeine.xyz',
  gpus: 8,
  gpu: 5,
  records: COUNTERS,
  cause: {
    ...MEMORY,
    primary: 'compute',
    primaryAccepted: ['compute', 'latency'],
    driver: 'low_occupancy_vgpr',
    driverAccepted: ['low_occupancy_vgpr', 'low_occupancy'],
    guilty: { kind: 'kernel', names: ['contract_shells'] },
    techniques: ['vgpr'],
  },
  distractors: [blocks.HIDDEN_API],
  program: (host) => {
    startUp(host);
    times(36, (batch) => {
      host.loopStep(`batch ${batch}`, () => {
        blocks.chatter(host);
        host.launch(SCREEN);
        blocks.chatter(host);
        host.launch(integrals(host.has('cause') ? 200 : 100));
      });
    });
  },
};

function histogram(ways: number): KernelModel {
  return streaming('void radix::block_histogram<unsigned int, 8>(unsigned int const*, unsigned int*, int)', 268, 2, {
    ...{ workgroups: 4096, vgpr: 24, ldsBytes: 8192, accessBytes: 16, guilty: true },
    vector: { format: 'F32', flops: 1e6 },
    lds: { instructions: 2.1e6, ways },
  });
}
const SCATTER = streaming(
  'void radix::scatter_keys<unsigned int, 8>(unsigned int const*, unsigned int*, int)',
  268,
  268,
);

/** Counters of a histogram lie a power of two apart. */
const HISTOGRAM: Scenario = {
  id: 'histogram-banks',
  title: 'counters of a histogram lie in few LDS banks',
  part: 'gfx90a',
  seed: 903,
  command: './sortbench -n 67108864',
  records: COUNTERS,
  cause: {
    ...MEMORY,
    primaryAccepted: ['memory_transfer', 'latency'],
    driver: 'lds_conflict',
    driverAccepted: ['lds_conflict'],
    guilty: { kind: 'kernel', names: ['block_histogram'] },
    techniques: ['lds_pad'],
  },
  distractors: [blocks.ONE_BIG_COPY],
  program: (host) => {
    startUp(host);
    blocks.oneBigCopy(host, 60);
    times(24, (pass) => {
      host.loopStep(`pass ${pass}`, () => {
        host.launch(histogram(host.has('cause') ? 26 : 1));
        host.launch(SCATTER);
      });
    });
  },
};

function points(strided: boolean): KernelModel {
  return streaming('void slam::project_points(PointRecord const*, float const*, float2*, int)', 300, 60, {
    ...{ workgroups: 24_400, vgpr: 32, accessBytes: 4, strided, guilty: true, l2HitRate: 0.1 },
    vector: { format: 'F32', flops: 9e8 },
  });
}
const DEPTH = streaming('void slam::depth_filter(float const*, float*, int, int)', 130, 130);

/** Points are records of many fields. */
const POINTS: Scenario = {
  id: 'point-records',
  title: 'each lane reads some fields of a record of its own',
  part: 'gfx950',
  seed: 904,
  command: './slam sequence.bag',
  records: COUNTERS,
  cause: {
    ...MEMORY,
    primaryAccepted: ['memory_transfer', 'latency'],
    driver: 'uncoalesced',
    driverAccepted: ['uncoalesced'],
    guilty: { kind: 'kernel', names: ['project_points'] },
    techniques: ['coalesce'],
  },
  distractors: [blocks.HIDDEN_COPIES],
  program: (host) => {
    startUp(host);
    times(40, () => {
      host.loopStep(null, () => {
        host.launch(points(host.has('cause')));
        blocks.hiddenCopy(host, 4);
        host.launch(DEPTH);
      });
    });
  },
};

const NAIVE: KernelModel = {
  name: 'void moe::expert_matmul_nt<__hip_bfloat16, 32>(__hip_bfloat16 const*, __hip_bfloat16 const*, float*, int, int)',
  workgroups: 8192,
  ...{ vgpr: 48, ldsBytes: 8192, readBytes: 100e6, writeBytes: 33e6, accessBytes: 8, l2HitRate: 0.85, guilty: true },
  // The compiler widens to single precision: there is no packed arithmetic for this format.
  vector: { format: 'F32', flops: 5.2e10 },
  lds: { instructions: 1.2e7, ways: 1 },
};
const GROUPED = matrixProduct(
  'void ck::kernel_grouped_gemm_xdl<256, 128, 128, 64>(GroupedGemmArgs)',
  [4096, 4096, 1550],
  'BF16',
  {
    ...{ guilty: true, noiseKey: NAIVE.name },
  },
);
const ROUTE = streaming('void moe::route_tokens(float const*, int*, float*, int)', 60, 30);

/** Experts of a model, multiplied by a kernel written in an afternoon. */
const EXPERTS: Scenario = {
  id: 'expert-products',
  title: 'products of bfloat16 matrices on the vector units, in single precision',
  part: 'gfx942',
  seed: 905,
  command: 'python mixture.py',
  records: COUNTERS,
  cause: {
    ...MEMORY,
    primary: 'compute',
    primaryAccepted: ['compute'],
    driver: 'no_mfma',
    driverAccepted: ['no_mfma'],
    guilty: { kind: 'kernel', names: ['expert_matmul_nt'] },
    techniques: ['mfma'],
  },
  distractors: [blocks.SLOW_FIRST],
  program: (host) => {
    startUp(host);
    blocks.slowFirst(host, ROUTE, 40);
    times(36, (layer) => {
      host.loopStep(`layer ${layer}`, () => {
        host.launch(ROUTE);
        host.launch(host.has('cause') ? NAIVE : GROUPED);
      });
    });
  },
};

const MONTE_CARLO: KernelModel = {
  name: 'void mc::simulate_paths<float, 64>(MarketState const*, float*, unsigned long, int)',
  workgroups: 9600,
  ...{ vgpr: 40, readBytes: 5e6, writeBytes: 40e6, halfRateWaves: 0.2 },
  vector: { format: 'F32', flops: 4.4e10 },
};
const AVERAGE = streaming('void mc::average_payoffs(float const*, double*, int)', 40, 0.1);

/** Paths of a Monte Carlo method keep the vector units of an older part busy. */
const PATHS: Scenario = {
  id: 'healthy-paths',
  title: 'nothing planted: a Monte Carlo method keeps the vector units busy',
  part: 'gfx908',
  seed: 906,
  command: './price --paths 2457600',
  gpus: 4,
  gpu: 1,
  records: COUNTERS,
  cause: null,
  distractors: [],
  program: (host) => {
    startUp(host);
    times(30, () => {
      host.loopStep(null, () => {
        host.launch(MONTE_CARLO);
        host.launch(AVERAGE);
      });
    });
  },
};

/** A second set of programs with slow kernels. */
export const MORE_KERNELS: readonly Scenario[] = [FORCES, INTEGRALS, HISTOGRAM, POINTS, EXPERTS, PATHS];
