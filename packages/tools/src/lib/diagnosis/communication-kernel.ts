import type { Hotspot } from '../../schemas/hotspot.js';
import type { TraceFacts } from '../facts/trace-facts.js';
import { isOwnWork } from './kernel-limit.js';

/** The operation with the most time, as RCCL names it; `collectives` where it is not recorded. */
export function collectiveName(facts: TraceFacts): string {
  const operation = facts.communication?.summary.dominant_op ?? null;
  return operation === null || operation === 'Unknown' ? 'collectives' : `nccl${operation}`;
}

/** The hottest hotspot that is a collective; null where none is among the hotspots. */
export function communicationKernel(facts: TraceFacts): Hotspot | null {
  return facts.hotspots.find((hotspot) => !isOwnWork(hotspot)) ?? null;
}
