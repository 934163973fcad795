import type { ComparisonSide, SideKernel } from './comparison-side.js';
import { matchRenames } from './match-renames.js';
import type { Rename } from './match-renames.js';

/** One kernel of a comparison. A kernel that a side lacks is undefined there, or has no calls. */
export interface KernelPair {
  /** Name in the new run; of a removed kernel in the baseline. */
  readonly name: string;
  /** Name in the baseline where it was another. */
  readonly renamedFrom: string | null;
  readonly before: SideKernel | undefined;
  readonly after: SideKernel | undefined;
}

/** Every kernel of two sides once: by its name, or as one under two names (`matchRenames`). In no order. */
export function pairKernels(
  baseline: ComparisonSide,
  next: ComparisonSide,
): { readonly pairs: readonly KernelPair[]; readonly renames: readonly Rename[] } {
  const olds = [...baseline.kernels.values()].filter(isPresent);
  const news = [...next.kernels.values()].filter(isPresent);
  const renames = matchRenames(
    olds.filter(({ name }) => !isPresent(next.kernels.get(name))),
    news.filter(({ name }) => !isPresent(baseline.kernels.get(name))),
  );
  const oldNames = new Map(renames.map((rename) => [rename.new, rename.old]));
  const renamedOlds = new Set(oldNames.values());
  const pairs = news.map((after): KernelPair => {
    const renamedFrom = oldNames.get(after.name) ?? null;
    return { name: after.name, renamedFrom, before: baseline.kernels.get(renamedFrom ?? after.name), after };
  });
  for (const before of olds)
    if (!renamedOlds.has(before.name) && !isPresent(next.kernels.get(before.name)))
      pairs.push({ name: before.name, renamedFrom: null, before, after: next.kernels.get(before.name) });
  return { pairs, renames };
}

function isPresent(kernel: SideKernel | undefined): kernel is SideKernel {
  return kernel !== undefined && kernel.calls > 0;
}
