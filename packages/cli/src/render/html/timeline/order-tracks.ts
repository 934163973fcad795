import type { TimelineTrack, TraceTimeline } from '@perfxpert/agents';

/** GPU 2 before GPU 10. */
const byNumber = new Intl.Collator('en', { numeric: true });

/** The tracks of each window in order of rank or process, then device, as people count them. */
export function orderTracks(timeline: TraceTimeline): TraceTimeline {
  const windows = timeline.windows.map((window) => ({ ...window, tracks: [...window.tracks].sort(compareTracks) }));
  return { ...timeline, windows };
}

function compareTracks(left: TimelineTrack, right: TimelineTrack): number {
  return byNumber.compare(placeOf(left.label), placeOf(right.label)) || byNumber.compare(left.label, right.label);
}

/** `rank 3` of `GPU 3, rank 3`. */
function placeOf(label: string): string {
  return label.includes(', ') ? label.slice(label.indexOf(', ') + 2) : '';
}
