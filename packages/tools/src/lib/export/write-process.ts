import type { ProcessColumns } from '@perfxpert/rocpd';
import type { ProcessWriting } from './process-writing.js';
import { writeCopies } from './write-copies.js';
import { writeKernels } from './write-kernels.js';
import { writePoints } from './write-points.js';
import { writeRegions } from './write-regions.js';

/** Writes everything of one process. */
export async function writeProcess(writing: ProcessWriting): Promise<void> {
  const linked = linkedIds(writing.columns);
  await writeKernels(writing, linked);
  await writeCopies(writing, linked);
  await writeRegions(writing, linked);
  writePoints(writing);
  await writing.flush();
}

/** Correlation ids that stand on both sides: a call and what it started. */
function linkedIds({ dispatches, copies, regions }: ProcessColumns): ReadonlySet<number> {
  const calls = new Set<number>();
  for (const id of regions.stackId) if (id !== 0) calls.add(id);
  const linked = new Set<number>();
  for (const ids of [dispatches.stackId, copies.stackId]) for (const id of ids) if (calls.has(id)) linked.add(id);
  return linked;
}
