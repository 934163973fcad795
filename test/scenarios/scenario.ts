import type { Host } from './host.js';
import type { PartName } from './parts.js';
import type { FamilyName } from './techniques.js';

/** Something that looks impressive and does not matter. */
export interface Distractor {
  /** Its name in `host.has`, or null where the product should just not start with it. */
  readonly name: string | null;
  readonly what: string;
  /** Names and expressions (over lower-case text) that show that advice is about it. */
  readonly names: readonly string[];
  readonly match: readonly string[];
  /** Kernel that would be made 1.3 times as fast, to see how little that brings. */
  readonly kernel?: string;
}

/** What is wrong with a program, and how one can tell that a report says so. */
export interface Cause {
  readonly primary: string;
  readonly primaryAccepted: readonly string[];
  readonly driver: string;
  readonly driverAccepted: readonly string[];
  readonly guilty: { readonly kind: string; readonly names: readonly string[] };
  readonly techniques: readonly FamilyName[];
  /** Names in `host.has` that the fix takes out; empty where nobody can tell what the fix is. */
  readonly removes: readonly string[];
}

/** A program with a cause planted into it, or none. */
export interface Scenario {
  readonly id: string;
  readonly title: string;
  readonly part: PartName;
  readonly seed: number;
  readonly command: string;
  /** GPUs that the trace lists, and the number of the one that is used. Default 1 and 0. */
  readonly gpus?: number;
  readonly gpu?: number;
  /** What the profiler was asked for. */
  readonly records: { readonly api: boolean; readonly counters: boolean };
  readonly category?: 'HIP_RUNTIME_API' | 'HIP_RUNTIME_API_EXT';
  /** The program. It asks `host.has(...)` whether a cause or distractor is in this run. */
  readonly program: (host: Host) => void;
  /** Null: nothing is wrong. Then primary and driver are not judged, but that no advice is above INFO. */
  readonly cause: Cause | null;
  readonly distractors: readonly Distractor[];
}
