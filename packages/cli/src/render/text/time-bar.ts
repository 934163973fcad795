import type { Partition } from './time-parts.js';
import { TIME_PARTS } from './time-parts.js';
import type { TextContext } from './text-context.js';

/**
 * A stacked bar of exactly `width` marks: where a part ends is rounded, not how long it is, so that no error adds up.
 * Parts shorter than half a mark may not show; the table has them.
 */
export function timeBar(partition: Partition, width: number, context: TextContext): string {
  let endNs = 0;
  let drawn = 0;
  return TIME_PARTS.map((part) => {
    endNs += part.nanoseconds(partition);
    const end = partition.wall_ns === 0 ? 0 : Math.round((endNs / partition.wall_ns) * width);
    const marks = context.encode(part.mark.repeat(Math.max(end - drawn, 0)));
    drawn = Math.max(end, drawn);
    return marks === '' ? '' : context.paint[part.paint](marks);
  }).join('');
}
