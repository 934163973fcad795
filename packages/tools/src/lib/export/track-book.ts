import { FlatLanes, NestedLanes } from './lanes.js';
import type { CounterTrack, TimelineGroup, TimelineSink, TimelineTrack } from './timeline-sink.js';

interface Row {
  readonly group: TimelineGroup;
  readonly name: string;
  readonly tid: number | null;
  readonly rank: number;
  readonly lanes: FlatLanes | NestedLanes;
  readonly tracks: TimelineTrack[];
}

/** Opens groups and tracks as they are first used. One for a file. */
export class TrackBook {
  private groups = 0;
  private tracks = 0;
  private readonly rows = new Map<string, Row>();
  private readonly counters = new Map<string, CounterTrack>();

  constructor(private readonly sink: TimelineSink) {}

  get trackCount(): number {
    return this.tracks + this.counters.size;
  }

  openGroup(group: Omit<TimelineGroup, 'index'>): TimelineGroup {
    const opened = { ...group, index: this.groups++ };
    this.sink.group(opened);
    return opened;
  }

  /** The row of a stream or thread; made once. */
  row(group: TimelineGroup, key: string, describe: () => { name: string; tid: number | null; nests: boolean }): Row {
    const id = `${group.index}/${key}`;
    const known = this.rows.get(id);
    if (known !== undefined) return known;
    const { name, tid, nests } = describe();
    const lanes = nests ? new NestedLanes() : new FlatLanes();
    const row: Row = { group, name, tid, rank: this.rows.size * 64, lanes, tracks: [] };
    this.rows.set(id, row);
    return row;
  }

  /** The track of a row on which a slice has room. */
  place(row: Row, startNs: number, endNs: number): TimelineTrack {
    return this.lane(row, row.lanes.place(startNs, endNs));
  }

  /** The first track of a row. */
  first(row: Row): TimelineTrack {
    return this.lane(row, 0);
  }

  counter(group: TimelineGroup, name: string, unit: string | null): CounterTrack {
    const id = `${group.index}/${unit ?? ''}/${name}`;
    const known = this.counters.get(id);
    if (known !== undefined) return known;
    const track = { index: this.counters.size, group, name, unit };
    this.counters.set(id, track);
    this.sink.counterTrack(track);
    return track;
  }

  private lane(row: Row, lane: number): TimelineTrack {
    for (let next = row.tracks.length; next <= lane; next++) {
      const track = {
        index: this.tracks++,
        group: row.group,
        name: next === 0 ? row.name : `${row.name} (${next + 1})`,
        tid: next === 0 ? row.tid : null,
        rank: row.rank + Math.min(next, 63),
      };
      row.tracks.push(track);
      this.sink.track(track);
    }
    // The lane was made above where it was missing.
    return row.tracks[lane] ?? { index: 0, group: row.group, name: row.name, tid: null, rank: 0 };
  }
}

export type TrackRow = Row;
