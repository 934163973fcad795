import { inflateRawSync } from 'node:zlib';

/** Files of an archive by name, or why it cannot be read. */
export type ReadZip = { readonly members: ReadonlyMap<string, Uint8Array> } | { readonly problem: string };

const END_SIGNATURE = 0x06054b50;
const DIRECTORY_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
const END_BYTES = 22;
const DIRECTORY_ENTRY_BYTES = 46;
const LOCAL_HEADER_BYTES = 30;
const MAX_COMMENT_BYTES = 65_535;
const STORED = 0;
const DEFLATED = 8;
const IS_ENCRYPTED = 1;
/** In place of a 32-bit size: the size stands elsewhere, for files of 4 GiB and more. */
const SIZE_ELSEWHERE = 0xffffffff;

/**
 * Reads all files of a ZIP archive that is stored or deflated, as `numpy.savez` and `savez_compressed` write them. At
 * most `maxBytes` are unpacked: sizes come from the directory, and a file that unpacks to another size is damaged.
 *
 * Source: PKWARE APPNOTE.TXT, sections 4.3.7 (local header), 4.3.12 (directory), 4.3.16 (end of directory).
 */
export function readZip(bytes: Uint8Array, maxBytes: number): ReadZip {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  if (end === null) return { problem: 'is no ZIP archive' };
  const members = new Map<string, Uint8Array>();
  let unpacked = 0;
  let entry = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    if (entry + DIRECTORY_ENTRY_BYTES > end || view.getUint32(entry, true) !== DIRECTORY_SIGNATURE)
      return { problem: 'has a damaged directory' };
    const nameBytes = view.getUint16(entry + 28, true);
    const nameStart = entry + DIRECTORY_ENTRY_BYTES;
    const name = new TextDecoder().decode(bytes.subarray(nameStart, nameStart + nameBytes));
    unpacked += view.getUint32(entry + 24, true);
    if (unpacked > maxBytes) return { problem: `holds more than ${maxBytes} bytes` };
    if (members.has(name)) return { problem: 'holds two files of one name' };
    const content = readMember(bytes, view, entry);
    if (typeof content === 'string') return { problem: content };
    members.set(name, content);
    entry = nameStart + nameBytes + view.getUint16(entry + 30, true) + view.getUint16(entry + 32, true);
  }
  return { members };
}

/** The content of the file that a directory entry names, or a problem. */
function readMember(bytes: Uint8Array, view: DataView, entry: number): Uint8Array | string {
  const method = view.getUint16(entry + 10, true);
  const packedSize = view.getUint32(entry + 20, true);
  const size = view.getUint32(entry + 24, true);
  const local = view.getUint32(entry + 42, true);
  if ((view.getUint16(entry + 8, true) & IS_ENCRYPTED) !== 0) return 'is encrypted';
  if (method !== STORED && method !== DEFLATED) return 'is packed in a way that is not read';
  if (size === SIZE_ELSEWHERE || packedSize === SIZE_ELSEWHERE) return 'holds files of 4 GiB or more';
  if (local + LOCAL_HEADER_BYTES > bytes.length || view.getUint32(local, true) !== LOCAL_SIGNATURE)
    return 'has a damaged directory';
  const start = local + LOCAL_HEADER_BYTES + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  const packed = bytes.subarray(start, start + packedSize);
  if (packed.length !== packedSize) return 'is cut off';
  const content = method === STORED ? packed : inflate(packed, size);
  return content?.length === size ? content : 'holds a damaged file';
}

function inflate(packed: Uint8Array, size: number): Uint8Array | null {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(size, 1) });
  } catch {
    return null;
  }
}

/** Position of the end record: the last place with its signature where its comment reaches the end of the file. */
function findEnd(view: DataView): number | null {
  const first = Math.max(0, view.byteLength - END_BYTES - MAX_COMMENT_BYTES);
  for (let position = view.byteLength - END_BYTES; position >= first; position -= 1)
    if (
      view.getUint32(position, true) === END_SIGNATURE &&
      position + END_BYTES + view.getUint16(position + 20, true) === view.byteLength
    )
      return position;
  return null;
}
