import type { Cause, Scenario } from '../scenario.js';
import * as blocks from './blocks.js';
import { startUp, streaming, times } from './blocks.js';

const API_ONLY = { api: true, counters: false } as const;
const HOST_BOUND: Omit<Cause, 'guilty'> = {
  primary: 'latency',
  primaryAccepted: ['latency'],
  driver: 'cpu_bound_host',
  driverAccepted: ['cpu_bound_host', 'host_bound', 'gpu_idle'],
  techniques: ['host'],
  removes: ['cause'],
};

const DYNAMICS = streaming('void atmos::dynamics_column<float>(float const*, float*, int, int)', 1900, 900, {
  vgpr: 120,
});
const TRACERS = streaming('void atmos::advect_tracers<float, 6>(float const*, float*, int)', 700, 350);

/** Physics that was not ported runs on the processor between the steps of the GPU. */
const ATMOSPHERE: Scenario = {
  id: 'cpu-physics',
  title: 'a part of each time step runs on the processor while the GPU waits',
  part: 'gfx90a',
  seed: 401,
  command: './atmos forecast.nml',
  gpus: 8,
  gpu: 2,
  records: API_ONLY,
  cause: { ...HOST_BOUND, guilty: { kind: 'host', names: ['cpu_microphysics'] } },
  distractors: [blocks.hotKernel(DYNAMICS.name)],
  program: (host) => {
    startUp(host);
    times(16, (step) => {
      host.loopStep(`timestep ${step}`, () => {
        host.launch(DYNAMICS);
        host.launch(TRACERS);
        host.synchronizeDevice();
        host.marked('cpu_microphysics', () => host.work(host.has('cause') ? 2_900_000 : 90_000, 'microphysics'));
      });
    });
  },
};

const BACKBONE = streaming('MIOpenConvBwdWrWMan_f16', 300, 150, { vgpr: 128 });
const ACTIVATION = streaming('void miopen::activation_fwd_relu<half>(half const*, half*, int)', 110, 110);

/** A loader decodes the next batch only when the last one is done. */
const LOADER: Scenario = {
  id: 'slow-loader',
  title: 'the GPU waits for batches that the processor decodes; nothing marks it',
  part: 'gfx1201',
  seed: 402,
  command: 'python train.py --workers 0',
  records: API_ONLY,
  category: 'HIP_RUNTIME_API',
  cause: { ...HOST_BOUND, guilty: { kind: 'host', names: [] } },
  distractors: [blocks.hotKernel(BACKBONE.name), blocks.SLOW_FIRST],
  program: (host) => {
    startUp(host);
    blocks.slowFirst(host, BACKBONE, 6);
    times(20, () => {
      host.loopStep(null, () => {
        host.work(host.has('cause') ? 7_500_000 : 80_000, 'decode', 0.15);
        host.copy({ direction: 'host_to_device', bytes: 9_600_000 });
        times(5, () => {
          host.launch(BACKBONE, { via: 'hipModuleLaunchKernel' });
          host.launch(ACTIVATION);
        });
        host.synchronizeStream(0);
      });
    });
  },
};

const ASSEMBLE = streaming(
  'void fem::assemble_elements<double, 8>(double const*, int const*, double*, int)',
  420,
  160,
  { vgpr: 112 },
);
const SPMV = streaming('void fem::spmv_ell<double>(int const*, double const*, double const*, double*, int)', 380, 30);

/** Work space is allocated and released in every step. */
const WORKSPACE: Scenario = {
  id: 'workspace-per-step',
  title: 'buffers are allocated and released inside the loop',
  part: 'gfx942',
  seed: 403,
  command: './fem -mesh wing.msh',
  gpus: 2,
  gpu: 0,
  records: API_ONLY,
  cause: {
    ...HOST_BOUND,
    primary: 'api_overhead',
    primaryAccepted: ['api_overhead', 'latency'],
    driver: 'allocation',
    driverAccepted: ['allocation', 'alloc', 'memory_allocation', 'allocation_in_loop'],
    guilty: { kind: 'api', names: ['hipMalloc', 'hipFree'] },
    techniques: ['allocation'],
  },
  distractors: [blocks.hotKernel(ASSEMBLE.name)],
  program: (host) => {
    startUp(host);
    const buffers = [160_000_000, 30_000_000];
    const reserve = (): void => buffers.forEach((bytes) => host.allocate(bytes, 150_000));
    const release = (): void => buffers.forEach((bytes) => host.free(bytes, 110_000));
    if (!host.has('cause')) reserve();
    times(34, (step) => {
      host.loopStep(`newton ${step}`, () => {
        if (host.has('cause')) reserve();
        host.launch(ASSEMBLE);
        times(4, () => host.launch(SPMV));
        if (host.has('cause')) release();
      });
    });
    if (!host.has('cause')) release();
  },
};

const STAGES = ['detect', 'describe', 'match', 'verify'].map((stage) =>
  streaming(`void sift::${stage}_features(float const*, float*, int, int)`, 90, 45),
);

/** A short run that loads its code on the way. */
const SHORT_RUN: Scenario = {
  id: 'first-calls',
  title: 'loading code at the first call of each kernel takes longer than the work',
  part: 'gfx90a',
  seed: 404,
  command: './match left.png right.png',
  records: API_ONLY,
  cause: {
    ...HOST_BOUND,
    primary: 'api_overhead',
    primaryAccepted: ['api_overhead', 'latency'],
    driver: 'runtime_initialization',
    driverAccepted: ['runtime_initialization', 'compilation', 'first_call', 'module_load', 'warmup'],
    guilty: { kind: 'api', names: ['hipModuleLoad'] },
    techniques: ['warmup'],
  },
  distractors: [],
  program: (host) => {
    startUp(host);
    for (const stage of STAGES) {
      if (host.has('cause')) host.call('hipModuleLoad', 31_000_000);
      host.launch(stage, { via: 'hipModuleLaunchKernel' });
    }
    times(16, (pair) => {
      host.loopStep(`pair ${pair}`, () => {
        for (const stage of STAGES) host.launch(stage, { via: 'hipModuleLaunchKernel' });
      });
    });
  },
};

/** Programs in which the host keeps the GPU waiting. */
export const HOST_SCENARIOS: readonly Scenario[] = [ATMOSPHERE, LOADER, WORKSPACE, SHORT_RUN];
