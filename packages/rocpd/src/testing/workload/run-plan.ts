import { RankSimulation } from './rank-simulation.js';
import type { RankPlace } from './reused-records.js';
import { NO_SINK } from './simulation-recorder.js';
import type { Workload } from './workload.js';

/** What a rehearsal of all ranks together tells about each of them. */
export interface RunPlan {
  /** End of each collective, relative to the start of the run; the same on all ranks. */
  readonly collectiveEndsNs: readonly number[];
  /** Per rank: length of the recording, and its counts of rows. */
  readonly ranks: readonly RankTotals[];
}

/** Size of one rank's recording. */
export interface RankTotals {
  readonly endNs: number;
  readonly dispatchCount: number;
  readonly regionCount: number;
  readonly copyCount: number;
}

/**
 * Runs all ranks in step without recording, to find when their collectives end: all together, one transfer after the
 * last rank has come.
 */
export function planRun(workload: Workload, places: readonly RankPlace[], seed: number): RunPlan {
  const simulations = places.map((place) => new RankSimulation(workload, place, seed, NO_SINK));
  const runs = simulations.map((simulation) => simulation.run());
  const collectiveEndsNs: number[] = [];
  let states = runs.map((run) => run.next());
  for (;;) {
    let lastStartNs = -1;
    let transferNs = 0;
    for (const state of states) {
      if (state.done === true) continue;
      lastStartNs = Math.max(lastStartNs, state.value.startNs);
      transferNs = state.value.transferNs;
    }
    if (lastStartNs < 0) break;
    const endNs = lastStartNs + transferNs;
    collectiveEndsNs.push(endNs);
    states = runs.map((run) => run.next(endNs));
  }
  const ranks = simulations.map(({ endNs, recorder }) => {
    const { dispatchCount, regionCount, copyCount } = recorder;
    return { endNs, dispatchCount, regionCount, copyCount };
  });
  return { collectiveEndsNs, ranks };
}

/** Runs one rank by a plan. */
export function runPlanned(simulation: RankSimulation, plan: RunPlan): void {
  const run = simulation.run();
  let state = run.next();
  for (const endNs of plan.collectiveEndsNs) {
    if (state.done === true) return;
    state = run.next(endNs);
  }
}
