import type { Communication } from '../../../schemas/communication.js';
import type { Diagnostic } from '../../../schemas/diagnostic.js';
import type { Ranks } from '../../../schemas/ranks.js';

/** Unlike ranks named in a notice; the section has all of them. */
const MAX_NAMED = 4;

/**
 * Notices about the ranks: those that are missing (unless the communication section says so), those that are compared
 * with none, and starts of several nodes that are not comparable.
 */
export function rankDiagnostics(ranks: Ranks | null, communication: Communication | null): Diagnostic[] {
  if (ranks === null) return [];
  return [...missing(ranks, communication), ...unlike(ranks), ...clocks(ranks)];
}

function missing(ranks: Ranks, communication: Communication | null): Diagnostic[] {
  const count = ranks.missing_rank_count ?? 0;
  if (count === 0 || (communication?.summary.missing_rank_count ?? 0) > 0) return [];
  const numbers = ranks.missing_ranks ?? [];
  const listed = numbers.length === count ? ` (${numbers.join(', ')})` : '';
  return [
    {
      code: 'RANKS_MISSING',
      severity: 'warning',
      message: `${count} of the ${count + ranks.rank_count} ranks of the job are not in the trace${listed}: a slower rank among them would go unseen.`,
      section: 'ranks',
      how_to_fix: 'Record every rank, and give all files to one analysis.',
    },
  ];
}

function unlike({ unlike: entries, rank_count: count }: Ranks): Diagnostic[] {
  if (entries.length === 0) return [];
  const named = entries.slice(0, MAX_NAMED).map(({ device, reason }) => `${device}: ${reason}`);
  const rest = entries.length - named.length;
  return [
    {
      code: 'RANKS_UNLIKE',
      severity: 'info',
      message: `${entries.length} of the ${count} ranks are not compared with the others: ${named.join('; ')}${rest > 0 ? `; ${rest} more` : ''}.`,
      section: 'ranks',
      how_to_fix: 'Record the same steps on all ranks of one job, and analyse different jobs apart.',
    },
  ];
}

function clocks({ cohorts, ranks }: Ranks): Diagnostic[] {
  const nodeCount = (members: readonly number[]): number => new Set(members.map((index) => ranks[index]?.node)).size;
  return cohorts
    .filter((cohort) => cohort.clock.method === 'none' && nodeCount(cohort.ranks) > 1)
    .slice(0, 1)
    .map(({ clock }): Diagnostic => ({
      code: 'RANK_CLOCKS_NOT_ALIGNED',
      severity: 'info',
      message: clock.reason ?? '',
      section: 'ranks',
      how_to_fix: null,
    }));
}
