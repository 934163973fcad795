import type { TraceProcess } from '@perfxpert/rocpd';
import type { ProcessActivity } from './device-activity.js';

/** Processes that share a window, by index, and the window in the frame of each of them. */
export interface WindowGroup {
  readonly processIndices: readonly number[];
  readonly wallNs: number;
  readonly windows: readonly { readonly startNs: number; readonly endNs: number }[];
}

interface Span {
  readonly processIndex: number;
  readonly originNs: bigint;
  readonly startNs: bigint;
  readonly endNs: bigint;
}

/**
 * Groups processes of one machine whose spans of GPU work overlap or touch, directly or through others. Processes
 * without GPU work are in no group. Groups are in order of their first process; so are the processes in a group.
 *
 * Two processes are on one machine if their machine ids are equal, or, without one, their host names; a process with
 * neither shares a clock only with those of its own file.
 */
export function groupProcesses(
  processes: readonly TraceProcess[],
  activities: readonly ProcessActivity[],
): WindowGroup[] {
  const spansByMachine = new Map<string, Span[]>();
  for (const [processIndex, process] of processes.entries()) {
    const activity = activities[processIndex];
    if (activity === undefined || activity.window === null) continue;
    const { originNs, window } = activity;
    const span: Span = {
      processIndex,
      originNs,
      startNs: originNs + BigInt(window.startNs),
      endNs: originNs + BigInt(window.endNs),
    };
    const machine = machineKey(process);
    const spans = spansByMachine.get(machine);
    if (spans === undefined) spansByMachine.set(machine, [span]);
    else spans.push(span);
  }
  const groups = [...spansByMachine.values()].flatMap(connectSpans);
  return groups.sort((a, b) => (a.processIndices[0] ?? 0) - (b.processIndices[0] ?? 0));
}

/** The machine of a process as a text: two processes share a clock only if their texts are equal. */
export function machineKey({ node, fileIndex }: TraceProcess): string {
  if (node.machineId !== null && node.machineId !== '') return `machine ${node.machineId}`;
  if (node.hostname !== null && node.hostname !== '') return `host ${node.hostname}`;
  return `file ${String(fileIndex)}`;
}

function connectSpans(spans: readonly Span[]): WindowGroup[] {
  const ordered = [...spans].sort((a, b) => compareBigInt(a.startNs, b.startNs) || a.processIndex - b.processIndex);
  const groups: Span[][] = [];
  let open: Span[] = [];
  let openEnd: bigint | null = null;
  for (const span of ordered) {
    if (openEnd === null || span.startNs > openEnd) {
      open = [span];
      groups.push(open);
      openEnd = span.endNs;
    } else {
      open.push(span);
      if (span.endNs > openEnd) openEnd = span.endNs;
    }
  }
  return groups.map(groupOf);
}

function groupOf(spans: readonly Span[]): WindowGroup {
  const members = [...spans].sort((a, b) => a.processIndex - b.processIndex);
  const startNs = spans.reduce((least, span) => (span.startNs < least ? span.startNs : least), spans[0]?.startNs ?? 0n);
  const endNs = spans.reduce((most, span) => (span.endNs > most ? span.endNs : most), spans[0]?.endNs ?? 0n);
  return {
    processIndices: members.map(({ processIndex }) => processIndex),
    wallNs: Number(endNs - startNs),
    windows: members.map(({ originNs }) => ({
      startNs: Number(startNs - originNs),
      endNs: Number(endNs - originNs),
    })),
  };
}

function compareBigInt(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
