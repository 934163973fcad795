import { categorizeKernelName } from '@perfxpert/knowledge';
import type { KernelCategory } from '../../schemas/kernel-categories.js';
import { roundedPercentOf } from '../statistics/percent-of.js';
import { roundTo } from '../statistics/round-to.js';
import { compareText } from '../text/compare-text.js';
import type { KernelSegments } from './kernel-segments.js';
import type { MergeContext } from './merge-context.js';

/** Dispatches and their summed duration by kind of kernel, of one process. */
export type KernelCategoriesPart = readonly {
  readonly category: string;
  readonly count: number;
  readonly totalNs: number;
}[];

/** Sums the dispatches of one process by kind of kernel; the kind follows from the name (knowledge: `ours_in_order`). */
export function collectKernelCategories(segments: KernelSegments): KernelCategoriesPart {
  const categories = segments.names.map(categorizeKernelName);
  const sums = new Map<string, { category: string; count: number; totalNs: number }>();
  for (let segment = 0; segment < segments.count; segment++) {
    const category = categories[segments.name[segment] ?? 0] ?? '';
    const sum = sums.get(category) ?? { category, count: 0, totalNs: 0 };
    sums.set(category, sum);
    const end = segments.offsets[segment + 1] ?? 0;
    for (let place = segments.offsets[segment] ?? 0; place < end; place++) {
      sum.count++;
      sum.totalNs += segments.durationsNs[place] ?? 0;
    }
  }
  return [...sums.values()];
}

/** Kinds of kernels over all processes, by summed duration, then name. */
export function mergeKernelCategories(parts: readonly KernelCategoriesPart[], context: MergeContext): KernelCategory[] {
  const sums = new Map<string, { count: number; totalNs: number }>();
  for (const { category, count, totalNs } of parts.flat()) {
    const sum = sums.get(category) ?? { count: 0, totalNs: 0 };
    sums.set(category, { count: sum.count + count, totalNs: sum.totalNs + totalNs });
  }
  return [...sums]
    .sort(([nameA, a], [nameB, b]) => b.totalNs - a.totalNs || compareText(nameA, nameB))
    .map(([category, { count, totalNs }]) => ({
      category,
      count,
      total_ns: totalNs,
      pct_of_kernel_time: roundedPercentOf(totalNs, context.kernelTimeNs),
      avg_duration_ns: Math.floor(totalNs / count),
      pct_of_total_time: context.wallNs === 0 ? 0 : roundTo((100 * totalNs) / context.wallNs, 2),
    }));
}
