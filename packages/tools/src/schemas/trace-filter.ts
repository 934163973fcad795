import * as v from 'valibot';

/** Longest pattern taken: patterns come from people and models, and a long one takes long to try. */
const LONGEST_PATTERN = 1000;

const pattern = (description: string) =>
  v.pipe(v.string(), v.minLength(1), v.maxLength(LONGEST_PATTERN), v.description(description));
const index = (description: string) => v.pipe(v.number(), v.integer(), v.minValue(0), v.description(description));

/**
 * Which part of a trace an analysis is about. All that are given hold together.
 *
 * GPUs, ranks, window and ranges leave work out of everything; `kernel` leaves kernels out of what is told kernel by
 * kernel, while times, shares and idle time stay those of all work.
 */
export const TraceFilterSchema = v.strictObject({
  kernel: v.optional(pattern('JavaScript regular expression; kernels whose name it matches somewhere')),
  gpu: v.optional(
    v.pipe(v.array(index('N of GPU N')), v.minLength(1), v.description('GPUs by the number of their label')),
  ),
  rank: v.optional(v.pipe(v.array(index('Rank')), v.minLength(1), v.description('Processes by their rank'))),
  from_ns: v.optional(
    v.pipe(
      v.number(),
      v.minValue(0),
      v.description('Work that starts here or later, nanoseconds after the first GPU work'),
    ),
  ),
  to_ns: v.optional(v.pipe(v.number(), v.minValue(0), v.description('Work that starts before this, likewise'))),
  roctx: v.optional(
    pattern('JavaScript regular expression; work launched inside marker ranges whose text it matches somewhere'),
  ),
});

export type TraceFilter = v.InferOutput<typeof TraceFilterSchema>;
