import { createLaunchLinks } from './launch-links.js';
import type { ProcessWriting } from './process-writing.js';
import { writeCopies } from './write-copies.js';
import { writeKernels } from './write-kernels.js';
import { writePoints } from './write-points.js';
import { writeRegions } from './write-regions.js';

/** Writes everything of one process. */
export async function writeProcess(writing: ProcessWriting): Promise<void> {
  const links = createLaunchLinks(writing.columns);
  await writeKernels(writing, links);
  await writeCopies(writing, links);
  await writeRegions(writing, links);
  writePoints(writing);
  await writing.flush();
}
