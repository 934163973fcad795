import type { Scenario } from '../scenario.js';
import * as blocks from './blocks.js';
import { startUp, streaming, times } from './blocks.js';

const MB = 1_000_000;
const API_ONLY = { api: true, counters: false } as const;

const ADVECT = streaming('void plasma::push_particles<float, 3>(float4*, float4 const*, int)', 900, 500);
const DEPOSIT = streaming('void plasma::deposit_current<float>(float4 const*, float*, int)', 800, 400);
const SOLVE = streaming('void plasma::solve_fields<float>(float const*, float*, int)', 700, 500);

/** The GPU is busy from the first step on; reading the input takes a third of the recording. */
const LONG_SET_UP: Scenario = {
  id: 'healthy-after-set-up',
  title: 'nothing is wrong in the loop, reading the input took long',
  part: 'gfx942',
  seed: 971,
  command: './plasma --restart 41',
  records: API_ONLY,
  cause: null,
  distractors: [blocks.IDLE_PROLOGUE],
  program: (host) => {
    startUp(host);
    host.launch(ADVECT);
    blocks.idlePrologue(host, 14);
    times(40, () => {
      host.loopStep(null, () => {
        host.launch(ADVECT);
        host.launch(DEPOSIT);
        host.launch(SOLVE);
      });
    });
  },
};

const SCORE = streaming('void search::score_poses<float>(float const*, float*, int, int)', 700, 100);

/** The host sorts inside a range of its own, inside the range of its step. */
const NESTED_RANGES: Scenario = {
  id: 'sort-poses',
  title: 'the processor ranks candidates between two launches, inside of nested ranges',
  part: 'gfx950',
  seed: 973,
  command: './dock ligands.sdf',
  gpus: 8,
  gpu: 5,
  records: API_ONLY,
  cause: {
    primary: 'latency',
    primaryAccepted: ['latency'],
    driver: 'cpu_bound_host',
    driverAccepted: ['cpu_bound_host'],
    guilty: { kind: 'marker', names: ['rank_candidates'] },
    techniques: ['host'],
    removes: ['cause'],
  },
  distractors: [],
  program: (host) => {
    startUp(host);
    times(60, (round) => {
      host.loopStep(`round ${round}`, () => {
        host.marked('dock', () => {
          host.launch(SCORE);
          host.synchronizeStream();
          host.marked('rank_candidates', () => host.work(host.has('cause') ? 0.2 * MB : 5_000, 'rank'));
          host.marked('write_log', () => host.work(9_000, 'log'));
        });
      });
    });
  },
};

/** Programs in which something that happens once must not decide, and ranges in ranges. */
export const ONE_OFF_SCENARIOS: readonly Scenario[] = [LONG_SET_UP, NESTED_RANGES];
