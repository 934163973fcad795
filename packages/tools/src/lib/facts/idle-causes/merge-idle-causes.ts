import { IDLE_CAUSES } from '../../../terms/idle-cause-terms.js';
import type { DeviceIdle, IdleCauses } from '../../../schemas/idle-causes.js';
import { percentOf, roundedPercentOf } from '../../statistics/percent-of.js';
import { roundTo } from '../../statistics/round-to.js';
import { compareText } from '../../text/compare-text.js';
import { UNKNOWN_AGENT_ID } from '../create-merge-context.js';
import type { MergeContext } from '../merge-context.js';
import { finishDevice } from './finish-device.js';
import type { FinishedDevice } from './finish-device.js';
import { meanIdle } from './mean-idle.js';
import type { IdlePart } from './idle-part.js';
import { LISTED_PER_CAUSE } from './idle-tally.js';

interface GroupSum {
  readonly causeNs: number[];
  readonly exactNs: number[];
  readonly gapCounts: number[];
  readonly callNs: readonly Map<string, number>[];
  readonly rangeNs: readonly Map<string, number>[];
  readonly gaps: IdleCauses['causes'][number]['largest_gaps'][];
}

/**
 * Idle time of all processes by cause: devices each by themselves, the mean over the devices of a group in whole
 * nanoseconds, the sum over groups, so that the causes add up to idle_other_ns + api_exposed_ns of the breakdown. Null
 * without idle time.
 */
export function mergeIdleCauses(parts: readonly IdlePart[], context: MergeContext): IdleCauses | null {
  const sum: GroupSum = {
    causeNs: IDLE_CAUSES.map(() => 0),
    exactNs: IDLE_CAUSES.map(() => 0),
    gapCounts: IDLE_CAUSES.map(() => 0),
    callNs: IDLE_CAUSES.map(() => new Map<string, number>()),
    rangeNs: IDLE_CAUSES.map(() => new Map<string, number>()),
    gaps: IDLE_CAUSES.map(() => []),
  };
  const devices: DeviceIdle[] = [];
  for (const group of context.groups) {
    const members: FinishedDevice[] = [];
    for (const [place, processIndex] of group.processIndices.entries()) {
      const part = parts[processIndex];
      const window = group.windows[place];
      if (part === undefined || window === undefined) continue;
      for (const devicePart of part.devices) {
        const device = finishDevice(devicePart, part, window);
        const known = context.devices[context.deviceIndex(processIndex, devicePart.agentIndex)];
        const label = known?.label ?? '';
        members.push(device);
        devices.push({
          guid: context.processes[processIndex]?.guid ?? '',
          agent_id: known?.agentId ?? UNKNOWN_AGENT_ID,
          label,
          idle_ns: device.idleNs,
          causes: causeTimes(device.tally.causeNs, group.wallNs),
        });
        for (const [cause, listed] of device.tally.largestGaps.entries())
          for (const gap of listed)
            sum.gaps[cause]?.push({
              device: label,
              start_ns: gap.startNs - window.startNs,
              duration_ns: gap.endNs - gap.startNs,
              cause_ns: gap.causeNs,
              next_kernel: gap.nextKernel,
            });
      }
    }
    if (members.length > 0) addGroup(sum, members, group.wallNs);
  }
  const idleNs = sum.causeNs.reduce((total, ns) => total + ns, 0);
  if (idleNs === 0) return null;
  return {
    idle_ns: idleNs,
    idle_pct: roundedPercentOf(idleNs, context.wallNs),
    causes: causeTimes(sum.causeNs, context.wallNs).map((entry) => describeCause(entry, sum)),
    devices,
  };
}

function addGroup(sum: GroupSum, members: readonly FinishedDevice[], wallNs: number): void {
  const { exactNs, causeNs } = meanIdle(members, wallNs);
  for (let cause = 0; cause < IDLE_CAUSES.length; cause++) {
    sum.causeNs[cause] = (sum.causeNs[cause] ?? 0) + (causeNs[cause] ?? 0);
    sum.exactNs[cause] = (sum.exactNs[cause] ?? 0) + (exactNs[cause] ?? 0);
    const calls = sum.callNs[cause];
    const ranges = sum.rangeNs[cause];
    for (const { tally } of members) {
      sum.gapCounts[cause] = (sum.gapCounts[cause] ?? 0) + (tally.gapCounts[cause] ?? 0);
      for (const [name, ns] of tally.callNs[cause] ?? [])
        calls?.set(name, (calls.get(name) ?? 0) + ns / members.length);
      for (const [name, ns] of tally.rangeNs[cause] ?? [])
        ranges?.set(name, (ranges.get(name) ?? 0) + ns / members.length);
    }
  }
}

function causeTimes(causeNs: ArrayLike<number>, wallNs: number): DeviceIdle['causes'] {
  return IDLE_CAUSES.map((cause, code) => ({
    cause,
    total_ns: causeNs[code] ?? 0,
    pct: roundedPercentOf(causeNs[code] ?? 0, wallNs),
  }))
    .filter((entry) => entry.total_ns > 0)
    .sort((a, b) => b.total_ns - a.total_ns || IDLE_CAUSES.indexOf(a.cause) - IDLE_CAUSES.indexOf(b.cause));
}

function describeCause(entry: DeviceIdle['causes'][number], sum: GroupSum): IdleCauses['causes'][number] {
  const code = IDLE_CAUSES.indexOf(entry.cause);
  const gaps = [...(sum.gaps[code] ?? [])].sort(
    (a, b) => b.cause_ns - a.cause_ns || compareText(a.device, b.device) || a.start_ns - b.start_ns,
  );
  return {
    ...entry,
    gap_count: sum.gapCounts[code] ?? 0,
    top_calls: listLargest(sum.callNs[code], entry.total_ns, sum.exactNs[code] ?? 0),
    top_ranges: listLargest(sum.rangeNs[code], entry.total_ns, sum.exactNs[code] ?? 0),
    largest_gaps: gaps.slice(0, LISTED_PER_CAUSE),
  };
}

/** The names with the most time of a cause, whole nanoseconds and no more than all of it. */
function listLargest(
  nsOfName: ReadonlyMap<string, number> | undefined,
  totalNs: number,
  exactNs: number,
): IdleCauses['causes'][number]['top_calls'] {
  return [...(nsOfName ?? [])]
    .sort(([a, aNs], [b, bNs]) => bNs - aNs || compareText(a, b))
    .slice(0, LISTED_PER_CAUSE)
    .map(([name, ns]) => ({
      name,
      total_ns: Math.min(totalNs, roundTo(ns, 0)),
      share_pct: roundTo(Math.min(100, percentOf(ns, exactNs)), 2),
    }));
}
