import type { DeviceOverview, TimelineWindow } from '@perfxpert/agents';
import { markup } from '../markup.js';
import type { Markup } from '../markup.js';
import { coveragePath } from './coverage-path.js';
import { addBuckets } from './lane-coverage.js';

const COLUMNS = 1000;
const HEIGHT = 30;

/** All devices of a window over time: share that computes, above it communication, above it copies. */
export function overviewMap(window: TimelineWindow, index: number): Markup {
  const overviews = window.tracks.flatMap((track) => (track.overview === null ? [] : [track.overview]));
  const columnNs = Math.max(window.wallNs, 1) / COLUMNS;
  const whole = columnNs * Math.max(1, overviews.length);
  const layerOf = (kind: keyof DeviceOverview): Float64Array => {
    const columns = new Float64Array(COLUMNS);
    for (const overview of overviews) addBuckets(columns, columnNs, overview[kind], window);
    return columns;
  };
  // Each layer stands on the one before it.
  const compute = layerOf('computeNs');
  const communication = sumOf(compute, layerOf('communicationNs'));
  const copies = sumOf(communication, layerOf('copyNs'));
  const layers: [string, Float64Array][] = [
    ['fill-copy', copies],
    ['fill-comm', communication],
    ['fill-compute', compute],
  ];
  const paths = layers.map(
    ([fill, columns]) => markup`<path class="${fill}" d="${coveragePath(columns, whole, HEIGHT, 1)}"/>`,
  );
  return markup`<div class="overview"> <svg height="${HEIGHT}" role="img" aria-label="Overview: share of the devices at work over time" data-overview="${index}"> <svg viewBox="0 0 ${COLUMNS} ${HEIGHT}" preserveAspectRatio="none" width="100%" height="${HEIGHT}"><rect class="ground" width="${COLUMNS}" height="${HEIGHT}"/>${paths} </svg><rect class="overview-frame" data-frame x="0%" y=".75" width="100%" height="28.5" rx="2"/> </svg></div>`;
}

function sumOf(lower: Float64Array, upper: Float64Array): Float64Array {
  return lower.map((ns, column) => ns + (upper[column] ?? 0));
}
