import { percentText } from '../figures.js';
import type { KernelLimit } from '../kernel-limit.js';
import { kernelClassRule } from './kernel-class.js';
import type { ClassAdvice } from './kernel-class.js';

/** Hot kernels in which memory and arithmetic are both moderately busy and neither is the limit. */
export const mixedKernel = kernelClassRule({
  id: 'ROCPD-MIXED-001',
  name: 'mixed_kernel',
  category: 'Mixed Bottleneck Kernel',
  confidence: 0.7,
  limiters: ['mixed'],
  advise,
});

function advise({ metrics }: KernelLimit, kernel: string): ClassAdvice {
  const busiestPct = percentText(Math.max(metrics.matrixPct ?? 0, metrics.vectorPct ?? 0));
  return {
    title: `Let loads and arithmetic of ${kernel} run side by side`,
    suggestion: `${kernel} uses HBM at ${percentText(metrics.hbmPct ?? 0)} and its units at ${busiestPct}: it alternates between loading and computing. Prefetch the next tile while this one is computed.`,
    actions: [`Change ${kernel} to load tile n+1 before it computes tile n`],
    risk: null,
  };
}
