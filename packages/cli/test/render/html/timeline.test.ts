import { describe, expect, it } from '@jest/globals';
import type { TimelineLane, TimelineWindow, TraceTimeline } from '@perfxpert/agents';
import fc from 'fast-check';
import { decodeTimeline } from '../../../src/render/html/client/timeline/decode.js';
import type { WindowData } from '../../../src/render/html/client/timeline/decode.js';
import { drawLane } from '../../../src/render/html/client/timeline/lane-view.js';
import { jsonIsland } from '../../../src/render/html/json-island.js';
import { renderHtml } from '../../../src/render/html/render-html.js';
import { laneCoverage } from '../../../src/render/html/timeline/lane-coverage.js';
import { timelineIsland } from '../../../src/render/html/timeline/timeline-island.js';
import { fullReport } from '../../fixtures/full-report.js';
import { byId, parsePage, textOf } from '../../fixtures/html-page.js';

const WALL = 100_000;
const BUCKET = 1_024;

/** A lane of some events, and of time in buckets that no event covers. */
function laneOf(events: readonly (readonly [number, number])[], rest: readonly number[] | null): TimelineLane {
  const sorted = [...events].sort((a, b) => a[0] - b[0]);
  let busyNs = (rest ?? []).reduce((sum, value) => sum + value, 0);
  let reached = 0;
  for (const [start, length] of sorted) {
    busyNs += Math.max(0, start + length - Math.max(start, reached));
    reached = Math.max(reached, start + length);
  }
  return {
    kind: 'compute',
    label: 'stream 0',
    eventCount: sorted.length,
    busyNs,
    events: {
      startNs: Float64Array.from(sorted, ([start]) => start),
      durationNs: Float64Array.from(sorted, ([, length]) => length),
      name: new Uint32Array(sorted.length),
    },
    restNs: rest === null ? null : Float64Array.from(rest),
  };
}

const windowOf = (lane: TimelineLane): TimelineWindow => ({
  wallNs: WALL,
  bucketNs: BUCKET,
  gridStartNs: -300,
  bucketCount: 98,
  tracks: [{ label: 'GPU 0', overview: null, lanes: [lane] }],
});

const timelineOf = (lane: TimelineLane): TraceTimeline => ({
  names: ['<b>kernel</b>\u202e'],
  windows: [windowOf(lane)],
  minEventNs: 0,
  keptEventCount: lane.events.startNs.length,
  eventCount: lane.eventCount,
  omittedTrackCount: 0,
});

const decoded = (lane: TimelineLane): WindowData =>
  decodeTimeline(jsonIsland(timelineIsland(timelineOf(lane)))).windows[0]!;

/** Time that a drawing shows: blocks once, and what is in the columns. */
function shownNs(data: WindowData, from: number, until: number, width: number): number {
  const lane = data.lanes[0]!;
  const { blocks, columns } = drawLane(lane, data, { from, until }, width);
  let total = columns.reduce((sum, value) => sum + value, 0);
  let reached = from;
  for (const event of blocks) {
    const end = Math.min(lane.end[event] ?? 0, until);
    const start = Math.max(lane.start[event] ?? 0, reached);
    if (end > start) total += end - start;
    reached = Math.max(reached, end);
  }
  return total;
}

const eventsArbitrary = fc.array(
  fc.tuple(fc.nat(WALL - 1), fc.nat(9_000)).map(([start, length]) => [start, Math.min(length, WALL - start)] as const),
  { maxLength: 60 },
);

describe('a lane of the timeline', () => {
  it('shows its busy time at every width of the drawing', () => {
    fc.assert(
      fc.property(eventsArbitrary, fc.integer({ min: 1, max: 1500 }), (events, width) => {
        const lane = laneOf(events, null);
        expect(shownNs(decoded(lane), 0, WALL, width)).toBeCloseTo(lane.busyNs, 3);
      }),
    );
  });

  it('counts nothing twice where several short events start with a long one', () => {
    const lane = laneOf(
      [
        [0, 1],
        [0, 2],
        [0, 885],
      ],
      null,
    );
    expect(shownNs(decoded(lane), 0, WALL, 226)).toBeCloseTo(885, 3);
  });

  it('shows at every zoom the time that lies there', () => {
    fc.assert(
      fc.property(
        eventsArbitrary,
        fc.nat(WALL - 2_000),
        fc.integer({ min: 2_000, max: WALL }),
        (events, from, length) => {
          const until = Math.min(WALL, from + length);
          const parts = events
            .map(([start, size]) => [Math.max(start, from), Math.min(start + size, until)] as const)
            .filter(([start, end]) => end > start)
            .map(([start, end]) => [start, end - start] as const);
          expect(shownNs(decoded(laneOf(events, null)), from, until, 800)).toBeCloseTo(laneOf(parts, null).busyNs, 3);
        },
      ),
    );
  });

  it('shows the time of events that are not drawn one by one', () => {
    const rest = Array.from({ length: 98 }, (_, index) => (index * 37) % 700);
    const lane = laneOf([[2_000, 500]], rest);
    expect(shownNs(decoded(lane), 0, WALL, 1_000)).toBeCloseTo(lane.busyNs, 3);
    expect(shownNs(decoded(lane), 0, WALL, 13)).toBeCloseTo(lane.busyNs, 3);
  });

  it('shows the same without script', () => {
    fc.assert(
      fc.property(eventsArbitrary, (events) => {
        const lane = laneOf(events, [...new Array<number>(98).keys()]);
        const columns = laneCoverage(lane, windowOf(lane), 1_000);
        expect(columns.reduce((sum, value) => sum + value, 0)).toBeCloseTo(lane.busyNs, 3);
      }),
    );
  });

  it('comes back from the page as it went in', () => {
    const [lane] = decoded(
      laneOf(
        [
          [5, 10],
          [3, 2],
          [70_000, 30_000],
        ],
        [0, 127, 128, 16_384],
      ),
    ).lanes;
    expect([...lane!.start]).toEqual([3, 5, 70_000]);
    expect([...lane!.end]).toEqual([5, 15, 100_000]);
    expect([...lane!.rest!]).toEqual([0, 127, 128, 16_384]);
  });
});

describe('the section', () => {
  const page = parsePage(renderHtml(fullReport(), { timeline: timelineOf(laneOf([[0, 50_000]], null)) }));

  it('tells its busy time in words', () => {
    expect(textOf(byId(page, 'timeline'))).toContain('1 dispatch');
    expect(page.errors).toEqual([]);
  });

  it('holds names as text that shows every character', () => {
    const { names } = JSON.parse(textOf(byId(page, 'timeline-data'))) as { names: string[] };
    expect(names).toEqual(['<b>kernel</b>\\u{202e}']);
  });
});
