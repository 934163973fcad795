import type { TraceProcess } from '@perfxpert/rocpd';
import { rankOf } from '../facts/label-devices.js';

/** What a process is called in a timeline: command, rank, number, machine as far as they are known. */
export function processName(process: TraceProcess, index: number): string {
  const rank = rankOf(process);
  const parts = [
    process.command ?? 'process',
    ...(rank === null ? [] : [`rank ${rank}`]),
    process.pid === null ? `#${index + 1}` : `pid ${process.pid}`,
    ...(process.node.hostname === null ? [] : [process.node.hostname]),
  ];
  return parts.join(', ');
}

/** OS numbers by process index; null where another process of the trace has the same one. */
export function distinctPids(processes: readonly TraceProcess[]): (number | null)[] {
  return processes.map(({ pid }) =>
    pid !== null && pid > 0 && processes.filter((other) => other.pid === pid).length === 1 ? pid : null,
  );
}
