import { float16, bfloat16 } from './half-floats.js';

/** Elements of an array in the order of the file, as numbers, or as bigint where 64 bits need it. */
export type ArrayValues =
  | Float32Array
  | Float64Array
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | BigInt64Array
  | BigUint64Array;

/** What a `.npy` file holds. */
export interface NpyArray {
  /** Type of an element as the file names it, for example `<f4`. */
  readonly dtype: string;
  readonly shape: readonly number[];
  /** Whether the first index varies fastest. */
  readonly isFortranOrder: boolean;
  readonly values: ArrayValues;
}

/** The array, or why these bytes are none that we read. */
export type ParsedNpy = { readonly array: NpyArray } | { readonly problem: string };

/** How two-byte elements without a type of their own are read. */
export interface NpyOptions {
  /** Unsigned 16-bit integers are the bits of bfloat16 numbers, which NumPy itself cannot name. Default false. */
  readonly isUint16Bfloat16?: boolean;
}

const MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59] as const; // \x93NUMPY
const MAX_HEADER_BYTES = 65_536;
const MAX_DIMENSIONS = 64;

interface ElementType {
  readonly bytes: number;
  read(copy: ArrayBuffer): ArrayValues;
}

const BFLOAT16: ElementType = { bytes: 2, read: (copy) => bfloat16(new Uint16Array(copy)) };
/** Little-endian types, and those of one byte. `V2` is how bfloat16 of ml_dtypes is saved. */
const TYPES: Readonly<Record<string, ElementType>> = {
  '<f2': { bytes: 2, read: (copy) => float16(new Uint16Array(copy)) },
  '<f4': { bytes: 4, read: (copy) => new Float32Array(copy) },
  '<f8': { bytes: 8, read: (copy) => new Float64Array(copy) },
  '<V2': BFLOAT16,
  '|V2': BFLOAT16,
  '|b1': { bytes: 1, read: (copy) => new Uint8Array(copy) },
  '|i1': { bytes: 1, read: (copy) => new Int8Array(copy) },
  '|u1': { bytes: 1, read: (copy) => new Uint8Array(copy) },
  '<i2': { bytes: 2, read: (copy) => new Int16Array(copy) },
  '<u2': { bytes: 2, read: (copy) => new Uint16Array(copy) },
  '<i4': { bytes: 4, read: (copy) => new Int32Array(copy) },
  '<u4': { bytes: 4, read: (copy) => new Uint32Array(copy) },
  '<i8': { bytes: 8, read: (copy) => new BigInt64Array(copy) },
  '<u8': { bytes: 8, read: (copy) => new BigUint64Array(copy) },
};

/**
 * Reads an array in NumPy's format (versions 1 to 3): magic, version, length of the header, the header as a Python
 * dictionary, then the elements. Little-endian floats of 2, 4 and 8 bytes, bfloat16, integers and booleans; anything
 * else, and a file shorter than its header says, is a problem and no array.
 *
 * Source: numpy.lib.format, "NPY format".
 */
export function parseNpy(bytes: Uint8Array, options: NpyOptions = {}): ParsedNpy {
  if (bytes.length < 10 || MAGIC.some((byte, index) => bytes[index] !== byte)) return { problem: 'is no NumPy array' };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isShortHeader = bytes[6] === 1;
  if (!isShortHeader && bytes.length < 12) return { problem: 'is cut off in its header' };
  const start = isShortHeader ? 10 : 12;
  const headerBytes = isShortHeader ? view.getUint16(8, true) : view.getUint32(8, true);
  if (headerBytes > MAX_HEADER_BYTES || start + headerBytes > bytes.length)
    return { problem: 'has a header that does not fit' };
  const header = readHeader(new TextDecoder().decode(bytes.subarray(start, start + headerBytes)));
  if (header === null) return { problem: 'has a header that cannot be read' };

  const isBits = header.dtype === '<u2' && options.isUint16Bfloat16 === true;
  const type = isBits ? BFLOAT16 : Object.hasOwn(TYPES, header.dtype) ? TYPES[header.dtype] : undefined;
  if (type === undefined) return { problem: 'has elements of a type that is not compared' };
  const count = header.shape.reduce((product, length) => product * length, 1);
  const end = start + headerBytes + count * type.bytes;
  if (!Number.isSafeInteger(end) || end > bytes.length) return { problem: 'holds fewer elements than its shape' };
  // A copy, because elements must lie at a multiple of their size.
  const copy = new Uint8Array(count * type.bytes);
  copy.set(bytes.subarray(start + headerBytes, end));
  return { array: { ...header, values: type.read(copy.buffer) } };
}

function readHeader(text: string): Omit<NpyArray, 'values'> | null {
  const dtype = /'descr'\s*:\s*'([^']*)'/.exec(text)?.[1];
  const order = /'fortran_order'\s*:\s*(True|False)\b/.exec(text)?.[1];
  const shape = /'shape'\s*:\s*\(([0-9,\s]*)\)/.exec(text)?.[1];
  if (dtype === undefined || order === undefined || shape === undefined) return null;
  const lengths = shape.split(',').flatMap((word) => (word.trim() === '' ? [] : [Number(word)]));
  if (lengths.length > MAX_DIMENSIONS || !lengths.every(Number.isSafeInteger)) return null;
  return { dtype, shape: lengths, isFortranOrder: order === 'True' };
}
