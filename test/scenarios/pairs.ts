import { Host } from './host.js';
import type { KernelModel } from './kernel-model.js';
import { PARTS } from './parts.js';
import type { PartName } from './parts.js';
import { matrixProduct, startUp, streaming, times } from './programs/blocks.js';
import type { Recording } from './recording.js';
import type { Setting } from './write-trace.js';

/** Before and after a change. */
export type Side = 'baseline' | 'candidate';

/** Two runs of one program, of which the second has a change. */
export interface Pair {
  readonly id: string;
  readonly title: string;
  readonly part: PartName;
  readonly seed: number;
  readonly command: string;
  readonly program: (host: Host, side: Side) => void;
  readonly verdict: 'regressed' | 'improved' | 'neutral';
  /** Kernels whose calls became slower. */
  readonly regressed: readonly string[];
  readonly improved: readonly string[];
  readonly renamed: readonly { readonly old: string; readonly new: string }[];
  /** Kernels that are called more often, each call as fast as before. */
  readonly moreCalls: readonly string[];
  readonly copiesRegressed: boolean;
}

const SAME = {
  verdict: 'neutral',
  regressed: [],
  improved: [],
  renamed: [],
  moreCalls: [],
  copiesRegressed: false,
} as const;

function loop(steps: number, kernels: (side: Side) => readonly KernelModel[]): Pair['program'] {
  return (host, side) => {
    startUp(host);
    times(steps, (step) => host.loopStep(`step ${step}`, () => kernels(side).forEach((kernel) => host.launch(kernel))));
  };
}

const GATHER = 'void gnn::gather_neighbours<float, 8>(int const*, int const*, float const*, float*, int)';
const DENSE = matrixProduct('Cijk_Ailk_Bljk_SB_MT96x96x16_MI16x16x4x1_ISA90a', [4096, 1024, 1024], 'F32');
const RELU = streaming('void gnn::bias_relu(float*, float const*, int)', 60, 60);

const SLOWER: Pair = {
  ...SAME,
  id: 'pair-slower-gather',
  title: 'one hot kernel is a quarter slower',
  part: 'gfx90a',
  seed: 801,
  command: 'python gnn.py',
  verdict: 'regressed',
  regressed: [GATHER],
  program: loop(60, (side) => [streaming(GATHER, side === 'candidate' ? 255 : 200, 50), DENSE, RELU]),
};

const STENCIL = streaming('void heat::stencil27<double>(double const*, double*, int, int, int)', 400, 200);
const BOUNDARY = streaming('void heat::boundary<double>(double*, int)', 12, 12);
const NORM = streaming('void heat::residual_norm<double>(double const*, double*, int)', 100, 0.1);

const NOISE: Pair = {
  ...SAME,
  id: 'pair-noise',
  title: 'nothing changed but the noise',
  part: 'gfx942',
  seed: 802,
  command: './heat3d',
  program: loop(60, () => [STENCIL, BOUNDARY, NORM]),
};

const TILE_OLD = 'void spmm::tiled_rows<128, 32, 4>(int const*, int const*, float const*, float*, int)';
const TILE_NEW = 'void spmm::tiled_rows<128, 32, 8>(int const*, int const*, float const*, float*, int)';

const RENAMED: Pair = {
  ...SAME,
  id: 'pair-renamed',
  title: 'a kernel got another template value and so another name; its time is the same',
  part: 'gfx1201',
  seed: 803,
  command: './spmm --tile',
  renamed: [{ old: TILE_OLD, new: TILE_NEW }],
  program: loop(60, (side) => [
    streaming(side === 'candidate' ? TILE_NEW : TILE_OLD, 120, 30, { noiseKey: 'tile' }),
    RELU,
  ]),
};

const SWEEP = 'void sor::sweep_red_black<float>(float*, float const*, int, int)';

const MORE_CALLS: Pair = {
  ...SAME,
  id: 'pair-more-sweeps',
  title: 'the solver needs seven sweeps instead of five',
  part: 'gfx1100',
  seed: 804,
  command: './sor --tolerance',
  verdict: 'regressed',
  moreCalls: [SWEEP],
  program: loop(40, (side) => [
    ...new Array<KernelModel>(side === 'candidate' ? 7 : 5).fill(streaming(SWEEP, 48, 24)),
    streaming('void sor::residual<float>(float const*, float*, int, int)', 60, 10),
  ]),
};

const COPIES: Pair = {
  ...SAME,
  id: 'pair-pageable',
  title: 'uploads come from pageable memory now; the kernels are the same',
  part: 'gfx950',
  seed: 805,
  command: './inference --batch 64',
  verdict: 'regressed',
  copiesRegressed: true,
  program: (host, side) => {
    startUp(host);
    times(40, (step) => {
      host.loopStep(`batch ${step}`, () => {
        host.copy({ direction: 'host_to_device', bytes: 9_000_000, pageable: side === 'candidate' });
        host.launch(
          streaming('void net::conv_block<c10::Half>(c10::Half const*, c10::Half*, int)', 1500, 700, { vgpr: 96 }),
        );
        host.launch(streaming('void net::head<c10::Half>(c10::Half const*, float*, int)', 300, 20));
      });
    });
  },
};

const ATTENTION = 'void fmha::forward<c10::BFloat16, 128>(c10::BFloat16 const*, c10::BFloat16*, int, float)';

const IMPROVED: Pair = {
  ...SAME,
  id: 'pair-faster-attention',
  title: 'the attention kernel takes two thirds of the time',
  part: 'gfx942',
  seed: 806,
  command: 'python generate.py',
  verdict: 'improved',
  improved: [ATTENTION],
  program: loop(50, (side) => [
    streaming(ATTENTION, side === 'candidate' ? 340 : 520, 80, { vgpr: 128 }),
    matrixProduct('Cijk_Alik_Bljk_BBS_BH_MT128x256x64_MI16x16x1_ISA942', [2048, 4096, 4096], 'BF16'),
  ]),
};

/** All pairs. */
export const PAIRS: readonly Pair[] = [SLOWER, NOISE, RENAMED, MORE_CALLS, COPIES, IMPROVED];

/** Runs one side of a pair. The sides have different noise, as two runs have. */
export function simulateSide(pair: Pair, side: Side): Recording {
  const host = new Host(PARTS[pair.part], { seed: pair.seed + (side === 'candidate' ? 5000 : 0), spread: 0.02 });
  pair.program(host, side);
  return host.finish();
}

/** What the trace of a side says about the machine. */
export function settingOf(pair: Pair, side: Side): Setting {
  const { part, seed, command } = pair;
  return { part, command, seed: seed + (side === 'candidate' ? 50 : 0), records: { api: true, counters: false } };
}
