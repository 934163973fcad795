import type { CounterStatistics, HardwareCounters } from '../../schemas/hardware-counters.js';
import type { CounterGroup } from './counter-group.js';

/** Pairs of kernel and counter that a report lists. */
const MAX_KERNEL_COUNTERS = 5000;

type PerKernel = NonNullable<HardwareCounters['per_kernel']>;

/** One counter over dispatches, while it is added up. */
interface Total {
  count: number;
  sum: number;
  least: number;
  most: number;
}

/**
 * Statistics of every counter over the dispatches that hold it, as recorded: zeros that cannot be are in here, the
 * metrics leave them out. By counter name.
 */
export function counterStatistics(groups: readonly CounterGroup[]): Record<string, CounterStatistics> {
  return Object.fromEntries(
    [...totalsOf(groups)].map(([name, { count, sum, least, most }]) => [
      name,
      {
        sample_count: count,
        avg_value: meanWithin(sum / count, least, most),
        min_value: least,
        max_value: most,
        total_value: sum,
      },
    ]),
  );
}

/**
 * Statistics of every counter by kernel: kernels in the order given, counters by name, at most `limit` pairs;
 * `isTruncated` says whether there are more.
 */
export function kernelCounterTable(
  kernels: readonly { readonly kernel: string; readonly groups: readonly CounterGroup[] }[],
  limit = MAX_KERNEL_COUNTERS,
): { perKernel: PerKernel; isTruncated: boolean } {
  const groupsByKernel = new Map<string, CounterGroup[]>();
  for (const { kernel, groups } of kernels)
    groupsByKernel.set(kernel, [...(groupsByKernel.get(kernel) ?? []), ...groups]);
  const rows: [string, PerKernel[string]][] = [];
  let left = limit;
  let isTruncated = false;
  for (const [kernel, groups] of groupsByKernel) {
    const totals = [...totalsOf(groups)];
    if (totals.length > left) isTruncated = true;
    const kept = totals.slice(0, left);
    left -= kept.length;
    if (kept.length > 0) rows.push([kernel, Object.fromEntries(kept.map(([name, total]) => [name, kernelRow(total)]))]);
  }
  return { perKernel: Object.fromEntries(rows), isTruncated };
}

function kernelRow({ count, sum, least, most }: Total): PerKernel[string][string] {
  return { dispatch_count: count, avg_value: meanWithin(sum / count, least, most), min_value: least, max_value: most };
}

/** Totals by counter, sorted by name. */
function totalsOf(groups: readonly CounterGroup[]): [string, Total][] {
  const totals = new Map<string, Total>();
  for (const { counters, dispatchCount, sums, minima, maxima } of groups)
    for (const [place, name] of counters.entries()) {
      let total = totals.get(name);
      if (total === undefined) {
        total = { count: 0, sum: 0, least: Number.POSITIVE_INFINITY, most: Number.NEGATIVE_INFINITY };
        totals.set(name, total);
      }
      total.count += dispatchCount;
      total.sum += sums[place] ?? 0;
      total.least = Math.min(total.least, minima[place] ?? total.least);
      total.most = Math.max(total.most, maxima[place] ?? total.most);
    }
  return [...totals].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The rounding of a sum must not push a mean past its least or greatest value. */
function meanWithin(mean: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, mean));
}
