import type { Straggler } from '../../schemas/ranks.js';
import { countText, timeText } from './figures.js';
import { kernelDisplayName } from './kernel-display-name.js';

/** `it comes last to 17 of its 17 collectives`, or that its window is the longest. */
export function latenessText({ basis, last_count: last, matched_count: matched }: Straggler): string {
  return basis === 'window' || last === null || matched === null
    ? 'its window is the longest'
    : `it comes last to ${last} of its ${countText(matched, 'matched collective')}`;
}

/** What it does longer than the median of the other ranks, as the end of a sentence about the rank. */
export function longerText(straggler: Straggler): string {
  const [part] = straggler.parts;
  if (part === undefined) return 'no other rank does the same work';
  const longer = `${timeText(part.excess_ns)} longer than the median of the other ranks`;
  switch (part.part) {
    case 'kernels': {
      const [kernel] = straggler.kernels;
      const most =
        kernel === undefined ? '' : `, ${timeText(kernel.excess_ns)} of it in ${kernelDisplayName(kernel.name)}`;
      return `its kernels take ${longer}${most}`;
    }
    case 'copies':
      return `copies that no kernel covers take ${longer}`;
    case 'api_calls':
      return `its host API calls keep the GPU empty ${longer}`;
    case 'empty_gpu': {
      const [cause] = straggler.idle_causes;
      const mostly =
        cause === undefined
          ? ''
          : `, ${timeText(cause.excess_ns)} of it with idle cause ${cause.cause.replaceAll('_', ' ')}`;
      return `its GPU is empty ${longer}${mostly}`;
    }
  }
}
