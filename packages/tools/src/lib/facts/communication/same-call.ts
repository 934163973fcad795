import { COLLECTIVE_OPS } from '../../../terms/collective-ops.js';
import type { RankSequence } from './rank-sequence.js';

const UNKNOWN_OP = COLLECTIVE_OPS.indexOf('Unknown');

/**
 * Whether rows, one of each rank, can be the same collective: operation and message size agree as far as they are known.
 *
 * @param rows in the order of `sequences`.
 */
export function isSameCall(sequences: readonly RankSequence[], rows: Uint32Array): boolean {
  let op = UNKNOWN_OP;
  let bytes = Number.NaN;
  for (let rank = 0; rank < sequences.length; rank++) {
    const measured = sequences[rank]?.measured;
    if (measured === undefined) return false;
    const row = rows[rank] ?? 0;
    const ownOp = measured.part.collectives.op[row] ?? UNKNOWN_OP;
    if (ownOp !== UNKNOWN_OP) {
      if (op !== UNKNOWN_OP && op !== ownOp) return false;
      op = ownOp;
    }
    const ownBytes = measured.messageBytes[row] ?? Number.NaN;
    if (!Number.isNaN(ownBytes)) {
      if (!Number.isNaN(bytes) && bytes !== ownBytes) return false;
      bytes = ownBytes;
    }
  }
  return true;
}
