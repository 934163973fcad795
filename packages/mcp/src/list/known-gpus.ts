import { arch } from '@perfxpert/agents/tools';

/** The architectures of the tables, sorted: what the error of an unknown one names. */
export function knownGpus(): readonly string[] {
  try {
    arch.lookupPeaks({ gfx_id: 'gfx0' });
  } catch (error) {
    if (typeof error === 'object' && error !== null && 'details' in error) {
      const { details } = error;
      if (typeof details === 'object' && details !== null && 'known' in details && Array.isArray(details.known))
        return details.known.filter((id) => typeof id === 'string').sort();
    }
  }
  throw new Error('The tables of GPUs name none.');
}
