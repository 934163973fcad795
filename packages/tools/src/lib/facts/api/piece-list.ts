/** Pieces of time with a code each, in order of start. Pieces of one code neither overlap nor touch. */
export interface PieceList {
  readonly codes: Uint32Array;
  readonly starts: Float64Array;
  readonly ends: Float64Array;
}

/** Collects pieces, which must come in order of start within a code. */
export interface PieceListBuilder {
  /** Adds [start, end); ignored where it is empty. */
  add(code: number, start: number, end: number): void;
  finish(): PieceList;
}

/** Makes an empty list for codes below `codeCount`. A piece that begins where the last of its code ends extends that one. */
export function buildPieceList(codeCount: number): PieceListBuilder {
  let codes = new Uint32Array(16);
  let starts = new Float64Array(16);
  let ends = new Float64Array(16);
  let count = 0;
  const last = new Int32Array(codeCount).fill(-1);
  return {
    add(code, start, end) {
      if (end <= start) return;
      const previous = last[code] ?? -1;
      if (previous >= 0 && ends[previous] === start) {
        ends[previous] = end;
        return;
      }
      if (count === codes.length) {
        codes = grown(codes, new Uint32Array(2 * count));
        starts = grown(starts, new Float64Array(2 * count));
        ends = grown(ends, new Float64Array(2 * count));
      }
      codes[count] = code;
      starts[count] = start;
      ends[count] = end;
      last[code] = count++;
    },
    finish: () => ({ codes: codes.slice(0, count), starts: starts.slice(0, count), ends: ends.slice(0, count) }),
  };
}

/** Summed length inside [start, end) per code; the result has `codeCount` entries. */
export function pieceLengthsWithin(pieces: PieceList, start: number, end: number, codeCount: number): Float64Array {
  const lengths = new Float64Array(codeCount);
  for (let index = 0; index < pieces.codes.length; index++) {
    const length = Math.min(pieces.ends[index] ?? 0, end) - Math.max(pieces.starts[index] ?? 0, start);
    if (length <= 0) continue;
    const code = pieces.codes[index] ?? 0;
    lengths[code] = (lengths[code] ?? 0) + length;
  }
  return lengths;
}

function grown<TArray extends Uint32Array | Float64Array>(from: TArray, to: TArray): TArray {
  to.set(from);
  return to;
}
