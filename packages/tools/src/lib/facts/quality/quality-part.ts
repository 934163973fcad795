/** What one process holds and what is odd about it: counts, unless said otherwise. */
export interface QualityPart {
  readonly dispatches: number;
  readonly copies: number;
  readonly apiCalls: number;
  readonly markers: number;
  /** Of them those of no length. */
  readonly zeroLengthMarkers: number;
  /** Markers without an end in the file, closed at the last event of their thread. */
  readonly closedMarkers: number;
  readonly otherRegions: number;
  readonly samples: number;
  readonly totalKernelNs: number;
  readonly nullTimes: number;
  readonly negativeDurations: number;
  readonly zeroDurationDispatches: number;
  readonly zeroDurationCopies: number;
  readonly unnamedKernels: number;
  readonly dispatchesWithoutGrid: number;
  readonly unknownSizeCopies: number;
  readonly hostCopies: number;
  readonly zeroLengthApiCalls: number;
  readonly badExtdata: number;
  /** Values that are no number where one belongs, by table and column; in order of their names. */
  readonly badValues: readonly (readonly [field: string, count: number])[];
  /** Regions whose name is missing: nobody can tell what they are. */
  readonly unnamedRegions: number;
  readonly launchCalls: number;
  /** Null where the trace records no links, so that it can't be told. */
  readonly launchesWithoutDispatch: number | null;
  readonly dispatchesWithoutLaunch: number | null;
  /** Of the launches without a dispatch: recorded into a graph; own a copy; may have run after the recording ended. */
  readonly capturedLaunches: number;
  readonly copyLaunches: number;
  readonly cutLaunches: number;
  readonly expectedDispatches: number;
  readonly missingDispatches: number;
  readonly isLossy: boolean;
  readonly launchedDispatches: number;
  readonly earlyDispatches: number;
  /** Least time from launch call to kernel start, nanoseconds; null unless kernels start before their launch. */
  readonly clockOffsetNs: number | null;
}
