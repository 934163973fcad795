import type { ProcessColumns } from '@perfxpert/rocpd';
import type { DeviceHardware } from '../facts/device-hardware.js';
import { counterForms } from './counter-forms.js';
import type { CounterForms } from './counter-forms.js';
import { nameAccumulation } from './counter-group.js';
import type { CounterGroup } from './counter-group.js';
import { impossibleZeroTest } from './impossible-zero.js';
import { createDispatchReducer } from './reduce-dispatch.js';
import type { DispatchValues } from './reduce-dispatch.js';
import { rowsByDispatch } from './rows-by-dispatch.js';
import { createTimeShares } from './time-shares.js';
import type { TimeShares } from './time-shares.js';

/** The counters that a dispatch holds, in which forms; and the groups of the dispatches that hold just these. */
interface Signature {
  readonly isTimed: boolean;
  readonly base: Uint32Array;
  readonly form: Uint8Array;
  readonly isMeasured: Uint8Array;
  /** By number of the kernel's name and of the agent. */
  readonly groups: Map<number, OpenGroup>;
}

/** A group while it is filled. */
interface OpenGroup {
  readonly kernel: string;
  readonly device: DeviceHardware;
  dispatchCount: number;
  durationNs: number;
  readonly sums: Float64Array;
  readonly minima: Float64Array;
  readonly maxima: Float64Array;
  readonly timeShares: TimeShares | null;
}

/** Counters of one process, reduced per dispatch and grouped. */
export interface GroupedCounters {
  readonly groups: readonly CounterGroup[];
  /** Values that are no finite numbers; they are left out. */
  readonly invalidValueCount: number;
}

/**
 * Reduces the counter values of each dispatch (`createDispatchReducer`) and adds them up by group. One pass over the
 * rows; the result does not depend on their order.
 *
 * @param devices hardware by agent index, with one more entry for dispatches without an agent row.
 */
export function groupDispatches(columns: ProcessColumns, devices: readonly DeviceHardware[]): GroupedCounters {
  const { counters, dispatches, kernels } = columns;
  const forms = counterForms(counters.names);
  const isImpossibleZero = impossibleZeroTest(forms.bases);
  const { rows, offsets, dispatchRows, invalidValueCount } = rowsByDispatch(counters, forms);
  const reduce = createDispatchReducer(forms, counters);
  const nameNumbers = numberNames(kernels.map(({ name }) => name));
  const isMeasured = new Uint8Array(forms.bases.length);
  const signatures = new Map<string, Signature>();
  let signature: Signature | null = null;

  for (let place = 0; place < dispatchRows.length; place++) {
    const row = dispatchRows[place] ?? 0;
    const agent = dispatches.agent[row] ?? 0;
    const kernel = dispatches.kernel[row] ?? 0;
    const device = devices[agent];
    if (device === undefined) continue;
    const values = reduce(rows, offsets[place] ?? 0, offsets[place + 1] ?? 0, device.xccCount);
    for (let index = 0; index < values.count; index++) isMeasured[index] = isImpossibleZero(values, index) ? 0 : 1;
    const durationNs = (dispatches.endNs[row] ?? 0) - (dispatches.startNs[row] ?? 0);
    const isTimed = durationNs > 0;
    if (signature === null || !hasSignature(values, isMeasured, isTimed, signature)) {
      const key = signatureKey(values, isMeasured, isTimed);
      signature = signatures.get(key) ?? createSignature(values, isMeasured, isTimed);
      signatures.set(key, signature);
    }
    const number = (nameNumbers[kernel] ?? 0) * devices.length + agent;
    let group = signature.groups.get(number);
    if (group === undefined) {
      group = openGroup(kernels[kernel]?.name ?? '', device, signature, forms);
      signature.groups.set(number, group);
    }
    addDispatch(group, values, isTimed ? durationNs : 0);
  }
  const groups = [...signatures.values()].flatMap((own) =>
    [...own.groups.values()].map((group) => closeGroup(group, own, forms)),
  );
  return { groups, invalidValueCount };
}

/** Numbers of names: equal names have equal numbers. */
function numberNames(names: readonly string[]): Uint32Array {
  const numbers = new Map<string, number>();
  return Uint32Array.from(names, (name) => {
    const number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
    return number;
  });
}

function hasSignature(
  { count, base, form }: DispatchValues,
  isMeasured: Uint8Array,
  isTimed: boolean,
  signature: Signature,
): boolean {
  if (signature.isTimed !== isTimed || signature.base.length !== count) return false;
  for (let index = 0; index < count; index++) {
    if (signature.base[index] !== base[index] || signature.form[index] !== form[index]) return false;
    if (signature.isMeasured[index] !== isMeasured[index]) return false;
  }
  return true;
}

function signatureKey({ count, base, form }: DispatchValues, isMeasured: Uint8Array, isTimed: boolean): string {
  let key = isTimed ? 'timed' : 'untimed';
  for (let index = 0; index < count; index++)
    key += `,${base[index] ?? 0}.${form[index] ?? 0}.${isMeasured[index] ?? 0}`;
  return key;
}

function createSignature({ count, base, form }: DispatchValues, isMeasured: Uint8Array, isTimed: boolean): Signature {
  return {
    isTimed,
    base: base.slice(0, count),
    form: form.slice(0, count),
    isMeasured: isMeasured.slice(0, count),
    groups: new Map(),
  };
}

function openGroup(kernel: string, device: DeviceHardware, signature: Signature, forms: CounterForms): OpenGroup {
  const { base, isMeasured, isTimed } = signature;
  const names = nameAccumulation(Array.from(base, (index) => forms.bases[index] ?? ''));
  return {
    kernel,
    device,
    dispatchCount: 0,
    durationNs: 0,
    sums: new Float64Array(base.length),
    minima: new Float64Array(base.length).fill(Number.POSITIVE_INFINITY),
    maxima: new Float64Array(base.length).fill(Number.NEGATIVE_INFINITY),
    timeShares: isTimed ? createTimeShares(device, names, isMeasured) : null,
  };
}

function addDispatch(group: OpenGroup, { count, value }: DispatchValues, durationNs: number): void {
  const { sums, minima, maxima } = group;
  group.dispatchCount += 1;
  group.durationNs += durationNs;
  for (let index = 0; index < count; index++) {
    const current = value[index] ?? 0;
    sums[index] = (sums[index] ?? 0) + current;
    if (current < (minima[index] ?? 0)) minima[index] = current;
    if (current > (maxima[index] ?? 0)) maxima[index] = current;
  }
  group.timeShares?.add(value, durationNs);
}

function closeGroup(group: OpenGroup, signature: Signature, forms: CounterForms): CounterGroup {
  const counters = Array.from(signature.base, (index) => forms.bases[index] ?? '');
  return {
    kernel: group.kernel,
    device: group.device,
    isTimed: signature.isTimed,
    dispatchCount: group.dispatchCount,
    durationNs: group.durationNs,
    counters,
    names: nameAccumulation(counters),
    forms: [...signature.form],
    isMeasured: Array.from(signature.isMeasured, (flag) => flag === 1),
    sums: [...group.sums],
    minima: [...group.minima],
    maxima: [...group.maxima],
    timeWeighted: group.timeShares?.totals() ?? {},
  };
}
