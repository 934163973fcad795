import type { Rule } from '../rule.js';
import { apiOverhead } from './api-overhead.js';
import { attStall } from './att-stall.js';
import { attSummary } from './att-summary.js';
import { catalogueTechnique } from './catalogue-technique.js';
import { collectMore } from './collect-more.js';
import { computeBoundKernel } from './compute-bound-kernel.js';
import { exposedCommunication } from './exposed-communication.js';
import { gpuIdle } from './gpu-idle.js';
import { gpuUtilization } from './gpu-utilization.js';
import { kernelHotspot } from './kernel-hotspot.js';
import { launchEfficiency } from './launch-efficiency.js';
import { launchOverhead } from './launch-overhead.js';
import { loopHint } from './loop-hint.js';
import { lowOccupancy } from './low-occupancy.js';
import { memoryBandwidth } from './memory-bandwidth.js';
import { memoryBoundKernel } from './memory-bound-kernel.js';
import { memoryTransfer } from './memory-transfer.js';
import { mixedKernel } from './mixed-kernel.js';
import { rankStraggler } from './rank-straggler.js';
import { runtimeInitialization } from './runtime-initialization.js';
import { smallGrid } from './small-grid.js';
import { thermalThrottling } from './thermal-throttling.js';
import { warmup } from './warmup.js';

/**
 * All rules in the order they are asked. Some look at what fired before them (`RuleInput.earlier`): start-up only where
 * nothing else did, one class per kernel, advice to record more as the last resort. Warm-up is said in any case.
 */
export const RULES: readonly Rule[] = [
  lowOccupancy,
  gpuUtilization,
  attStall,
  attSummary,
  memoryTransfer,
  rankStraggler,
  thermalThrottling,
  exposedCommunication,
  runtimeInitialization,
  apiOverhead,
  computeBoundKernel,
  mixedKernel,
  memoryBoundKernel,
  kernelHotspot,
  loopHint,
  launchOverhead,
  memoryBandwidth,
  launchEfficiency,
  gpuIdle,
  smallGrid,
  catalogueTechnique,
  collectMore,
  warmup,
];
