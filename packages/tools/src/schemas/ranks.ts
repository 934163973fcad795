import * as v from 'valibot';
import { IDLE_CAUSES } from '../terms/idle-cause-terms.js';
import { amount, count, nanoseconds, percent, signed, text } from './numbers.js';
import { RANK_FIGURES, RANK_LEADS, RANK_PARTS } from '../terms/rank-terms.js';

/** One rank: a device with GPU work of one process. Times are within the window of its own process. */
export const RankSchema = v.object({
  rank: v.nullable(count('Number of the rank as its launcher set it; null where it did not')),
  device: text('Label of the device'),
  guid: text('Process the device belongs to'),
  agent_id: v.pipe(v.number(), v.integer(), v.description('Agent row id within the process')),
  node: v.nullable(text('Host name; null where not recorded')),
  pid: v.nullable(v.pipe(v.number(), v.integer(), v.description('OS number of the process, unique on its node only'))),
  gfx_id: v.nullable(text('Architecture, such as gfx942')),
  cohort: count('Index into cohorts'),
  wall_ns: nanoseconds('Window of its process: first start to last end of kernels and copies'),
  kernel_ns: nanoseconds('Union of kernels other than communication'),
  communication_ns: nanoseconds('Union of communication kernels: waiting and transfer'),
  communication_exposed_ns: nanoseconds('Communication that no other kernel covers'),
  transfer_ns: v.nullable(
    nanoseconds('Shortest kernel of all ranks, summed over its matched collectives; null without'),
  ),
  waiting_ns: v.nullable(nanoseconds('Its own kernels in those collectives beyond that: waiting; null likewise')),
  late_ns: v.nullable(nanoseconds('Longest kernel of all ranks minus its own, summed likewise: it came later by that')),
  copy_exposed_ns: nanoseconds('Copies that no kernel covers'),
  api_exposed_ns: nanoseconds('Host API calls while the device ran nothing'),
  api_exposed_wait_ns: nanoseconds('Part of api_exposed spent in calls that wait'),
  idle_other_ns: nanoseconds('Neither GPU work nor a recorded host API call'),
  dispatch_count: count('Kernel dispatches'),
  copy_count: count('Memory copies'),
  busy_pct: percent('Kernels, communication and exposed copies of wall_ns'),
  first_start_ns: v.nullable(
    nanoseconds('Start of its window after the first rank of its cohort; null without a clock'),
  ),
});

/** How a figure varies over the ranks of one cohort. */
export const RankSpreadSchema = v.object({
  figure: v.picklist(RANK_FIGURES),
  min: amount('Least, in the unit of the figure'),
  median: amount('Median'),
  max: amount('Most'),
  max_over_median: v.nullable(amount('max / median; null for a median of 0')),
  cv: v.nullable(amount('Sample standard deviation / mean; null for a mean of 0')),
  max_device: text('Label of the rank with the most; the first of several'),
});

/** How starts of ranks were made comparable. */
export const RankClockSchema = v.object({
  method: v.pipe(
    v.picklist(['one_clock', 'collective_ends', 'none']),
    v.description('Processes of one machine; aligned by the ends of matched collectives; not comparable'),
  ),
  collective_count: count('Matched collectives whose ends were compared'),
  residual_ns: v.nullable(
    amount('95th percentile of the differences that remain between those ends, nanoseconds; null where none was seen'),
  ),
  drift_ppm: v.nullable(amount('Greatest drift between two clocks, parts per million; null where not measured')),
  reason: v.nullable(text('Why starts are not comparable; null where they are')),
});

/** Ranks of one program, kind of GPU and amount of work: what is compared. */
export const RankCohortSchema = v.object({
  rank_count: count('Ranks'),
  ranks: v.pipe(v.array(count('Index into ranks')), v.description('Ascending')),
  spread: v.pipe(v.array(RankSpreadSchema), v.description('Empty for a rank alone')),
  clock: RankClockSchema,
});

/** A rank that is compared with none, or only with a few. */
export const UnlikeRankSchema = v.object({
  device: text('Label of the device'),
  reason: text('In what it differs from the ranks of the largest cohort, with figures'),
});

const comparison = {
  own_ns: nanoseconds('Of the straggler'),
  median_ns: amount('Median of the other ranks of its cohort, nanoseconds'),
  excess_ns: signed('own_ns - median_ns, nanoseconds'),
};

export const StragglerSchema = v.object({
  index: count('Index into ranks'),
  rank: v.nullable(count('Number of the rank; null where its launcher set none')),
  device: text('Label of the device'),
  basis: v.pipe(
    v.picklist(['collectives', 'window']),
    v.description('It comes last to collectives; or, without matched ones, its window is the longest'),
  ),
  last_count: v.nullable(count('Matched collectives to which it came last; null without matched ones')),
  matched_count: v.nullable(count('Its matched collectives; null likewise')),
  caused_waiting_ns: v.nullable(nanoseconds('Waiting of the other ranks in those it came last to; null likewise')),
  caused_waiting_pct: v.nullable(percent('caused_waiting_ns of all waiting in matched collectives')),
  bound_ns: nanoseconds('Most that the job can gain if it comes no later than the second-last rank'),
  window_count: count('Windows (groups of processes) that its job spans'),
  lead: v.pipe(v.picklist(RANK_LEADS), v.description('What it does longer than the median of the others, most of all')),
  parts: v.pipe(
    v.array(v.object({ part: v.picklist(RANK_PARTS), ...comparison })),
    v.description('By excess_ns descending; empty where no other rank does the same work'),
  ),
  kernels: v.pipe(
    v.array(
      v.object({
        name: text('Kernel name, whole'),
        calls: count('Dispatches of the straggler'),
        median_calls: amount('Median of the other ranks'),
        ...comparison,
      }),
    ),
    v.description('Kernels other than communication that take it longer, at most 5, by excess_ns descending'),
  ),
  idle_causes: v.pipe(
    v.array(v.object({ cause: v.picklist(IDLE_CAUSES), ...comparison })),
    v.description('Why its device was idle for longer, at most 5, by excess_ns descending'),
  ),
});

/** Several ranks against each other. */
export const RanksSchema = v.object({
  rank_count: count('Ranks in the trace'),
  world_size: v.nullable(count('Ranks of the job by its launcher or its communicators; null where unknown or unequal')),
  missing_rank_count: v.nullable(count('Ranks of the job that are not in the trace; null where that is unknown')),
  missing_ranks: v.nullable(v.pipe(v.array(count('Number of the rank')), v.description('At most 64; null if unknown'))),
  ranks: v.pipe(v.array(RankSchema), v.description('By number of the rank, then process and device')),
  cohorts: v.pipe(v.array(RankCohortSchema), v.description('By rank_count descending, then first rank')),
  unlike: v.pipe(v.array(UnlikeRankSchema), v.description('Ranks outside the largest cohort, in order of ranks')),
  straggler: v.nullable(StragglerSchema),
  straggler_reason: v.nullable(text('Why no rank is a straggler; null where one is')),
});

export type Ranks = v.InferOutput<typeof RanksSchema>;
export type Rank = v.InferOutput<typeof RankSchema>;
export type RankClock = v.InferOutput<typeof RankClockSchema>;
export type RankCohort = v.InferOutput<typeof RankCohortSchema>;
export type RankSpread = v.InferOutput<typeof RankSpreadSchema>;
export type Straggler = v.InferOutput<typeof StragglerSchema>;
export type UnlikeRank = v.InferOutput<typeof UnlikeRankSchema>;
