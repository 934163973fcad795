import { rocprofv3AggregateMembers, splitCounterName } from '@perfxpert/knowledge';

/** What a trace holds, as far as it decides which data need not be collected again. */
export interface CollectedFacts {
  readonly hasKernels: boolean;
  readonly hasCopies: boolean;
  /** Calls of the HIP or HSA API; markers alone do not count. */
  readonly hasApiCalls: boolean;
  /** Counters of dispatches, by their recorded names. */
  readonly counterNames: readonly string[];
}

/** Names that older guides use for parts of `--sys-trace`; rocprofv3 itself does not know the last two. */
const CUSTOMARY_SYS_TRACE_FLAGS = ['--hip-trace', '--hsa-trace', '--hip-api-trace', '--roctx-trace'] as const;

/** Prefix of a counter in a set of collected data. */
const COUNTER_PREFIX = 'pmc:';

/** A counter as an entry of a set of collected data: `TCC_HIT`, `TCC_HIT_sum` and `TCC_HIT[3]` are one. */
export function collectedCounter(name: string): string {
  const { base, reduction } = splitCounterName(name);
  return COUNTER_PREFIX + (reduction === 'sum' || reduction === 'instance' ? base : name);
}

/**
 * The flags of rocprofv3 whose data a trace already holds, and its counters as `pmc:<name>`. Kernels and API calls
 * together count as a whole `--sys-trace`.
 */
export function collectedData(facts: CollectedFacts): ReadonlySet<string> {
  const collected = new Set(facts.counterNames.map(collectedCounter));
  if (facts.hasKernels) collected.add('--kernel-trace');
  if (facts.hasCopies) collected.add('--memory-copy-trace');
  if (facts.hasKernels && facts.hasApiCalls)
    for (const flag of ['--sys-trace', ...rocprofv3AggregateMembers('--sys-trace'), ...CUSTOMARY_SYS_TRACE_FLAGS])
      collected.add(flag);
  return collected;
}
