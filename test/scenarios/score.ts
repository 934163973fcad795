import {
  ADVICE_FIELDS,
  PLACE_FIELDS,
  SUBJECT_FIELDS,
  idsOf,
  isJson,
  normalised,
  numberOf,
  rangeOf,
  textOf,
} from './report-reading.js';
import type { Json, PredictedRange } from './report-reading.js';
import { FAMILIES } from './techniques.js';
import type { Family } from './techniques.js';
import type { Speedup, Truth } from './truth.js';

/** How one report compares with the truth. Null: not judged. */
export interface Score {
  readonly id: string;
  readonly saidPrimary: string;
  readonly saidDriver: string;
  readonly primary: boolean | null;
  readonly driver: boolean | null;
  readonly guilty: boolean | null;
  readonly top1: boolean | null;
  readonly top3: boolean | null;
  /** The first recommendation names more than four families: it names nothing. */
  readonly shotgun: boolean | null;
  /** The first recommendation is about a distractor, and not about an acceptable technique. */
  readonly distracted: boolean | null;
  readonly rangesRight: number;
  readonly rangesGiven: number;
  /** Speed-ups promised where nothing was planted. */
  readonly emptyPromises: number;
  readonly partition: boolean;
  readonly apiSplit: boolean;
  /** Healthy programs: no recommendation above INFO. */
  readonly quiet: boolean | null;
  /** The first three recommendations, for reading. */
  readonly advice: readonly string[];
}

/** What a score reads of a truth. */
export type Expected = Pick<
  Truth,
  'id' | 'primary_accepted' | 'driver_accepted' | 'guilty' | 'acceptable_techniques' | 'not_first' | 'partition'
> & {
  readonly healthy?: boolean;
  readonly speedup: Pick<Speedup, 'program' | 'gpu_window' | 'steady_state' | 'guilty_kernel'> | null;
};

const MAX_FAMILIES = 4;
/** Words that mean a copy direction. */
const DIRECTION_WORDS: Readonly<Record<string, readonly string[]>> = {
  MEMORY_COPY_HOST_TO_DEVICE: ['host-to-device', 'host to device', 'h2d', 'upload'],
  MEMORY_COPY_DEVICE_TO_HOST: ['device-to-host', 'device to host', 'd2h', 'download', 'read-back', 'readback'],
};

/** Scores a report of the product. It must be an object; fields that it lacks count as wrong. */
export function scoreReport(report: unknown, truth: Expected): Score {
  const document = isJson(report) ? report : {};
  const summary = isJson(document.summary) ? document.summary : {};
  const saidPrimary = normalised(String(document.primary_bottleneck ?? summary.primary_bottleneck ?? ''));
  const driver = document.driver ?? summary.driver;
  const saidDriver = typeof driver === 'string' ? normalised(driver) : '';
  const list = Array.isArray(document.recommendations) ? document.recommendations.filter(isJson) : [];
  const first = list[0];
  const healthy = truth.healthy ?? false;
  const judged = !healthy;
  const ranges = scoreRanges(list, truth);
  const parts = scorePartition(document.execution_breakdown, truth);
  return {
    ...{ id: truth.id, saidPrimary, saidDriver },
    primary: judged ? truth.primary_accepted.includes(saidPrimary) : null,
    driver: judged ? isDriver(saidDriver, truth.driver_accepted) : null,
    guilty: judged && truth.guilty.names.length > 0 ? first !== undefined && isNamed(first, truth) : null,
    top1: judged ? first !== undefined && isAccepted(first, truth) : null,
    top3: judged ? list.slice(0, 3).some((advice) => isAccepted(advice, truth)) : null,
    shotgun: first === undefined ? null : familiesOf(first) > MAX_FAMILIES,
    distracted: truth.not_first.length === 0 ? null : first !== undefined && isDistracted(first, truth),
    ...ranges,
    ...parts,
    quiet: healthy ? list.every((advice) => String(advice.priority).toUpperCase() === 'INFO') : null,
    advice: list.slice(0, 3).map((one) => `${String(one.id)} [${String(one.priority)}] ${String(one.title)}`),
  };
}

