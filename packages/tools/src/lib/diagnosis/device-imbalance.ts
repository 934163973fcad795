import type { ExecutionBreakdown } from '../../schemas/execution-breakdown.js';
import { percentOf } from '../statistics/percent-of.js';
import type { TraceFacts } from '../facts/trace-facts.js';
import { RULE_THRESHOLDS } from './rule-thresholds.js';
import type { WindowTime } from './window-time.js';

type DeviceTime = ExecutionBreakdown['devices'][number];

/** A program that leaves a GPU without work while it keeps another one busy. */
export interface DeviceImbalance {
  readonly busiest: DeviceTime;
  readonly idlest: DeviceTime;
  readonly deviceCount: number;
}

/**
 * Whether most of the empty time is that of some GPUs alone: the host keeps one of them busy, so it is not what the
 * others wait for, and no call is to blame. Null for several processes, which are compared as ranks, and where GPUs
 * communicate: those that wait in a collective are not empty, and the others are stragglers.
 */
export function deviceImbalance(facts: TraceFacts, time: WindowTime): DeviceImbalance | null {
  const breakdown = facts.executionBreakdown;
  if (breakdown === null || facts.processes.length > 1 || breakdown.group_count !== 1) return null;
  if (time.communicationExposedNs > 0 || breakdown.devices.length < 2) return null;
  const [first, ...rest] = breakdown.devices;
  if (first === undefined) return null;
  const busiest = rest.reduce((most, one) => (one.gpu_busy_ns > most.gpu_busy_ns ? one : most), first);
  const idlest = rest.reduce((least, one) => (one.gpu_busy_ns < least.gpu_busy_ns ? one : least), first);
  if (percentOf(emptyNs(busiest), busiest.wall_ns) > RULE_THRESHOLDS.idlePct.value) return null;
  const excessNs = breakdown.devices.reduce((sum, one) => sum + Math.max(0, emptyNs(one) - emptyNs(busiest)), 0);
  const isMost = percentOf(excessNs / breakdown.devices.length, time.emptyNs) >= RULE_THRESHOLDS.imbalancePct.value;
  return isMost ? { busiest, idlest, deviceCount: breakdown.devices.length } : null;
}

/** `GPU 1 is busy for 0.0% of the window and GPU 0 for 99.8%`. */
export function imbalanceText({ busiest, idlest }: DeviceImbalance): string {
  return `${idlest.label} is busy for ${shareText(idlest)} of the window and ${busiest.label} for ${shareText(busiest)}`;
}

function shareText({ gpu_busy_ns: ns, wall_ns: wallNs }: DeviceTime): string {
  return `${percentOf(ns, wallNs).toFixed(1)}%`;
}

function emptyNs(device: DeviceTime): number {
  return device.api_exposed_ns + device.idle_other_ns;
}
