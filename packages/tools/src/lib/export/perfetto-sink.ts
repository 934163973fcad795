import { ProtobufBuffer } from './protobuf-buffer.js';
import type {
  CounterTrack,
  SliceArguments,
  SliceFlow,
  TimelineGroup,
  TimelineSink,
  TimelineTrack,
} from './timeline-sink.js';

/** Field numbers. Source: google/perfetto, protos/perfetto/trace (trace_packet, track_event, interned_data, ...). */
const FIELD = {
  packet: 1,
  timestamp: 8,
  sequenceId: 10,
  trackEvent: 11,
  internedData: 12,
  sequenceFlags: 13,
  trackDescriptor: 60,
} as const;
const TYPE = { begin: 1, end: 2, instant: 3, counter: 4 } as const;
const STATE_CLEARED = 1;
const NEEDS_STATE = 2;
const SEQUENCE = 1;
/** Children are shown by `sibling_order_rank`. */
const EXPLICIT_ORDER = 3;
/** OS numbers of processes stay below; groups without one get a number from here on. */
const FIRST_OWN_PID = 1 << 30;
const INTERNED = { categories: 1, names: 2, annotations: 3 } as const;

/** Uuids of what was declared, by place in the file. */
class Uuids {
  readonly groups: number[] = [];
  readonly tracks: number[] = [];
  readonly counters: number[] = [];
}

/** Perfetto's protocol buffer trace: ui.perfetto.dev and trace_processor read it. */
export class PerfettoSink implements TimelineSink {
  private readonly buffer = new ProtobufBuffer();
  private readonly interned = {
    categories: new Map<string, number>(),
    names: new Map<string, number>(),
    annotations: new Map<string, number>(),
  };
  /** Ends of the open slices, by track. */
  private readonly open = new Map<number, number[]>();
  private readonly tracks: TimelineTrack[] = [];
  private readonly uuids = new Uuids();
  private isFirst = true;

  get pendingBytes(): number {
    return this.buffer.size;
  }

  take(): Uint8Array {
    return this.buffer.take();
  }

  group(group: TimelineGroup): void {
    const { buffer } = this;
    this.uuids.groups[group.index] = uuidOf(group.identity);
    const packet = this.openPacket(null);
    const descriptor = buffer.open(FIELD.trackDescriptor);
    buffer.varint(1, this.groupUuid(group));
    if (group.kind === 'process') {
      const process = buffer.open(3);
      buffer.varint(1, pidOf(group));
      buffer.text(6, group.name);
      buffer.close(process);
    } else buffer.text(2, group.name);
    buffer.varint(11, EXPLICIT_ORDER);
    buffer.close(descriptor);
    buffer.close(packet);
  }

  track(track: TimelineTrack): void {
    const { buffer } = this;
    this.tracks.push(track);
    this.uuids.tracks[track.index] = uuidOf(`${track.group.identity}/track/${track.index}`);
    const packet = this.openPacket(null);
    const descriptor = buffer.open(FIELD.trackDescriptor);
    buffer.varint(1, this.trackUuid(track));
    if (track.tid !== null && track.group.kind === 'process') {
      const thread = buffer.open(4);
      buffer.varint(1, pidOf(track.group));
      buffer.varint(2, track.tid);
      buffer.text(5, track.name);
      buffer.close(thread);
    } else buffer.text(2, track.name);
    buffer.varint(5, this.groupUuid(track.group));
    buffer.varint(12, track.rank);
    buffer.close(descriptor);
    buffer.close(packet);
  }

  counterTrack(track: CounterTrack): void {
    const { buffer } = this;
    this.uuids.counters[track.index] = uuidOf(`${track.group.identity}/counter/${track.index}`);
    const packet = this.openPacket(null);
    const descriptor = buffer.open(FIELD.trackDescriptor);
    buffer.varint(1, this.counterUuid(track));
    buffer.text(2, track.name);
    buffer.varint(5, this.groupUuid(track.group));
    const counter = buffer.open(8);
    if (track.unit !== null) buffer.text(6, track.unit);
    buffer.close(counter);
    buffer.close(descriptor);
    buffer.close(packet);
  }

