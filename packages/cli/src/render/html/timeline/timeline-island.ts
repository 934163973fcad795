import type { TimelineLane, TimelineTrack, TraceTimeline } from '@perfxpert/agents';
import { escapeText } from '../../escape-text.js';
import { createKernelLabels } from '../../kernel-labels.js';
import { cutText } from '../parts/cut-text.js';
import { encodeVarints } from './encode-varints.js';

/** Windows drawn; more are counted. */
export const MOST_WINDOWS = 8;
/** Longer names are cut on the timeline; the table of kernels has them whole. */
const LONGEST_NAME = 200;

/**
 * The timeline as the script reads it (client/timeline/decode.ts): events as triples of delta to the start before,
 * duration and name index, buckets as nanoseconds, both as variable-length numbers in base64.
 */
export function timelineIsland(timeline: TraceTimeline): unknown {
  const safe = timeline.names.map(escapeText);
  const labels = createKernelLabels(safe);
  return {
    names: safe.map((name) => cutText(labels.get(name) ?? name, LONGEST_NAME)),
    windows: timeline.windows.slice(0, MOST_WINDOWS).map((window) => ({
      wall: window.wallNs,
      bucket: window.bucketNs,
      start: window.gridStartNs,
      lanes: window.tracks.flatMap((track) => track.lanes.map((lane) => laneData(lane, track))),
    })),
  };
}

function laneData(lane: TimelineLane, track: TimelineTrack): unknown {
  return {
    kind: lane.kind,
    label: `${track.label}, ${lane.label}`,
    count: lane.eventCount,
    events: encodeVarints(triples(lane)),
    rest: lane.restNs === null ? null : encodeVarints(lane.restNs),
  };
}

/** Delta to the start before, duration, name: for each event. */
function triples({ events }: TimelineLane): Float64Array {
  const { startNs, durationNs, name } = events;
  const values = new Float64Array(3 * startNs.length);
  let before = 0;
  for (let index = 0; index < startNs.length; index++) {
    const start = startNs[index] ?? 0;
    values[3 * index] = start - before;
    values[3 * index + 1] = durationNs[index] ?? 0;
    values[3 * index + 2] = name[index] ?? 0;
    before = start;
  }
  return values;
}
