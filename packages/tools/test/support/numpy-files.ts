import { deflateRawSync } from 'node:zlib';

/** A `.npy` file of version 1 from its parts, the header as NumPy writes it. */
export function npy(dtype: string, shape: readonly number[], data: ArrayBufferView, isFortranOrder = false): Buffer {
  const tuple = shape.length === 1 ? `${shape[0]},` : shape.join(', ');
  const order = isFortranOrder ? 'True' : 'False';
  return npyOfHeader(`{'descr': '${dtype}', 'fortran_order': ${order}, 'shape': (${tuple}), }`, data);
}

/** A `.npy` file with this text as its header, filled up to a multiple of 64 bytes. */
export function npyOfHeader(header: string, data: ArrayBufferView, version = 1): Buffer {
  const prefix = version === 1 ? 10 : 12;
  const text = `${header}${' '.repeat(63 - ((prefix + header.length) % 64))}\n`;
  const head = Buffer.alloc(prefix);
  head.write('\x93NUMPY', 0, 'latin1');
  head.writeUInt8(version, 6);
  if (version === 1) head.writeUInt16LE(text.length, 8);
  else head.writeUInt32LE(text.length, 8);
  return Buffer.concat([head, Buffer.from(text, 'latin1'), Buffer.from(data.buffer, data.byteOffset, data.byteLength)]);
}

/** A ZIP archive of files, stored or deflated. */
export function zip(files: Readonly<Record<string, Uint8Array>>, isDeflated = false): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const packed = isDeflated ? deflateRawSync(content) : Buffer.from(content);
    const nameBytes = Buffer.from(name);
    const extra = Buffer.alloc(4);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(isDeflated ? 8 : 0, 8);
    local.writeUInt32LE(packed.length, 18);
    local.writeUInt32LE(content.length, 22);
    local.writeUInt16LE(nameBytes.length, 26);
    local.writeUInt16LE(extra.length, 28);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(isDeflated ? 8 : 0, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(content.length, 24);
    entry.writeUInt16LE(nameBytes.length, 28);
    entry.writeUInt32LE(offset, 42);
    locals.push(local, nameBytes, extra, packed);
    directory.push(entry, nameBytes);
    offset += local.length + nameBytes.length + extra.length + packed.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(files).length, 8);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, entries, end]);
}
