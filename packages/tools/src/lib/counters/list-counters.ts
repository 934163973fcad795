import { counterCatalogue, isCounterAvailable } from '@perfxpert/knowledge';
import { requireGpu } from '../hardware/require-gpu.js';

/** A hardware counter in a list. */
export interface ListedCounter {
  readonly name: string;
  readonly block: string;
  readonly unit: string;
  readonly description: string;
}

/**
 * The counters of the catalogue that an architecture has, by name.
 *
 * @throws KnowledgeError UNKNOWN_ID with the known architectures
 */
export function listCounters(gfxId: string): ListedCounter[] {
  requireGpu(gfxId);
  return counterCatalogue()
    .counters.filter(({ name }) => isCounterAvailable(name, gfxId) === true)
    .map(({ name, block, unit, description }) => ({ name, block, unit, description }))
    .sort((left, right) => (left.name < right.name ? -1 : 1));
}
