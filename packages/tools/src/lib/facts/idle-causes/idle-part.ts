import type { IdleTally } from './idle-tally.js';
import type { NextOperation } from './rest-cause.js';

/** Idle time of one process's devices, as far as its own rows decide it. */
export interface IdlePart {
  readonly hasApi: boolean;
  readonly devices: readonly DeviceIdlePart[];
  /** Pieces of the host's time that may lie before the first or after the last work of a device. */
  readonly edges: EdgePieces;
}

/** One device: its gaps between work, and what bounds the gaps at the edges of the window, which others may widen. */
export interface DeviceIdlePart {
  readonly agentIndex: number;
  readonly computeNs: number;
  readonly copyExposedNs: number;
  readonly tally: IdleTally;
  /** Start of its first work and end of its last; null where it has none of any length. */
  readonly span: { readonly startNs: number; readonly endNs: number } | null;
  readonly first: NextOperation | null;
}

/** Columns of pieces, in order. */
export interface EdgePieces {
  readonly startNs: Float64Array;
  readonly endNs: Float64Array;
  readonly cause: Uint8Array;
  /** Index into `names`. */
  readonly name: Uint32Array;
  readonly names: readonly string[];
}
