import { resolveAgents } from './default-agents.js';
import type { ProcessSpec } from './trace-spec.js';
import { guidOf, machineIdOf } from './writers/identity.js';
import type { ProcessHeader, TimeNs } from './writers/trace-writer.js';

/** A process ready to be written. */
export interface ProcessPlan {
  readonly header: ProcessHeader;
  readonly spec: ProcessSpec;
}

/** Fills in what a spec leaves out about its process. */
export function planProcess(spec: ProcessSpec, index: number, timeOffsetNs: bigint): ProcessPlan {
  const node = typeof spec.node === 'string' ? { hostname: spec.node } : (spec.node ?? {});
  const hostname = node.hostname ?? 'node-a';
  const header: ProcessHeader = {
    guid: spec.guid ?? guidOf(contentKey([spec, index, timeOffsetNs])),
    pid: spec.pid ?? 1000 + index,
    ppid: spec.ppid ?? 1,
    machineId: node.machineId ?? machineIdOf(hostname),
    hostname,
    command: spec.command ?? 'python train.py',
    environment: JSON.stringify(spec.environment ?? {}),
    agents: resolveAgents(spec.agents),
    ...spanOf(spec),
  };
  return { header, spec };
}

function contentKey(content: unknown): string {
  return JSON.stringify(content, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));
}

/** First start and last end of all records; null for a process without records. */
function spanOf(spec: ProcessSpec): { startNs: TimeNs | null; endNs: TimeNs | null } {
  let startNs: TimeNs | null = null;
  let endNs: TimeNs | null = null;
  const spans = [...(spec.kernels ?? []), ...(spec.copies ?? []), ...(spec.regions ?? []), ...(spec.allocations ?? [])];
  for (const span of spans) {
    if (startNs === null || span.startNs < startNs) startNs = span.startNs;
    if (endNs === null || span.endNs > endNs) endNs = span.endNs;
  }
  return { startNs, endNs };
}
