/** What the events of a lane are. */
export type LaneKind = 'marker' | 'compute' | 'communication' | 'copy' | 'idle' | 'api';

/** Single events in order of start, times from the start of the window, clipped to it. */
export interface LaneEvents {
  readonly startNs: Float64Array;
  readonly durationNs: Float64Array;
  /** Index into `TraceTimeline.names`. */
  readonly name: Uint32Array;
}

/**
 * One line of a timeline. Busy time is told once: the union of `events`, plus `restNs`, which holds by bucket the time
 * of the shorter events that no kept one covers. The two add up to `busyNs` exactly.
 */
export interface TimelineLane {
  readonly kind: LaneKind;
  /** `stream 0`, `copies`, `HIP API`. */
  readonly label: string;
  /** Events of the trace, kept or not. */
  readonly eventCount: number;
  /** Union of all events in the window, nanoseconds. */
  readonly busyNs: number;
  readonly events: LaneEvents;
  /** Per bucket of the window's grid; null where every event is kept. */
  readonly restNs: Float64Array | null;
}

/** What a device did, per bucket of the window's grid. Each sums up to the figure of the breakdown of that name. */
export interface DeviceOverview {
  /** Kernels other than communication: compute_ns - communication_exposed_ns. */
  readonly computeNs: Float64Array;
  /** Communication kernels that no other kernel covers. */
  readonly communicationNs: Float64Array;
  /** Copies that no kernel covers. */
  readonly copyNs: Float64Array;
}

/** The lanes of one device, or of the host side of a process with several devices. */
export interface TimelineTrack {
  readonly label: string;
  /** Null for a host. */
  readonly overview: DeviceOverview | null;
  readonly lanes: readonly TimelineLane[];
}

/** Tracks that share a window. Bucket n holds [gridStartNs + n * bucketNs, + bucketNs); the grid may begin before 0. */
export interface TimelineWindow {
  readonly wallNs: number;
  readonly bucketNs: number;
  readonly gridStartNs: number;
  readonly bucketCount: number;
  readonly tracks: readonly TimelineTrack[];
}

/** What a drawing of the trace over time needs, bounded in size whatever the trace. */
export interface TraceTimeline {
  readonly names: readonly string[];
  readonly windows: readonly TimelineWindow[];
  /** Events from this length on are kept one by one; 0 where all are. */
  readonly minEventNs: number;
  readonly keptEventCount: number;
  readonly eventCount: number;
  /** Tracks beyond the limit; they are in the report, not in the drawing. */
  readonly omittedTrackCount: number;
}
