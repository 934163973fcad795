/** Data of one lane; times in nanoseconds from the start of the window. */
export interface LaneData {
  readonly kind: string;
  readonly label: string;
  readonly count: number;
  readonly start: Float64Array;
  readonly end: Float64Array;
  readonly name: Uint32Array;
  /** Latest end of the events up to each, to find those that reach into a view. */
  readonly latestEnd: Float64Array;
  readonly rest: Float64Array | null;
}

export interface WindowData {
  readonly wall: number;
  readonly bucket: number;
  readonly gridStart: number;
  readonly lanes: readonly LaneData[];
}

export interface TimelineData {
  readonly names: readonly string[];
  readonly windows: readonly WindowData[];
}

interface StoredLane {
  kind: string;
  label: string;
  count: number;
  events: string;
  rest: string | null;
}

interface StoredTimeline {
  names: string[];
  windows: { wall: number; bucket: number; start: number; lanes: StoredLane[] }[];
}

/** Reads what timeline-island.ts wrote. */
export function decodeTimeline(text: string): TimelineData {
  // Written by the same program into the same page.
  const stored = JSON.parse(text) as StoredTimeline;
  return {
    names: stored.names,
    windows: stored.windows.map(({ wall, bucket, start, lanes }) => ({
      wall,
      bucket,
      gridStart: start,
      lanes: lanes.map(decodeLane),
    })),
  };
}

function decodeLane({ kind, label, count, events, rest }: StoredLane): LaneData {
  const numbers = decodeVarints(events);
  const length = numbers.length / 3;
  const start = new Float64Array(length);
  const end = new Float64Array(length);
  const latestEnd = new Float64Array(length);
  const name = new Uint32Array(length);
  let time = 0;
  let latest = 0;
  for (let index = 0; index < length; index++) {
    time += numbers[3 * index] ?? 0;
    start[index] = time;
    end[index] = time + (numbers[3 * index + 1] ?? 0);
    name[index] = numbers[3 * index + 2] ?? 0;
    latest = Math.max(latest, end[index] ?? 0);
    latestEnd[index] = latest;
  }
  return {
    kind,
    label,
    count,
    start,
    end,
    name,
    latestEnd,
    rest: rest === null ? null : Float64Array.from(decodeVarints(rest)),
  };
}

/** Variable-length numbers (LEB128) in base64. */
export function decodeVarints(base64: string): number[] {
  const bytes = atob(base64);
  const numbers: number[] = [];
  let value = 0;
  let factor = 1;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes.charCodeAt(index);
    value += (byte & 127) * factor;
    if (byte < 128) {
      numbers.push(value);
      value = 0;
      factor = 1;
    } else factor *= 128;
  }
  return numbers;
}
