import type { Cause, Scenario } from '../scenario.js';
import * as blocks from './blocks.js';
import { matrixProduct, startUp, streaming, times } from './blocks.js';

const MB = 1_000_000;
const EXPOSED: Omit<Cause, 'guilty'> = {
  primary: 'memory_transfer',
  primaryAccepted: ['memory_transfer'],
  driver: 'exposed_copy',
  driverAccepted: ['exposed_copy'],
  techniques: ['overlap'],
  removes: ['cause'],
};
const PAGEABLE: Omit<Cause, 'guilty'> = {
  ...EXPOSED,
  driver: 'pageable_copy',
  driverAccepted: ['pageable_copy', 'exposed_copy'],
  techniques: ['pinned'],
};
const API_ONLY = { api: true, counters: false } as const;

const MIGRATE = streaming(
  'void rtm::migrate_shot<float, 8>(float const*, float const*, float*, int, int)',
  3200,
  1600,
  { vgpr: 64 },
);
const MUTE = streaming('void rtm::mute_direct(float*, int, float)', 8, 8, { workgroups: 56 });

/** Shots are uploaded, migrated and downloaded one after the other. */
const SEISMIC: Scenario = {
  id: 'seismic-shots',
  title: 'upload, kernel and download of each shot on one stream, from pinned memory',
  part: 'gfx942',
  seed: 101,
  command: './rtm --model marmousi.h5 --shots 22',
  gpus: 8,
  gpu: 3,
  records: API_ONLY,
  cause: {
    ...EXPOSED,
    guilty: { kind: 'copy', names: ['MEMORY_COPY_HOST_TO_DEVICE', 'MEMORY_COPY_DEVICE_TO_HOST', 'hipMemcpyAsync'] },
  },
  distractors: [blocks.SLOW_FIRST, blocks.SIDE_STREAM],
  program: (host) => {
    startUp(host);
    blocks.slowFirst(host, MIGRATE, 4);
    times(22, (shot) => {
      host.loopStep(null, () => {
        const stream = host.has('cause') ? 1 : 1 + (shot % 3);
        host.copy({ direction: 'host_to_device', bytes: 72 * MB, stream });
        host.launch(MIGRATE, { stream });
        host.copy({ direction: 'device_to_host', bytes: 40 * MB, stream });
        if (host.has('side_stream')) times(2, () => host.launch(MUTE, { stream: 5 }));
      });
    });
  },
};

const CONV1 = streaming(
  'void sr::conv3x3_prelu<__half, 64>(__half const*, __half const*, __half*, int, int)',
  380,
  380,
  { vgpr: 88 },
);
const SHUFFLE = streaming('void sr::pixel_shuffle<__half>(__half const*, __half*, int, int)', 100, 100);

/** Frames go up, through a network and down again, and the host waits for each. */
const VIDEO: Scenario = {
  id: 'video-upscale',
  title: 'each frame is uploaded, scaled and read back before the next one starts',
  part: 'gfx1100',
  seed: 102,
  command: './upscale -i clip.y4m -o out.y4m',
  records: API_ONLY,
  category: 'HIP_RUNTIME_API',
  cause: {
    ...EXPOSED,
    guilty: { kind: 'copy', names: ['MEMORY_COPY_HOST_TO_DEVICE', 'MEMORY_COPY_DEVICE_TO_HOST', 'hipMemcpyAsync'] },
  },
  distractors: [blocks.IDLE_PROLOGUE, blocks.hotKernel(CONV1.name)],
  program: (host) => {
    startUp(host);
    blocks.idlePrologue(host, 8);
    times(30, (frame) => {
      host.loopStep(`frame ${frame}`, () => {
        const serial = host.has('cause');
        const stream = serial ? 0 : 1 + (frame % 3);
        host.copy({ direction: 'host_to_device', bytes: 25 * MB, stream });
        host.launch(CONV1, { stream });
        host.launch(SHUFFLE, { stream });
        host.copy({ direction: 'device_to_host', bytes: 33 * MB, stream });
        if (serial) host.synchronizeStream(0);
      });
    });
  },
};

const FLUX = streaming('void euler::hllc_flux<double, 3>(double const*, double const*, double*, GridDims)', 1500, 500, {
  vgpr: 112,
});
const UPDATE = streaming('void euler::update_conserved<double>(double*, double const*, double, GridDims)', 1000, 500);

