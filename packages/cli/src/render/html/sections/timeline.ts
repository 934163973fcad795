import type { TraceTimeline } from '@perfxpert/agents';
import { formatCount, formatDuration } from '../../format-number.js';
import { plural } from '../../plural.js';
import type { HtmlContext } from '../html-context.js';
import { markup } from '../markup.js';
import type { Markup } from '../markup.js';
import { commandBox } from '../parts/command-box.js';
import { legendItem } from '../parts/swatch.js';
import type { HtmlSection } from '../section.js';
import { windowFigure } from '../timeline/lane-rows.js';
import { LANE_FILLS, LANE_WORDS } from '../timeline/lane-words.js';
import { MOST_WINDOWS } from '../timeline/timeline-island.js';

/** Columns of the lanes as they are without script; fewer where there are many lanes. */
const MOST_COLUMNS = 1000;
const COLUMNS_IN_ALL = 40_000;

/** Lanes over time. Without them (a report read from JSON) the section says how to get them. */
export function timelineSection({ report, timeline }: HtmlContext): HtmlSection | null {
  if (report.execution_breakdown === null) return null;
  if (timeline === null)
    return {
      id: 'timeline',
      title: 'Timeline',
      take: 'A timeline is drawn from the trace, which a report does not hold.',
      body: markup`<p class="note">With the trace at hand:</p>${commandBox('perfxpert analyze -i TRACE --format html -o report')}`,
    };
  const lanes = timeline.windows.flatMap(({ tracks }) => tracks.flatMap((track) => track.lanes));
  const columns = Math.max(100, Math.min(MOST_COLUMNS, Math.floor(COLUMNS_IN_ALL / Math.max(1, lanes.length))));
  const windows = timeline.windows.slice(0, MOST_WINDOWS);
  const kinds = Object.keys(LANE_FILLS)
    .filter(isKind)
    .filter((kind) => lanes.some((lane) => lane.kind === kind));
  return {
    id: 'timeline',
    title: 'Timeline',
    take: takeOf(timeline, lanes.length),
    body: markup`<div id="timeline-app">${tools()}${windows.map((window, index) => markup`${windows.length > 1 ? markup`<h3>Window ${index + 1} of ${timeline.windows.length}, ${formatDuration(window.wallNs)}</h3>` : null}${windowFigure(window, index, columns)}`)}<dl class="selection script" id="timeline-selection" aria-live="polite"><div><dt>Selection</dt><dd>Click an event, or drag to measure a range.</dd></div></dl></div><ul class="legend">${kinds.map((kind) => legendItem(LANE_FILLS[kind], LANE_WORDS[kind]))}</ul>${notes(timeline).map((note) => markup`<p class="note">${note}</p>`)}`,
  };
}

function isKind(name: string): name is keyof typeof LANE_FILLS {
  return Object.hasOwn(LANE_FILLS, name);
}

function tools(): Markup {
  return markup`<div class="tools script"> <span class="button-row" role="group" aria-label="Zoom of the timeline"><button type="button" data-zoom="in" aria-label="Zoom in">+</button><button type="button" data-zoom="out" aria-label="Zoom out">−</button><button type="button" data-zoom="fit">Fit</button><button type="button" data-zoom="selection">Selection</button></span><span class="status" id="timeline-range"></span><span class="keys"><kbd>Ctrl</kbd> + wheel zooms, drag measures, <kbd>Shift</kbd> + drag pans, <kbd>←</kbd> <kbd>→</kbd> step</span></div>`;
}

function takeOf({ eventCount, windows }: TraceTimeline, laneCount: number): string {
  const events = `${formatCount(eventCount)} events on ${plural(laneCount, 'lane')}`;
  const [only] = windows;
  const span =
    windows.length === 1 && only !== undefined
      ? ` over ${formatDuration(only.wallNs)}`
      : ` in ${plural(windows.length, 'window')}`;
  return `${events}${span}. Each lane shows how much of a pixel is busy; zoom in until single events appear.`;
}

function notes({ minEventNs, keptEventCount, omittedTrackCount, windows }: TraceTimeline): string[] {
  return [
    minEventNs === 0
      ? ''
      : `The ${plural(keptEventCount, 'event')} of ${formatDuration(minEventNs)} or longer are drawn one by one; of the shorter ones every nanosecond is in the height of the lanes.`,
    omittedTrackCount === 0 ? '' : `${plural(omittedTrackCount, 'device')} more are not drawn.`,
    windows.length <= MOST_WINDOWS ? '' : `${plural(windows.length - MOST_WINDOWS, 'window')} more are not drawn.`,
  ].filter((note) => note !== '');
}
