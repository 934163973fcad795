import type { Rank, Ranks, Straggler } from '../../../src/schemas/ranks.js';

/** Rank 3, late by its kernels: 25 % of a window of 2e9 ns. */
export const STRAGGLER: Straggler = {
  index: 1,
  rank: 3,
  device: 'GPU 0, rank 3',
  basis: 'collectives',
  last_count: 90,
  matched_count: 100,
  caused_waiting_ns: 1_500_000_000,
  caused_waiting_pct: 95,
  bound_ns: 500_000_000,
  window_count: 1,
  lead: 'kernels',
  parts: [{ part: 'kernels', own_ns: 1_600_000_000, median_ns: 1_000_000_000, excess_ns: 600_000_000 }],
  kernels: [
    {
      name: 'void ns::gemm<float>(int)',
      calls: 10,
      median_calls: 10,
      own_ns: 900_000_000,
      median_ns: 450_000_000,
      excess_ns: 450_000_000,
    },
  ],
  idle_causes: [{ cause: 'late_launch', own_ns: 20, median_ns: 10, excess_ns: 10 }],
};

/** Two ranks, the second of them a straggler. */
export function ranksWith(straggler: Partial<Straggler> = {}): Ranks {
  return {
    rank_count: 2,
    world_size: null,
    missing_rank_count: null,
    missing_ranks: null,
    ranks: [rank(0, 500_000_000), rank(3, 0)],
    cohorts: [],
    unlike: [],
    straggler: { ...STRAGGLER, ...straggler },
    straggler_reason: null,
  };
}

function rank(number: number, waitingNs: number): Rank {
  return {
    rank: number,
    device: `GPU 0, rank ${number}`,
    guid: `g${number}`,
    agent_id: 1,
    node: 'node-a',
    pid: number,
    gfx_id: 'gfx942',
    cohort: 0,
    wall_ns: 2_000_000_000,
    kernel_ns: 1_000_000_000,
    communication_ns: waitingNs + 200_000_000,
    communication_exposed_ns: waitingNs + 200_000_000,
    transfer_ns: 200_000_000,
    waiting_ns: waitingNs,
    late_ns: 500_000_000 - waitingNs,
    copy_exposed_ns: 0,
    api_exposed_ns: 0,
    api_exposed_wait_ns: 0,
    idle_other_ns: 0,
    dispatch_count: 100,
    copy_count: 0,
    busy_pct: 100,
    first_start_ns: 0,
  };
}