/** Snapshots of a flow solver go to ordinary memory of the host. */
const SNAPSHOTS: Scenario = {
  id: 'flow-snapshots',
  title: 'read-back of snapshots into pageable memory',
  part: 'gfx90a',
  seed: 103,
  command: './euler3d case.toml',
  gpus: 2,
  gpu: 1,
  records: API_ONLY,
  cause: { ...PAGEABLE, guilty: { kind: 'copy', names: ['MEMORY_COPY_DEVICE_TO_HOST', 'hipMemcpy'] } },
  distractors: [blocks.SLOW_FIRST],
  program: (host) => {
    startUp(host);
    blocks.slowFirst(host, FLUX, 3);
    times(16, (step) => {
      host.loopStep(`step ${step}`, () => {
        times(2, () => {
          host.launch(FLUX);
          host.launch(UPDATE);
        });
        host.copy({ direction: 'device_to_host', bytes: 40 * MB, blocking: true, pageable: host.has('cause') });
      });
    });
  },
};

const CONV = streaming('MIOpenConvFwdWinograd_f3x2', 420, 210, { vgpr: 128, noiseKey: 'conv' });
const NORM = streaming('void batch_norm_spatial_multiple<float>(float const*, float*, float const*, int)', 120, 120);

/** A training loop that hands ordinary tensors to the GPU. */
const TRAINING: Scenario = {
  id: 'train-pageable',
  title: 'batches are uploaded from pageable memory',
  part: 'gfx1201',
  seed: 104,
  command: 'python train_classifier.py --amp',
  records: API_ONLY,
  cause: { ...PAGEABLE, guilty: { kind: 'copy', names: ['MEMORY_COPY_HOST_TO_DEVICE', 'hipMemcpyAsync'] } },
  distractors: [blocks.hotKernel(CONV.name), blocks.HIDDEN_API],
  program: (host) => {
    startUp(host);
    times(18, () => {
      host.loopStep(null, () => {
        host.copy({ direction: 'host_to_device', bytes: 77 * MB, pageable: host.has('cause') });
        times(4, () => {
          blocks.chatter(host);
          host.launch(CONV, { via: 'hipModuleLaunchKernel' });
          blocks.chatter(host);
          host.launch(NORM);
        });
      });
    });
  },
};

const COLLIDE = streaming('void dem::contact_forces<double>(double4 const*, int const*, double4*, int)', 700, 180, {
  vgpr: 96,
});
const MOVE = streaming('void dem::integrate<double>(double4*, double4 const*, double, int)', 180, 90);

/** Properties of many bodies are uploaded one array of a few kilobytes at a time. */
const SMALL_COPIES: Scenario = {
  id: 'small-uploads',
  title: 'hundreds of copies of 64 KiB each, in front of the kernels that need them',
  part: 'gfx90a',
  seed: 105,
  command: './dem hopper.in',
  records: API_ONLY,
  cause: {
    ...EXPOSED,
    driverAccepted: ['exposed_copy', 'small_copies', 'many_small_copies', 'copy_latency', 'copy_overhead'],
    guilty: { kind: 'copy', names: ['MEMORY_COPY_HOST_TO_DEVICE', 'hipMemcpyAsync'] },
    techniques: ['batch', 'overlap'],
  },
  distractors: [blocks.hotKernel(COLLIDE.name)],
  program: (host) => {
    startUp(host);
    times(14, (step) => {
      host.loopStep(`timestep ${step}`, () => {
        const count = host.has('cause') ? 150 : 1;
        times(count, () => host.copy({ direction: 'host_to_device', bytes: (150 * 65_536) / count }));
        host.launch(COLLIDE);
        host.launch(MOVE);
      });
    });
  },
};

const GATHER = streaming('void lj::neighbour_forces<float>(float4 const*, int const*, float4*, int)', 260, 60, {
  vgpr: 72,
});
const VERLET = streaming('void lj::verlet_half<float>(float4*, float4 const*, float, int)', 60, 40);

/** Coefficients are set by one blocking copy each, as with copies to symbols. */
const BLOCKING_COPIES: Scenario = {
  id: 'blocking-coefficients',
  title: 'dozens of blocking copies of a few hundred bytes in each step',
  part: 'gfx942',
  seed: 108,
  command: './md argon.lmp',
  gpus: 4,
  gpu: 3,
  records: API_ONLY,
  cause: {
    ...EXPOSED,
    // Half of the cost is the blocking, the other half the number of copies: either is a right answer.
    primaryAccepted: ['memory_transfer', 'latency', 'api_overhead'],
    driverAccepted: ['exposed_copy', 'small_copies', 'many_small_copies', 'copy_latency', 'device_sync'],
    guilty: { kind: 'copy', names: ['MEMORY_COPY_HOST_TO_DEVICE', 'hipMemcpy'] },
    techniques: ['batch', 'overlap', 'unblock'],
  },
  distractors: [blocks.HIDDEN_API],
  program: (host) => {
    startUp(host);
    times(40, (step) => {
      host.loopStep(`step ${step}`, () => {
        times(host.has('cause') ? 12 : 1, () => host.copy({ direction: 'host_to_device', bytes: 512, blocking: true }));
        blocks.chatter(host);
        host.launch(GATHER);
        blocks.chatter(host);
        host.launch(VERLET);
      });
    });
  },
};