/** Whether advice is about a family of fixes. */
export function isTechnique(advice: Json, family: Family): boolean {
  const ids = idsOf(advice);
  if (family.ids.some((id) => ids.includes(normalised(id)))) return true;
  const fields = isCollecting(family) ? [...ADVICE_FIELDS, 'commands'] : ADVICE_FIELDS;
  const text = textOf(advice, fields);
  return family.match.some((pattern) => new RegExp(pattern).test(text));
}

function familiesOf(advice: Json): number {
  return Object.values(FAMILIES).filter((family) => !isCollecting(family) && isTechnique(advice, family)).length;
}

/** Advice to record more names counters by the dozen, in its commands too, and is not counted among the families. */
function isCollecting({ ids }: Family): boolean {
  return ids.includes('collect_counters');
}

function isAccepted(advice: Json, truth: Expected): boolean {
  return (
    familiesOf(advice) <= MAX_FAMILIES && truth.acceptable_techniques.some((family) => isTechnique(advice, family))
  );
}

function isDriver(said: string, accepted: readonly string[]): boolean {
  if (said === '') return false;
  return accepted.map(normalised).some((name) => name.includes(said) || said.includes(name));
}

function isNamed(advice: Json, { guilty }: Expected): boolean {
  const text = textOf(advice, PLACE_FIELDS);
  const words = guilty.names.flatMap((name) => [name, ...(DIRECTION_WORDS[name] ?? [])]);
  return words.some((word) => text.includes(word.toLowerCase()));
}

function isDistracted(advice: Json, truth: Expected): boolean {
  if (isAccepted(advice, truth)) return false;
  const text = textOf(advice, SUBJECT_FIELDS);
  return truth.not_first.some(
    ({ names, match }) =>
      names.some((name) => text.includes(name.toLowerCase())) ||
      match.some((pattern) => new RegExp(pattern).test(text)),
  );
}

function scoreRanges(list: readonly Json[], truth: Expected) {
  let rangesRight = 0;
  let rangesGiven = 0;
  let emptyPromises = 0;
  for (const advice of list) {
    const range = rangeOf(advice);
    if (range === null) continue;
    const accepted = isAccepted(advice, truth);
    if (truth.speedup === null) {
      if (range.high > 1.05 && !accepted) emptyPromises += 1;
    } else if (accepted) {
      rangesGiven += 1;
      if (holds(range, truth.speedup)) rangesRight += 1;
    }
  }
  return { rangesRight, rangesGiven, emptyPromises };
}

/** A range is right if a true gain lies in it, and if it says something: its upper end is at most three times the lower. */
function holds(range: PredictedRange, speedup: NonNullable<Expected['speedup']>): boolean {
  if (range.high > 3.001 * range.low) return false;
  const whole = [speedup.program, speedup.gpu_window, speedup.steady_state];
  const gains = range.of === 'any' && speedup.guilty_kernel !== null ? [speedup.guilty_kernel] : whole;
  return gains.some((gain) => gain !== null && gain > 1.02 && range.low <= gain * 1.001 && gain <= range.high * 1.001);
}

function scorePartition(box: unknown, truth: Expected): { partition: boolean; apiSplit: boolean } {
  const same = (field: string, value: number): boolean => Math.abs((numberOf(box, field) ?? NaN) - value) <= 1;
  const want = truth.partition;
  const busy = numberOf(box, 'gpu_busy_ns');
  const partition =
    same('wall_ns', want.wall_ns) &&
    same('compute_ns', want.compute_ns) &&
    same('copy_exposed_ns', want.copy_exposed_ns) &&
    (busy === null || same('gpu_busy_ns', want.gpu_busy_ns));
  return { partition, apiSplit: same('api_exposed_ns', want.api_exposed_ns) };
}
