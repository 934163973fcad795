import { ANALYSIS_SLICE } from './analysis.js';
import { COMPUTE_SPECIALIST_SLICE } from './compute-specialist.js';
import { CORRECTNESS_SLICE } from './correctness.js';
import { DIFF_SPECIALIST_SLICE } from './diff-specialist.js';
import { LATENCY_SPECIALIST_SLICE } from './latency-specialist.js';
import { MEMORY_SPECIALIST_SLICE } from './memory-specialist.js';
import { RECOMMENDATION_SLICE } from './recommendation.js';
import { ROOT_SLICE } from './root.js';
import type { AgentRole } from '../runtime/agent-role.js';

/** The slice of each agent, before its tools and its output are filled in. */
export const SLICES: Readonly<Record<AgentRole, string>> = {
  root: ROOT_SLICE,
  analysis: ANALYSIS_SLICE,
  recommendation: RECOMMENDATION_SLICE,
  correctness: CORRECTNESS_SLICE,
  compute_specialist: COMPUTE_SPECIALIST_SLICE,
  memory_specialist: MEMORY_SPECIALIST_SLICE,
  latency_specialist: LATENCY_SPECIALIST_SLICE,
  diff_specialist: DIFF_SPECIALIST_SLICE,
};