  slice(
    track: TimelineTrack,
    startNs: number,
    endNs: number,
    name: string,
    category: string,
    values: SliceArguments,
    flow: SliceFlow | null,
  ): void {
    this.closeUntil(track, startNs);
    const { buffer } = this;
    const packet = this.openPacket(startNs);
    this.intern(name, category, values);
    const event = this.openEvent(track, TYPE.begin);
    this.nameEvent(name, category);
    if (flow !== null) {
      const high = Math.floor(flow.stackId / 2 ** 32) + flow.processIndex * 2 ** 21;
      buffer.fixed64(47, flow.stackId % 2 ** 32, high + 1);
    }
    for (const [key, value] of values) {
      const annotation = buffer.open(4);
      buffer.varint(1, this.interned.annotations.get(key) ?? 0);
      if (typeof value === 'string') buffer.text(6, value);
      else if (Number.isSafeInteger(value) && value >= 0) buffer.varint(3, value);
      else buffer.double(5, value);
      buffer.close(annotation);
    }
    buffer.close(event);
    buffer.close(packet);
    const ends = this.open.get(track.index);
    if (ends === undefined) this.open.set(track.index, [endNs]);
    else ends.push(endNs);
  }

  instant(track: TimelineTrack, timeNs: number, name: string, category: string): void {
    const packet = this.openPacket(timeNs);
    this.intern(name, category, []);
    const event = this.openEvent(track, TYPE.instant);
    this.nameEvent(name, category);
    this.buffer.close(event);
    this.buffer.close(packet);
  }

  value(track: CounterTrack, timeNs: number, value: number): void {
    const { buffer } = this;
    const packet = this.openPacket(timeNs);
    const event = buffer.open(FIELD.trackEvent);
    buffer.varint(9, TYPE.counter);
    buffer.varint(11, this.counterUuid(track));
    buffer.double(44, value);
    buffer.close(event);
    buffer.close(packet);
  }

  finish(): void {
    for (const track of this.tracks) this.closeUntil(track, Infinity);
  }

  /** End packets of the slices that are over by then, the innermost first. */
  private closeUntil(track: TimelineTrack, timeNs: number): void {
    const ends = this.open.get(track.index);
    if (ends === undefined) return;
    for (let end = ends.at(-1); end !== undefined && end <= timeNs; end = ends.at(-1)) {
      ends.pop();
      const packet = this.openPacket(end);
      this.buffer.close(this.openEvent(track, TYPE.end));
      this.buffer.close(packet);
    }
  }

  private openPacket(timeNs: number | null): number {
    const packet = this.buffer.open(FIELD.packet);
    if (timeNs !== null) this.buffer.varint(FIELD.timestamp, timeNs);
    this.buffer.varint(FIELD.sequenceId, SEQUENCE);
    this.buffer.varint(FIELD.sequenceFlags, this.isFirst ? STATE_CLEARED : NEEDS_STATE);
    this.isFirst = false;
    return packet;
  }

  private openEvent(track: TimelineTrack, type: number): number {
    const event = this.buffer.open(FIELD.trackEvent);
    this.buffer.varint(9, type);
    this.buffer.varint(11, this.trackUuid(track));
    return event;
  }

  private nameEvent(name: string, category: string): void {
    if (category !== '') this.buffer.varint(3, this.interned.categories.get(category) ?? 0);
    this.buffer.varint(10, this.interned.names.get(name) ?? 0);
  }

  /** Texts that this packet is the first to use. */
  private intern(name: string, category: string, values: SliceArguments): void {
    const { categories, names, annotations } = this.interned;
    const isKnown =
      names.has(name) && (category === '' || categories.has(category)) && values.every(([key]) => annotations.has(key));
    if (isKnown) return;
    const data = this.buffer.open(FIELD.internedData);
    if (category !== '') this.internText(categories, INTERNED.categories, category);
    this.internText(names, INTERNED.names, name);
    for (const [key] of values) this.internText(annotations, INTERNED.annotations, key);
    this.buffer.close(data);
  }

  private internText(known: Map<string, number>, field: number, text: string): void {
    if (known.has(text)) return;
    const id = known.size + 1;
    known.set(text, id);
    const entry = this.buffer.open(field);
    this.buffer.varint(1, id);
    this.buffer.text(2, text);
    this.buffer.close(entry);
  }

  private groupUuid({ index }: TimelineGroup): number {
    return this.uuids.groups[index] ?? 0;
  }

  private trackUuid({ index }: TimelineTrack): number {
    return this.uuids.tracks[index] ?? 0;
  }

  private counterUuid({ index }: CounterTrack): number {
    return this.uuids.counters[index] ?? 0;
  }
}

function pidOf({ pid, index }: TimelineGroup): number {
  return pid ?? FIRST_OWN_PID + index;
}

/** The upper 53 bits of FNV-1a with 64 bits, never 0: a uuid that is exact as a number. */
function uuidOf(text: string): number {
  let hash = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(text, 'utf8')) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return Math.max(1, Number(hash >> 11n));
}
