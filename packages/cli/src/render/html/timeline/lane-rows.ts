import type { LaneKind, TimelineLane, TimelineTrack, TimelineWindow } from '@perfxpert/agents';
import { escapeText } from '../../escape-text.js';
import { formatCount, formatDuration, formatPercent } from '../../format-number.js';
import { plural } from '../../plural.js';
import { axisTicks, axisUnit } from '../charts/axis-ticks.js';
import { markup } from '../markup.js';
import type { Markup } from '../markup.js';
import { cutText } from '../parts/cut-text.js';
import { shareOf } from '../parts/meter.js';
import { coveragePath } from './coverage-path.js';
import { laneCoverage } from './lane-coverage.js';
import { LANE_FILLS, LANE_WORDS } from './lane-words.js';
import { overviewMap } from './overview-map.js';

const HEIGHT = 18;

/** A window: minimap, axis, and the lanes of its tracks, as they look without script. */
export function windowFigure(window: TimelineWindow, index: number, columnCount: number): Markup {
  let lane = 0;
  const tracks = window.tracks.map((track) => {
    const rows = track.lanes.map((entry) => laneRow(entry, window, lane++, columnCount));
    return markup`<div class="track-name"><b>${escapeText(track.label)}</b><span>${describe(track)}</span></div>${rows}`;
  });
  return markup`<figure class="timeline" data-window="${index}" aria-label="Timeline${index === 0 ? '' : ` of window ${String(index + 1)}`}"><div class="lane-name">all GPUs</div>${overviewMap(window, index)}<div class="lane-name"></div><div class="axis-row"><svg height="22" aria-hidden="true" data-axis>${axis(window.wallNs)}</svg></div>${tracks}</figure>`;
}

/** What a track holds, by kind. */
function describe({ lanes }: TimelineTrack): string {
  const count = (...kinds: readonly LaneKind[]): number =>
    lanes.filter(({ kind }) => kinds.includes(kind)).reduce((sum, lane) => sum + lane.eventCount, 0);
  const parts: [number, string, string][] = [
    [count('compute', 'communication'), 'dispatch', 'dispatches'],
    [count('copy'), 'copy', 'copies'],
    [count('api'), 'host API call', 'host API calls'],
    [count('marker'), 'host range', 'host ranges'],
  ];
  return parts
    .filter(([total]) => total > 0)
    .map(([total, singular, several]) => plural(total, singular, several))
    .join(', ');
}

function laneRow(lane: TimelineLane, window: TimelineWindow, index: number, columnCount: number): Markup {
  const columnNs = Math.max(window.wallNs, 1) / columnCount;
  const path = coveragePath(laneCoverage(lane, window, columnCount), columnNs, HEIGHT);
  const share = window.wallNs === 0 ? 0 : Math.min(100, (100 * lane.busyNs) / window.wallNs);
  const label = cutText(escapeText(lane.label), 40);
  const words = `${label}: ${formatCount(lane.eventCount)} ${LANE_WORDS[lane.kind]}, ${formatDuration(lane.busyNs)}, ${formatPercent(share)} of the window`;
  return markup`<div class="lane-name" title="${words}">${label}</div><div class="lane" data-lane="${index}"> <svg viewBox="0 0 ${columnCount} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${words}"><rect class="ground" width="${columnCount}" height="${HEIGHT}"/><path class="${LANE_FILLS[lane.kind]}" d="${path}"/> </svg></div>`;
}

function axis(wallNs: number): Markup[] {
  const unit = axisUnit(wallNs);
  return axisTicks(wallNs / unit.ns, 9).map((tick, index) => {
    const x = shareOf((100 * tick * unit.ns) / Math.max(1, wallNs));
    const label = `${String(Number(tick.toPrecision(6)))} ${unit.name}`;
    const hidden = index % 2 === 1 ? ' wide-only' : '';
    return markup`<line class="tick" x1="${x}%" x2="${x}%" y1="16" y2="21"/><text class="axis${hidden}" x="${x}%" y="12" text-anchor="${index === 0 ? 'start' : Number(x) > 96 ? 'end' : 'middle'}">${label}</text>`;
  });
}
