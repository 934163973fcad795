import { API_CLASSES } from '../../../terms/api-terms.js';
import type { ApiBreakdown, ApiCall } from '../../../schemas/api-breakdown.js';
import type { ApiClass } from '../../../terms/api-terms.js';
import { exposedByKey } from './exposed-by-key.js';
import type { ApiName } from './number-api-names.js';
import type { ApiPart } from './collect-api.js';
import { compareText } from '../../text/compare-text.js';
import type { MergeContext } from '../merge-context.js';

/** Functions listed; the others are in the totals only. */
const MAX_API_CALLS = 50;

/**
 * API calls of all processes by class and by function. `by_class` holds the classes that occur, by self time
 * descending, then by name; `api_calls` the functions (family and name), by total time descending, then by name and
 * family.
 *
 * Exposed time: per device |U(calls) in W minus GPU work of the device|, W the window of the device's group; per group
 * the mean over its devices, rounded to whole nanoseconds; groups added up. 0 for calls of processes without GPU work,
 * which have no window. Threads overlap, so it does not add up over functions.
 */
export function mergeApi(parts: readonly ApiPart[], context: MergeContext): ApiBreakdown {
  const byClass = new Map<ApiClass, ApiTotals>();
  const byName = new Map<string, ApiTotals & { readonly first: ApiName }>();
  for (const { names, calls, totalNs, selfNs } of parts)
    for (const [index, name] of names.entries()) {
      const own = { calls: calls[index + 1] ?? 0, totalNs: totalNs[index + 1] ?? 0, selfNs: selfNs[index + 1] ?? 0 };
      const key = nameKey(name);
      byClass.set(name.class, plus(byClass.get(name.class), own));
      byName.set(key, { ...plus(byName.get(key), own), first: byName.get(key)?.first ?? name });
    }
  const exposedByName = exposedByKey(
    parts.map(({ names, exposedByName: exposed }) => ({ exposed, keys: names.map(nameKey) })),
    context,
  );
  const exposedByClass = exposedByKey(
    parts.map(({ exposedByClass: exposed }) => ({ exposed, keys: API_CLASSES })),
    context,
  );
  const classes = [...byClass].map(([name, { calls, selfNs }]) => ({
    class: name,
    calls,
    self_ns: selfNs,
    exposed_ns: exposedByClass.get(name) ?? 0,
  }));
  const calls = [...byName].map(([key, totals]) => toCall(totals.first, totals, exposedByName.get(key) ?? 0));
  return {
    has_api_data: calls.length > 0,
    total_api_ns: classes.reduce((sum, { self_ns: selfNs }) => sum + selfNs, 0),
    launch_overhead_ns: byClass.get('launch')?.selfNs ?? 0,
    by_class: classes.sort((a, b) => b.self_ns - a.self_ns || compareText(a.class, b.class)),
    api_calls: calls.sort(compareCalls).slice(0, MAX_API_CALLS),
    api_call_count: calls.length,
  };
}

interface ApiTotals {
  readonly calls: number;
  readonly totalNs: number;
  readonly selfNs: number;
}

function plus(sum: ApiTotals | undefined, own: ApiTotals): ApiTotals {
  if (sum === undefined) return own;
  return { calls: sum.calls + own.calls, totalNs: sum.totalNs + own.totalNs, selfNs: sum.selfNs + own.selfNs };
}

function nameKey({ family, name }: ApiName): string {
  return `${family} ${name}`;
}

function toCall({ name, family, class: apiClass }: ApiName, totals: ApiTotals, exposedNs: number): ApiCall {
  return {
    name,
    family,
    class: apiClass,
    calls: totals.calls,
    total_ns: totals.totalNs,
    self_ns: totals.selfNs,
    exposed_ns: exposedNs,
    avg_ns: totals.totalNs / totals.calls,
  };
}

function compareCalls(a: ApiCall, b: ApiCall): number {
  return b.total_ns - a.total_ns || compareText(a.name, b.name) || compareText(a.family, b.family);
}
