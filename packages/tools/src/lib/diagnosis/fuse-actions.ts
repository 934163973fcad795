import { countText } from './figures.js';
import { kernelDisplayName } from './kernel-display-name.js';
import { kernelLibrary } from './library-kernel.js';

/**
 * The advice to fuse the short kernel with the most launches that can be fused: one of the program, or one that a
 * compiler fuses. Nothing where all are kernels of other libraries.
 */
export function fuseActions(offenders: readonly { readonly name: string; readonly count: number }[]): string[] {
  const fusable = offenders.find(({ name }) => kernelLibrary(name)?.isFusable !== false);
  if (fusable === undefined) return [];
  const library = kernelLibrary(fusable.name);
  const launches = countText(fusable.count, 'short launch', 'short launches');
  const how = library === null ? '' : ` (${library.name}: torch.compile)`;
  return [`Fuse kernel ${kernelDisplayName(fusable.name)} (${launches}) with its neighbours${how}`];
}
