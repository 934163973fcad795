import { asObject, fieldAt } from '../gpu-tools/fields.js';
import type { JsonObject } from '../gpu-tools/fields.js';
import { readQuantity } from '../gpu-tools/quantity.js';

/** Whether a GPU slows itself down, and why. */
export interface ThrottleState {
  /** Null where the tool tells nothing. */
  readonly throttled: boolean | null;
  readonly reasons: readonly string[];
}

/** `<limit>_violation_status`; names of another form are no limits. */
const VIOLATION_STATUS = /^([a-z][a-z_]{0,47})_violation_status$/;
/** Columns of `amd-smi monitor` that hold the share of time a limit was reached, and the limit. */
const MONITOR_VIOLATIONS = [
  ['pviol', 'ppt'],
  ['tviol', 'socket_thermal'],
  ['phot_tviol', 'prochot'],
  ['vr_tviol', 'vr_thermal'],
  ['hbm_tviol', 'hbm_thermal'],
] as const;

/**
 * Reads `throttle_status` (THROTTLED, UNTHROTTLED), the `throttle` section of `amd-smi metric` (ACTIVE, NOT ACTIVE per
 * limit, for partitions in lists) and the violation columns of `amd-smi monitor`. Throttled if any of them says so.
 */
export function readThrottleState(record: JsonObject): ThrottleState {
  const reasons = new Set<string>();
  let told = false;
  let active = false;
  for (const status of [fieldAt(record, 'power', 'throttle_status'), record['throttle_status']]) {
    if (status === 'THROTTLED') active = true;
    if (status === 'THROTTLED' || status === 'UNTHROTTLED') told = true;
  }
  for (const [name, value] of Object.entries(asObject(record['throttle']) ?? {})) {
    const limit = VIOLATION_STATUS.exec(name)?.[1];
    if (limit === undefined) continue;
    const states = statesOf(value);
    if (states.includes('ACTIVE')) reasons.add(limit);
    if (states.includes('ACTIVE') || states.includes('NOT ACTIVE')) told = true;
  }
  for (const [column, reason] of MONITOR_VIOLATIONS) {
    const share = readQuantity(record[column])?.value ?? null;
    if (share === null) continue;
    told = true;
    if (share > 0) reasons.add(reason);
  }
  return { throttled: told ? active || reasons.size > 0 : null, reasons: [...reasons].sort() };
}

/** States in a value, a list, or lists by partition. */
function statesOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  const byPartition = asObject(value);
  return byPartition === null ? [value] : Object.values(byPartition).flat();
}
