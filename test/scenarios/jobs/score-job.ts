import { partitionOfRecording } from '../partition.js';
import { PLACE_FIELDS, isJson, numberOf, textOf } from '../report-reading.js';
import type { Json } from '../report-reading.js';
import type { Job } from './job.js';
import type { WrittenRank } from './write-job.js';

/** How the report of a job compares with the truth. Null: not judged. */
export interface JobScore {
  readonly id: string;
  readonly said: string;
  /** Class and driver, where one rank is late. */
  readonly primary: boolean | null;
  readonly driver: boolean | null;
  /** The late rank is named as such, or none where none is late. */
  readonly straggler: boolean;
  /** The first recommendation is about it, and about no other rank. */
  readonly guilty: boolean | null;
  /** What it does longer. */
  readonly lead: boolean | null;
  /** What the job gains without the cause is no more than the bounds that are stated. */
  readonly bound: boolean | null;
  /** Windows and parts of each rank agree to the nanosecond. */
  readonly exact: boolean;
  /** Clocks are compared as they can be, and no start is stated where they can not. */
  readonly clocks: boolean;
  readonly missing: boolean;
  readonly quiet: boolean | null;
  readonly advice: readonly string[];
}

/** Scores a report about the files of a job. `savedNs` is what the job gains without its cause. */
export function scoreJob(report: unknown, job: Job, written: readonly WrittenRank[], savedNs: number): JobScore {
  const document = isJson(report) ? report : {};
  const summary = partOf(document, 'summary');
  const ranks = partOf(document, 'ranks');
  const straggler = partOf(ranks, 'straggler');
  const list = listOf(document, 'recommendations');
  const { late } = job;
  const isFound = late === null ? straggler.rank === undefined : straggler.rank === late.rank;
  return {
    id: job.id,
    said: `${String(summary.primary_bottleneck)} / ${String(summary.driver)}`,
    primary: late === null ? null : late.primaryAccepted.includes(String(summary.primary_bottleneck)),
    driver: late === null ? null : summary.driver === 'rank_straggler',
    straggler: isFound && (late !== null || summary.driver !== 'rank_straggler'),
    guilty: late === null ? null : isAbout(list[0], late.rank, late.names),
    lead: late === null ? null : late.leads.includes(String(straggler.lead)),
    bound: late === null ? null : isWithin(list[0], straggler, savedNs),
    exact: written.every((one) => isExact(one, listOf(ranks, 'ranks'))),
    clocks: areClocksRight(ranks, job),
    missing: (numberOf(ranks, 'missing_rank_count') ?? 0) === (job.lost?.length ?? 0),
    quiet: job.healthy ? list.every((advice) => String(advice.priority).toUpperCase() === 'INFO') : null,
    advice: list.slice(0, 3).map((one) => `${String(one.id)} [${String(one.priority)}] ${String(one.title)}`),
  };
}

function isAbout(advice: Json | undefined, rank: number, names: readonly string[]): boolean {
  if (advice === undefined) return false;
  const text = textOf(advice, PLACE_FIELDS);
  const named = new Set([...text.matchAll(/\brank (\d+)\b/g)].map(([, number]) => Number(number)));
  const isNamed = names.length === 0 || names.some((name) => text.includes(name.toLowerCase()));
  return named.size === 1 && named.has(rank) && isNamed;
}

/** The window adds up those of all machines, each of which the fix shortens. */
function isWithin(advice: Json | undefined, straggler: Json, savedNs: number): boolean {
  const windows = numberOf(straggler, 'window_count') ?? NaN;
  const ofJob = numberOf(straggler, 'bound_ns') ?? NaN;
  return ofJob >= savedNs && (numberOf(advice, 'recoverable_ns') ?? NaN) >= windows * savedNs;
}

function isExact({ rank, recording }: WrittenRank, rows: readonly Json[]): boolean {
  const row = rows.find((one) => one.rank === rank);
  const truth = partitionOfRecording(recording);
  return (
    row !== undefined &&
    numberOf(row, 'wall_ns') === truth.wall_ns &&
    numberOf(row, 'copy_exposed_ns') === truth.copy_exposed_ns &&
    numberOf(row, 'api_exposed_ns') === truth.api_exposed_ns &&
    numberOf(row, 'idle_other_ns') === truth.idle_other_ns &&
    (numberOf(row, 'kernel_ns') ?? 0) + (numberOf(row, 'communication_exposed_ns') ?? 0) === truth.compute_ns
  );
}

function areClocksRight(ranks: Json, job: Job): boolean {
  const clocks = listOf(ranks, 'cohorts').map((cohort) => partOf(cohort, 'clock'));
  const starts = listOf(ranks, 'ranks').map((row) => row.first_start_ns ?? null);
  return clocks.every(
    ({ method }) =>
      job.clocks.includes(String(method)) && (method !== 'none' || starts.every((start) => start === null)),
  );
}

function partOf(document: Json, field: string): Json {
  const value = document[field];
  return isJson(value) ? value : {};
}

function listOf(document: Json, field: string): Json[] {
  const value = document[field];
  return Array.isArray(value) ? value.filter(isJson) : [];
}
