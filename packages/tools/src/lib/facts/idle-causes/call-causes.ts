import type { ProcessColumns } from '@perfxpert/rocpd';
import { API_FAMILIES } from '../../../terms/api-terms.js';
import type { ApiClass } from '../../../terms/api-terms.js';
import { IDLE_CAUSES } from '../../../terms/idle-cause-terms.js';
import type { IdleCause } from '../../../terms/idle-cause-terms.js';
import { API_CLASS_CODE } from '../api-region.js';
import type { RegionClasses } from '../api-region.js';
import type { StackIndex } from '../stack-index.js';

/** Code of a call that says nothing about the cause: the gap is judged as if it were not there. */
export const NO_CAUSE = IDLE_CAUSES.length;

/** Index into `IDLE_CAUSES`. */
export const CAUSE_CODE: Readonly<Record<IdleCause, number>> = {
  late_launch: 0,
  blocking_sync: 1,
  copy: 2,
  collective_wait: 3,
  allocation: 4,
  compile_load: 5,
  queue_dependency: 6,
  launch_calls: 7,
  unknown: 8,
};

/** Where calls of several threads overlap, the first of these decides: work that a device waits for beats waiting. */
export const CAUSE_PRIORITY: readonly number[] = [
  CAUSE_CODE.compile_load,
  CAUSE_CODE.allocation,
  CAUSE_CODE.copy,
  CAUSE_CODE.launch_calls,
  CAUSE_CODE.collective_wait,
  CAUSE_CODE.blocking_sync,
  NO_CAUSE,
];

/** First launches of a kernel that take at least this long load its code, docs/decisions/0008-idle-causes.md. */
const MIN_LOADING_LAUNCH_NS = 1_000_000;
/** Blocking copies are of class sync in the API breakdown; here what they wait for counts: a copy that does not run. */
const COPY_NAME = /^hip(Memcpy|Memset|MemPrefetch)/;

const CAUSE_OF_CLASS: Readonly<Record<ApiClass, number>> = {
  launch: CAUSE_CODE.launch_calls,
  sync: CAUSE_CODE.blocking_sync,
  memory: CAUSE_CODE.copy,
  alloc: CAUSE_CODE.allocation,
  compile: CAUSE_CODE.compile_load,
  other: NO_CAUSE,
};

/** Cause that each API region stands for by itself; `NO_CAUSE` for other functions and for regions that are no API. */
export function causesOfCalls(
  { regions, dispatches, kernels }: ProcessColumns,
  { family, apiClass }: RegionClasses,
  calls: StackIndex,
): Uint8Array {
  const causeByClass = new Uint8Array(API_CLASS_COUNT + 1).fill(NO_CAUSE);
  for (const [name, code] of Object.entries(API_CLASS_CODE)) causeByClass[code] = causeOfClassName(name);
  const copies = Uint8Array.from(regions.names, (name) => (COPY_NAME.test(name) ? 1 : 0));
  const rcclCode = API_FAMILIES.indexOf('rccl') + 1;
  const causes = new Uint8Array(regions.count);
  for (let row = 0; row < regions.count; row++) {
    if (family[row] === rcclCode) causes[row] = CAUSE_CODE.collective_wait;
    else if (apiClass[row] === API_CLASS_CODE.sync && copies[regions.name[row] ?? 0] === 1)
      causes[row] = CAUSE_CODE.copy;
    else causes[row] = causeByClass[apiClass[row] ?? 0] ?? NO_CAUSE;
  }
  const isKnown = new Uint8Array(kernels.length);
  for (let row = 0; row < dispatches.count; row++) {
    const kernel = dispatches.kernel[row] ?? 0;
    if (isKnown[kernel] === 1) continue;
    isKnown[kernel] = 1;
    const call = calls.rowOf(dispatches.stackId[row] ?? 0);
    if (call < 0 || apiClass[call] !== API_CLASS_CODE.launch) continue;
    if ((regions.endNs[call] ?? 0) - (regions.startNs[call] ?? 0) >= MIN_LOADING_LAUNCH_NS)
      causes[call] = CAUSE_CODE.compile_load;
  }
  return causes;
}

const API_CLASS_COUNT = Object.keys(API_CLASS_CODE).length;

function causeOfClassName(name: string): number {
  const known: Readonly<Record<string, number>> = CAUSE_OF_CLASS;
  return known[name] ?? NO_CAUSE;
}
