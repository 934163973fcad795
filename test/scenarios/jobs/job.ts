import type { Host } from '../host.js';
import type { PartName } from '../parts.js';

/** Clock of a machine against true time. */
export interface MachineClock {
  readonly offsetNs: number;
  /** Parts per million that it runs too fast. */
  readonly driftPpm: number;
  /** It jumps ahead by so much at times, and back: no line fits it. Default 0. */
  readonly jumpNs?: number;
}

/** A machine of a job. */
export interface Machine {
  readonly hostname: string;
  readonly clock: MachineClock;
}

/** What makes one rank late, and how one can tell that a report says so. */
export interface Lateness {
  readonly rank: number;
  readonly primaryAccepted: readonly string[];
  /** What it does longer, in the words of the report. */
  readonly leads: readonly string[];
  /** Texts of which one has to be in the first recommendation beside the rank; empty where the rank says it all. */
  readonly names: readonly string[];
}

/** A program of several ranks, each with one GPU and a file of its own. */
export interface Job {
  readonly id: string;
  readonly title: string;
  readonly part: PartName;
  readonly seed: number;
  readonly command: string;
  readonly rankCount: number;
  /** Ranks are spread evenly over them, in order. */
  readonly machines: readonly Machine[];
  /** Ranks of which no file was kept. Default none. */
  readonly lost?: readonly number[];
  /** The program of a rank. `host.has('cause')` is true on the late one only. */
  readonly program: (host: Host, rank: number) => void;
  /** Null: no rank holds up the others. */
  readonly late: Lateness | null;
  /** True where nothing at all is wrong: then no advice is above INFO. */
  readonly healthy: boolean;
  /** How clocks can be compared: one of these methods of the report. */
  readonly clocks: readonly string[];
}
