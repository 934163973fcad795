import { isMarkerCategory } from '../facts/marker-category.js';
import type { LaunchLinks } from './launch-links.js';
import { isFull } from './process-writing.js';
import type { ProcessWriting } from './process-writing.js';
import type { TrackRow } from './track-book.js';

/** Marker texts looked up at a time. */
const CHUNK = 8192;

/** API calls, markers and other functions by thread. */
export async function writeRegions(writing: ProcessWriting, links: LaunchLinks): Promise<void> {
  const { columns, shiftNs, host, processIndex, sink, book, counts } = writing;
  const { regions, details } = columns;
  const isMarker = regions.categories.map(isMarkerCategory);
  /** By thread: the index, not the OS number, since two thread rows may have the same one. */
  const lanes: TrackRow[] = [];
  for (let from = 0; from < regions.count; from += CHUNK) {
    const to = Math.min(from + CHUNK, regions.count);
    const marked: number[] = [];
    for (let row = from; row < to; row++) if (isMarker[regions.category[row] ?? 0] === true) marked.push(row);
    const texts = marked.length === 0 ? [] : details.markerTexts(Uint32Array.from(marked));
    let next = 0;
    for (let row = from; row < to; row++) {
      const threadIndex = regions.thread[row] ?? 0;
      const thread = regions.threads[threadIndex] ?? -1;
      const start = (regions.startNs[row] ?? 0) + shiftNs;
      const end = (regions.endNs[row] ?? 0) + shiftNs;
      const lane = (lanes[threadIndex] ??= book.row(host, `thread/${threadIndex}`, () => ({
        name: thread < 0 ? 'thread unknown' : `thread ${thread}`,
        tid: thread < 0 ? null : thread,
        nests: true,
      })));
      const name = regions.names[regions.name[row] ?? 0] ?? '';
      const category = regions.categories[regions.category[row] ?? 0] ?? '';
      const stackId = regions.stackId[row] ?? 0;
      const isMarked = isMarker[regions.category[row] ?? 0] === true;
      const text = isMarked ? (texts[next++] ?? null) : null;
      sink.slice(
        book.place(lane, start, end),
        start,
        end,
        text ?? name,
        category === '' ? 'region' : category,
        isMarked ? [['function', name]] : [['stack_id', stackId]],
        links.beginsAt(row) ? { processIndex, stackId, isSource: true } : null,
      );
      counts.regions++;
      if (isFull(sink)) await writing.flush();
    }
  }
}
