import type { ProcessColumns } from '@perfxpert/rocpd';
import { compareText } from '../text/compare-text.js';
import { copyName } from './operations.js';
import type { Operations } from './operations.js';

/** Operations of one name. */
export interface NameTotal {
  readonly name: string;
  readonly isCopy: boolean;
  readonly count: number;
  readonly totalNs: number;
}

/** Adds up chosen operations by name, longest first, then by name. Names are looked at once each, not per operation. */
export function totalByName(
  chosen: Uint32Array,
  { startNs, endNs, row, isCopy }: Operations,
  { kernels, dispatches, copies }: ProcessColumns,
): NameTotal[] {
  const count = new Float64Array(kernels.length + copies.names.length);
  const totalNs = new Float64Array(count.length);
  for (let place = 0; place < chosen.length; place++) {
    const operation = chosen[place] ?? 0;
    const own = row[operation] ?? 0;
    const code = isCopy[operation] === 1 ? kernels.length + (copies.name[own] ?? 0) : (dispatches.kernel[own] ?? 0);
    count[code] = (count[code] ?? 0) + 1;
    totalNs[code] = (totalNs[code] ?? 0) + (endNs[operation] ?? 0) - (startNs[operation] ?? 0);
  }
  const kernelTotals = new Map<string, NameTotal>();
  for (const [code, { name }] of kernels.entries()) addTo(kernelTotals, name, false, count[code], totalNs[code]);
  const copyTotals = new Map<string, NameTotal>();
  for (const [code, name] of copies.names.entries()) {
    const place = kernels.length + code;
    addTo(copyTotals, copyName(name), true, count[place], totalNs[place]);
  }
  return [...kernelTotals.values(), ...copyTotals.values()].sort(
    (a, b) => b.totalNs - a.totalNs || compareText(a.name, b.name) || Number(a.isCopy) - Number(b.isCopy),
  );
}

/** Two kernels of one name (two code objects) are one. */
function addTo(totals: Map<string, NameTotal>, name: string, isCopy: boolean, count = 0, totalNs = 0): void {
  if (count === 0) return;
  const before = totals.get(name);
  totals.set(name, { name, isCopy, count: count + (before?.count ?? 0), totalNs: totalNs + (before?.totalNs ?? 0) });
}
