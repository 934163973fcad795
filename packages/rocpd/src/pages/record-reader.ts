/** One argument of a row function, by the places of its columns in the record. */
export type RecordField =
  | { readonly kind: 'value'; readonly column: number }
  /** The row id, which a record does not hold. */
  | { readonly kind: 'rowid' }
  /** A column that the table lacks. */
  | { readonly kind: 'none' }
  /** Distance from the origin. */
  | { readonly kind: 'start'; readonly column: number }
  /** From one column to another. */
  | { readonly kind: 'duration'; readonly from: number; readonly to: number };

const TWO_32 = 2 ** 32;
/** High words within this hold integers that are exact as numbers. */
const MAX_HIGH = 2 ** 21;
/** A serial type beyond this is that of a text longer than a page. */
const MAX_TYPE = 2 ** 31;
/** Bytes of the serial types 0 to 9. */
const BYTES = Uint8Array.of(0, 1, 2, 3, 4, 6, 8, 8, 0, 0);
const NULL = 0;
const FLOAT = 7;

/** What a column is for, if not for a value. */
const UNUSED = -1;
const START = -2;
const END = -3;

/**
 * Reads the numbers of one record (SQLite file format, section 2.1): NULL, integers that JavaScript holds exactly, and
 * floats. Whatever else it meets in a column that counts is left to SQLite.
 */
export class RecordReader {
  /** Where the last varint ended. */
  next = 0;
  /** The arguments of the row function. */
  readonly values: (number | null)[];
  private readonly bytes: Uint8Array;
  /** Per column the argument that it is, or one of the codes above. */
  private readonly uses: Int16Array;
  private readonly rowidField: number;
  private readonly startField: number;
  private readonly durationField: number;
  private readonly originHigh: number;
  private readonly originLow: number;
  private high = 0;
  private low = 0;

  constructor(
    private readonly view: DataView,
    fields: readonly RecordField[],
    origin: bigint,
  ) {
    this.bytes = new Uint8Array(view.buffer);
    this.values = fields.map(() => null);
    this.uses = new Int16Array(1 + Math.max(-1, ...fields.map(lastColumn))).fill(UNUSED);
    for (const [index, field] of fields.entries()) {
      if (field.kind === 'value') this.uses[field.column] = index;
      else if (field.kind === 'start') this.uses[field.column] = START;
      else if (field.kind === 'duration') this.uses[field.to] = END;
    }
    this.rowidField = fields.findIndex(({ kind }) => kind === 'rowid');
    this.startField = fields.findIndex(({ kind }) => kind === 'start');
    this.durationField = fields.findIndex(({ kind }) => kind === 'duration');
    this.originHigh = Number(origin >> 32n);
    this.originLow = Number(origin & 0xffff_ffffn);
  }

  /** A variable-length integer: exact up to 2^53. Sets `next`. */
  varint(at: number): number {
    const { bytes } = this;
    let byte = bytes[at] ?? 0;
    if (byte < 0x80) {
      this.next = at + 1;
      return byte;
    }
    let value = byte & 0x7f;
    for (let index = 1; index < 8; index++) {
      byte = bytes[at + index] ?? 0;
      value = value * 128 + (byte & 0x7f);
      if (byte < 0x80) {
        this.next = at + index + 1;
        return value;
      }
    }
    this.next = at + 9;
    return value * 256 + (bytes[at + 8] ?? 0);
  }

  /** Fills `values` from the record in [at, end); false if it holds something else in a column that counts. */
  read(at: number, end: number, rowid: number): boolean {
    const { bytes, uses, values } = this;
    const headerEnd = at + this.varint(at);
    let header = this.next;
    let body = headerEnd;
    let [startHigh, startLow, endHigh, endLow] = [0, 0, 0, 0];
    for (let column = 0; column < uses.length; column++) {
      if (header >= headerEnd) return false;
      let type = bytes[header] ?? 0;
      if (type < 0x80) header++;
      else {
        type = this.varint(header);
        header = this.next;
      }
      const place = body;
      // Types 10 and 11 are reserved.
      if (type < 10) body += BYTES[type] ?? 0;
      else if (type < 12 || type > MAX_TYPE) return false;
      else body += (type - 12) >>> 1;
      if (body > end) return false;
      const use = uses[column] ?? UNUSED;
      if (use >= 0) {
        const value = this.valueOf(type, place);
        if (Number.isNaN(value)) return false;
        values[use] = value;
      } else if (use !== UNUSED) {
        if (!this.splitInteger(type, place)) return false;
        if (use === START) {
          startHigh = this.high;
          startLow = this.low;
        } else {
          endHigh = this.high;
          endLow = this.low;
        }
      }
    }
    if (this.startField >= 0)
      values[this.startField] = (startHigh - this.originHigh) * TWO_32 + (startLow - this.originLow);
    if (this.durationField >= 0) values[this.durationField] = (endHigh - startHigh) * TWO_32 + (endLow - startLow);
    if (this.rowidField >= 0) values[this.rowidField] = rowid;
    return true;
  }

  /** A number or NULL; NaN, which no record holds, for anything else. */
  private valueOf(type: number, at: number): number | null {
    const { view } = this;
    switch (type) {
      case NULL:
        return null;
      case 1:
        return view.getInt8(at);
      case 2:
        return view.getInt16(at);
      case 3:
        return view.getInt8(at) * 65_536 + view.getUint16(at + 1);
      case 4:
        return view.getInt32(at);
      case 5:
        return view.getInt16(at) * TWO_32 + view.getUint32(at + 2);
      case 6: {
        const high = view.getInt32(at);
        return high < -MAX_HIGH || high >= MAX_HIGH ? Number.NaN : high * TWO_32 + view.getUint32(at + 4);
      }
      case FLOAT:
        return view.getFloat64(at);
      case 8:
        return 0;
      case 9:
        return 1;
      default:
        return Number.NaN;
    }
  }

  /** Splits an integer into a signed high and an unsigned low word; false if it is none. */
  private splitInteger(type: number, at: number): boolean {
    const { view } = this;
    if (type === 6) {
      this.high = view.getInt32(at);
      this.low = view.getUint32(at + 4);
      return true;
    }
    if (type === 5) {
      this.high = view.getInt16(at);
      this.low = view.getUint32(at + 2);
      return true;
    }
    const value = type === NULL || type === FLOAT ? Number.NaN : (this.valueOf(type, at) ?? Number.NaN);
    this.high = value < 0 ? -1 : 0;
    this.low = value >>> 0;
    return !Number.isNaN(value);
  }
}

function lastColumn(field: RecordField): number {
  if (field.kind === 'duration') return Math.max(field.from, field.to);
  return field.kind === 'value' || field.kind === 'start' ? field.column : -1;
}
