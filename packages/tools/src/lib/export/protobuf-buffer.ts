/** Bytes of the length of a nested message: a varint padded to four, so that it can be filled in afterwards. */
const LENGTH_BYTES = 4;

/** Writes protocol buffer fields into memory that grows. Source: protobuf.dev, "Encoding". */
export class ProtobufBuffer {
  private bytes = new Uint8Array(1 << 16);
  private view = new DataView(this.bytes.buffer);
  private end = 0;

  /** Bytes written. */
  get size(): number {
    return this.end;
  }

  /** The bytes, which are forgotten. */
  take(): Uint8Array {
    const taken = this.bytes.slice(0, this.end);
    this.end = 0;
    return taken;
  }

  /** An unsigned whole number of at most 2^53. */
  varint(field: number, value: number): void {
    this.reserve(24);
    this.rawVarint(field * 8);
    this.rawVarint(value);
  }

  double(field: number, value: number): void {
    this.reserve(24);
    this.rawVarint(field * 8 + 1);
    this.view.setFloat64(this.end, value, true);
    this.end += 8;
  }

  /** A fixed64 of two halves. */
  fixed64(field: number, low: number, high: number): void {
    this.reserve(24);
    this.rawVarint(field * 8 + 1);
    this.view.setUint32(this.end, low >>> 0, true);
    this.view.setUint32(this.end + 4, high >>> 0, true);
    this.end += 8;
  }

  /** A text as UTF-8; lone surrogates become U+FFFD. */
  text(field: number, value: string): void {
    const encoded = Buffer.from(value, 'utf8');
    this.reserve(24 + encoded.length);
    this.rawVarint(field * 8 + 2);
    this.rawVarint(encoded.length);
    this.bytes.set(encoded, this.end);
    this.end += encoded.length;
  }

  /** Begins a nested message; `close` takes what it returns. */
  open(field: number): number {
    this.reserve(24);
    this.rawVarint(field * 8 + 2);
    const start = this.end;
    this.end += LENGTH_BYTES;
    return start;
  }

  close(start: number): void {
    let length = this.end - start - LENGTH_BYTES;
    for (let index = 0; index < LENGTH_BYTES - 1; index++, length >>>= 7)
      this.bytes[start + index] = (length & 0x7f) | 0x80;
    this.bytes[start + LENGTH_BYTES - 1] = length & 0x7f;
  }

  private rawVarint(value: number): void {
    let rest = value;
    while (rest >= 0x80) {
      this.bytes[this.end++] = (rest % 128) | 0x80;
      rest = Math.floor(rest / 128);
    }
    this.bytes[this.end++] = rest;
  }

  private reserve(count: number): void {
    if (this.end + count <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(this.bytes.length * 2, this.end + count));
    grown.set(this.bytes.subarray(0, this.end));
    this.bytes = grown;
    this.view = new DataView(grown.buffer);
  }
}
