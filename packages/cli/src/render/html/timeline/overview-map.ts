import type { TimelineWindow } from '@perfxpert/agents';
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
  const compute = new Float64Array(COLUMNS);
  const communication = new Float64Array(COLUMNS);
  const copies = new Float64Array(COLUMNS);
  for (const overview of overviews) {
    for (const target of [compute, communication, copies]) addBuckets(target, columnNs, overview.computeNs, window);
    for (const target of [communication, copies]) addBuckets(target, columnNs, overview.communicationNs, window);
    addBuckets(copies, columnNs, overview.copyNs, window);
  }
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
