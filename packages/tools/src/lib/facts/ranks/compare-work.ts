import type { IdleCauses } from '../../../schemas/idle-causes.js';
import { RANK_PARTS } from '../../../terms/rank-terms.js';
import type { Rank, Straggler } from '../../../schemas/ranks.js';
import { medianOf } from '../../statistics/median-of.js';
import { compareText } from '../../text/compare-text.js';
import type { RankWork } from './list-rank-works.js';

/** Kernels and idle causes listed. */
const MAX_EXCESSES = 5;

type RankPartName = (typeof RANK_PARTS)[number];

function partNs(rank: Rank, part: RankPartName): number {
  switch (part) {
    case 'kernels':
      return rank.kernel_ns;
    case 'copies':
      return rank.copy_exposed_ns;
    case 'api_calls':
      return rank.api_exposed_ns - rank.api_exposed_wait_ns;
    case 'empty_gpu':
      return rank.idle_other_ns + rank.api_exposed_wait_ns;
  }
}

/** What one rank does longer than the median of others: parts of its time, most first; equal ones in the order of parts. */
export function compareParts(own: Rank, others: readonly Rank[]): Straggler['parts'] {
  if (others.length === 0) return [];
  return RANK_PARTS.map((part) => ({
    part,
    ...excess(
      partNs(own, part),
      others.map((other) => partNs(other, part)),
    ),
  })).sort((a, b) => b.excess_ns - a.excess_ns);
}

/** Kernels that take one rank longer than the median of the others, by excess, then name. */
export function compareKernels(own: RankWork, others: readonly RankWork[]): Straggler['kernels'] {
  if (others.length === 0) return [];
  return [...own.kernels]
    .map(([name, { calls, totalNs }]) => ({
      name,
      calls,
      median_calls: medianOf(others.map(({ kernels }) => kernels.get(name)?.calls ?? 0)),
      ...excess(
        totalNs,
        others.map(({ kernels }) => kernels.get(name)?.totalNs ?? 0),
      ),
    }))
    .filter(({ excess_ns: ns }) => ns > 0)
    .sort((a, b) => b.excess_ns - a.excess_ns || compareText(a.name, b.name))
    .slice(0, MAX_EXCESSES);
}

/** Causes for which the device of one rank was idle longer than the median of the others. */
export function compareIdleCauses(
  own: Rank,
  others: readonly Rank[],
  idleCauses: IdleCauses | null,
): Straggler['idle_causes'] {
  if (others.length === 0 || idleCauses === null) return [];
  const causesOf = ({ guid, agent_id: agentId }: Rank): ReadonlyMap<string, number> => {
    const device = idleCauses.devices.find((entry) => entry.guid === guid && entry.agent_id === agentId);
    return new Map(device?.causes.map(({ cause, total_ns: ns }) => [cause, ns]));
  };
  const ofOthers = others.map(causesOf);
  const device = idleCauses.devices.find((entry) => entry.guid === own.guid && entry.agent_id === own.agent_id);
  return (device?.causes ?? [])
    .map(({ cause, total_ns: ns }) => ({
      cause,
      ...excess(
        ns,
        ofOthers.map((causes) => causes.get(cause) ?? 0),
      ),
    }))
    .filter(({ excess_ns: ns }) => ns > 0)
    .sort((a, b) => b.excess_ns - a.excess_ns || compareText(a.cause, b.cause))
    .slice(0, MAX_EXCESSES);
}

function excess(ownNs: number, othersNs: readonly number[]) {
  const medianNs = medianOf(othersNs);
  return { own_ns: ownNs, median_ns: medianNs, excess_ns: ownNs - medianNs };
}
