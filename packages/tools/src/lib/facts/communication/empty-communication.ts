import type { Communication } from '../../../schemas/communication.js';

/** The shape of a communication section without communication. */
export const EMPTY_COMMUNICATION: Communication = {
  collectives: [],
  collective_count: 0,
  summary: {
    op_count: 0,
    kernel_count: 0,
    ranks: 1,
    dominant_op: null,
    peak_bw_gbps: null,
    avg_bw_gbps: null,
    avg_efficiency_pct: null,
    total_ns: 0,
    union_ns: 0,
    exposed_ns: 0,
    overlap_pct: 0,
    communication_ns: null,
    wait_ns: null,
    skew_ns: null,
    matched_count: 0,
    unmatched_kernel_count: 0,
    ranks_reason: 'No communication kernel was recorded.',
    missing_rank_count: null,
    missing_ranks: null,
    capture_incomplete: false,
    measured_metrics_available: false,
    reason: 'No communication kernel was recorded.',
  },
  ranks: [],
  arrivals: [],
  capture_incomplete: false,
};
