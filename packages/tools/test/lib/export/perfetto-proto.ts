import protobuf from 'protobufjs';

/** The messages that the writer uses, with the field numbers of Perfetto's published files (protos/perfetto/trace). */
const PROTO = `
syntax = "proto2";
message Trace { repeated TracePacket packet = 1; }
message TracePacket {
  optional uint64 timestamp = 8;
  optional uint32 trusted_packet_sequence_id = 10;
  optional TrackEvent track_event = 11;
  optional InternedData interned_data = 12;
  optional uint32 sequence_flags = 13;
  optional TrackDescriptor track_descriptor = 60;
}
message TrackDescriptor {
  optional uint64 uuid = 1;
  optional string name = 2;
  optional ProcessDescriptor process = 3;
  optional ThreadDescriptor thread = 4;
  optional uint64 parent_uuid = 5;
  optional CounterDescriptor counter = 8;
  optional int32 child_ordering = 11;
  optional int32 sibling_order_rank = 12;
}
message ProcessDescriptor { optional int32 pid = 1; optional string process_name = 6; }
message ThreadDescriptor { optional int32 pid = 1; optional int32 tid = 2; optional string thread_name = 5; }
message CounterDescriptor { optional int32 unit = 3; optional string unit_name = 6; }
message TrackEvent {
  repeated uint64 category_iids = 3;
  repeated DebugAnnotation debug_annotations = 4;
  optional int32 type = 9;
  optional uint64 name_iid = 10;
  optional uint64 track_uuid = 11;
  optional double double_counter_value = 44;
  repeated fixed64 flow_ids = 47;
}
message DebugAnnotation {
  optional uint64 name_iid = 1;
  optional uint64 uint_value = 3;
  optional double double_value = 5;
  optional string string_value = 6;
}
message InternedData {
  repeated Interned event_categories = 1;
  repeated Interned event_names = 2;
  repeated Interned debug_annotation_names = 3;
}
message Interned { optional uint64 iid = 1; optional string name = 2; }
`;

export interface DecodedSlice {
  readonly track: string;
  readonly name: string;
  readonly category: string;
  readonly startNs: number;
  readonly endNs: number;
  readonly args: Readonly<Record<string, string | number>>;
  readonly flows: readonly string[];
}

export interface DecodedTimeline {
  readonly slices: readonly DecodedSlice[];
  readonly instants: readonly { track: string; name: string; timeNs: number }[];
  readonly values: readonly { track: string; timeNs: number; value: number }[];
  /** Paths of all tracks: `group / track`. */
  readonly tracks: readonly string[];
}

interface Packet {
  timestamp?: string;
  trusted_packet_sequence_id?: number;
  sequence_flags?: number;
  track_descriptor?: {
    uuid: string;
    name?: string;
    parent_uuid?: string;
    process?: { process_name?: string };
    thread?: { thread_name?: string };
  };
  interned_data?: Record<
    'event_categories' | 'event_names' | 'debug_annotation_names',
    { iid: string; name: string }[]
  >;
  track_event?: {
    type: number;
    track_uuid: string;
    name_iid?: string;
    category_iids?: string[];
    debug_annotations?: { name_iid: string; uint_value?: string; double_value?: number; string_value?: string }[];
    double_counter_value?: number;
    flow_ids?: string[];
  };
}

/** Reads a trace as trace_processor would: packets by time, begin and end of each track as a stack. Throws where they do not match. */
export function decodePerfetto(bytes: Uint8Array): DecodedTimeline {
  const type = protobuf.parse(PROTO, { keepCase: true }).root.lookupType('Trace');
  const { packet: packets } = type.toObject(type.decode(bytes), { longs: String }) as { packet: Packet[] };
  const names = new Map<string, string>();
  const slices: DecodedSlice[] = [];
  const instants: { track: string; name: string; timeNs: number }[] = [];
  const values: { track: string; timeNs: number; value: number }[] = [];
  const texts = {
    event_categories: new Map<string, string>(),
    event_names: new Map<string, string>(),
    debug_annotation_names: new Map<string, string>(),
  };
  const sorted = packets
    .map((packet, index) => ({ packet, index }))
    .filter(({ packet }) => packet.track_event !== undefined)
    .sort((a, b) => Number(a.packet.timestamp) - Number(b.packet.timestamp) || a.index - b.index);
  for (const [index, packet] of packets.entries()) {
    if (packet.trusted_packet_sequence_id !== 1) throw new Error('a packet of another sequence');
    if (packet.sequence_flags !== (index === 0 ? 1 : 2)) throw new Error('wrong flags');
    const descriptor = packet.track_descriptor;
    if (descriptor !== undefined) {
      const own = descriptor.name ?? descriptor.process?.process_name ?? descriptor.thread?.thread_name ?? '';
      if (names.has(descriptor.uuid)) throw new Error(`two tracks with one uuid: ${own}`);
      const parent = descriptor.parent_uuid === undefined ? '' : `${names.get(descriptor.parent_uuid) ?? '?'} / `;
      names.set(descriptor.uuid, parent + own);
    }
    for (const kind of ['event_categories', 'event_names', 'debug_annotation_names'] as const)
      for (const { iid, name } of packet.interned_data?.[kind] ?? []) {
        if (texts[kind].has(iid)) throw new Error(`an id used twice: ${name}`);
        texts[kind].set(iid, name);
      }
  }
  const open = new Map<string, Omit<DecodedSlice, 'endNs'>[]>();
  for (const { packet } of sorted) {
    const event = packet.track_event;
    if (event === undefined) continue;
    const track = names.get(event.track_uuid);
    if (track === undefined) throw new Error('an event on an unknown track');
    const timeNs = Number(packet.timestamp);
    const name = texts.event_names.get(event.name_iid ?? '') ?? '';
    const stack = open.get(track) ?? [];
    open.set(track, stack);
    if (event.type === 1) {
      const args = (event.debug_annotations ?? []).map((entry): [string, string | number] => [
        texts.debug_annotation_names.get(entry.name_iid) ?? '?',
        entry.string_value ??
          (entry.uint_value === undefined ? (entry.double_value ?? Number.NaN) : Number(entry.uint_value)),
      ]);
      const category = texts.event_categories.get(event.category_iids?.[0] ?? '') ?? '';
      stack.push({
        track,
        name,
        category,
        startNs: timeNs,
        args: Object.fromEntries(args),
        flows: event.flow_ids ?? [],
      });
    } else if (event.type === 2) {
      const begun = stack.pop();
      if (begun === undefined) throw new Error(`an end without a begin on ${track}`);
      slices.push({ ...begun, endNs: timeNs });
    } else if (event.type === 3) instants.push({ track, name, timeNs });
    else values.push({ track, timeNs, value: event.double_counter_value ?? Number.NaN });
  }
  for (const [track, stack] of open) if (stack.length > 0) throw new Error(`a slice without an end on ${track}`);
  return { slices, instants, values, tracks: [...names.values()] };
}