const ENCODE = matrixProduct('Cijk_Ailk_Bljk_HHS_BH_MT128x128x32_MI32x32x8x1_SN_1LDSB0', [4096, 4096, 2048], 'F16');
const PASS = streaming('void post::tonemap_pass<2>(float4 const*, float4*, int, int)', 1.2, 1.2);

/** Uploads that nothing covers, and passes that are launched one by one. */
const MIXED_UPLOAD: Scenario = {
  id: 'encode-and-passes',
  title: 'exposed uploads and launch-bound passes cost about the same',
  part: 'gfx942',
  seed: 106,
  command: './pano --views 16',
  records: API_ONLY,
  cause: {
    ...EXPOSED,
    ...{ primary: 'mixed', primaryAccepted: ['mixed'], driver: 'mixed', driverAccepted: ['mixed'] },
    guilty: { kind: 'mixed', names: ['MEMORY_COPY_HOST_TO_DEVICE', 'hipLaunchKernel', 'tonemap_pass'] },
    techniques: ['overlap', 'graph', 'fusion'],
    removes: ['copies', 'launches'],
  },
  distractors: [],
  program: (host) => {
    startUp(host);
    times(16, (view) => {
      host.loopStep(`view ${view}`, () => {
        const stream = host.has('copies') ? 0 : 1 + (view % 2);
        host.copy({ direction: 'host_to_device', bytes: 12 * MB, stream });
        host.launch(ENCODE, { stream });
        if (host.has('copies')) host.synchronizeStream(0);
        const passes = new Array<typeof PASS>(72).fill(PASS);
        if (host.has('launches'))
          for (const pass of passes) {
            host.launch(pass, { stream });
            host.work(1700, 'pass arguments');
          }
        else host.launchGraph(passes, stream);
      });
    });
  },
};

const SIM = streaming('void fluid2d::advect<float>(float const*, float const*, float*, int, int)', 130, 65);
const JACOBI = streaming('void fluid2d::jacobi_small<float>(float const*, float const*, float*, int)', 0.3, 0.15, {
  workgroups: 60,
});

/** Frames that are read back, and a solver of many tiny launches. */
const MIXED_DOWNLOAD: Scenario = {
  id: 'fluid-frames',
  title: 'exposed read-back and tiny solver launches cost about the same',
  part: 'gfx1100',
  seed: 107,
  command: './fluid2d --record',
  records: API_ONLY,
  category: 'HIP_RUNTIME_API',
  cause: {
    ...EXPOSED,
    ...{ primary: 'mixed', primaryAccepted: ['mixed'], driver: 'mixed', driverAccepted: ['mixed'] },
    guilty: { kind: 'mixed', names: ['MEMORY_COPY_DEVICE_TO_HOST', 'hipLaunchKernel', 'jacobi_small'] },
    techniques: ['overlap', 'graph', 'fusion'],
    removes: ['copies', 'launches'],
  },
  distractors: [],
  program: (host) => {
    startUp(host);
    times(20, () => {
      host.loopStep(null, () => {
        host.launch(SIM);
        // The length of the time step comes from the GPU.
        host.synchronizeDevice();
        const rounds = new Array<typeof JACOBI>(64).fill(JACOBI);
        if (host.has('launches')) {
          for (const round of rounds) {
            host.launch(round);
            host.work(2000, 'iteration');
          }
          host.synchronizeDevice();
        } else host.launchGraph(rounds);
        if (host.has('copies')) {
          host.copy({ direction: 'device_to_host', bytes: 5.5 * MB });
          host.synchronizeStream(0);
        } else {
          host.join(3, 0);
          host.copy({ direction: 'device_to_host', bytes: 5.5 * MB, stream: 3 });
        }
      });
    });
  },
};

/** Programs whose copies cost the time. */
export const COPY_SCENARIOS: readonly Scenario[] = [
  ...[SEISMIC, VIDEO, SNAPSHOTS, TRAINING, SMALL_COPIES, BLOCKING_COPIES, MIXED_UPLOAD, MIXED_DOWNLOAD],
];
