/** What a file that is no SQLite database seems to be, and what to do about it. */
export interface FileKind {
  /** Short key for `details` (`gzip`, `chrome_json`, ...). */
  readonly key: string;
  /** What it is, for the middle of a sentence. */
  readonly label: string;
  readonly advice: string;
}

const RECORD_AGAIN = 'record with `rocprofv3 --output-format rocpd`';
const SQLITE_MAGIC = 'SQLite format 3\0';

/** First bytes of formats that users have lying beside their traces. */
const MAGICS: readonly (readonly [offset: number, hex: string, kind: FileKind])[] = [
  [0, '1f8b', packed('gzip', 'gunzip')],
  [0, '28b52ffd', packed('zstd', 'unzstd')],
  [0, 'fd377a585a00', packed('xz', 'unxz')],
  [0, '425a68', packed('bzip2', 'bunzip2')],
  [0, '04224d18', packed('lz4', 'unlz4')],
  [0, '504b0304', packed('zip', 'unzip')],
  [
    257,
    '7573746172',
    { key: 'tar', label: 'a tar archive', advice: 'unpack it (tar -xf) and open the .db files in it' },
  ],
  [8, '4455434b', { key: 'duckdb', label: 'a DuckDB database', advice: RECORD_AGAIN }],
  [0, '50415231', { key: 'parquet', label: 'a Parquet table', advice: RECORD_AGAIN }],
  [0, '894844460d0a1a0a', { key: 'hdf5', label: 'an HDF5 file', advice: RECORD_AGAIN }],
  [
    0,
    '7f454c46',
    { key: 'elf', label: 'a program or code object (ELF)', advice: `${RECORD_AGAIN}, running that program` },
  ],
];

function packed(key: string, tool: string): FileKind {
  return { key, label: `a file compressed with ${key}`, advice: `unpack it first (${tool}), then open what comes out` };
}

/** True if the file begins as SQLite databases do. */
export function isSqlite(head: Buffer): boolean {
  return head.subarray(0, SQLITE_MAGIC.length).toString('latin1') === SQLITE_MAGIC;
}

/** Guesses what a file is from its first bytes (4,096 are enough) and its size. */
export function sniffFile(head: Buffer, sizeBytes: number, name: string): FileKind {
  if (sizeBytes === 0)
    return {
      key: 'empty',
      label: 'an empty file (0 bytes)',
      advice: `the recording or the copy did not finish: ${RECORD_AGAIN} again`,
    };
  for (const [offset, hex, kind] of MAGICS)
    if (head.subarray(offset, offset + hex.length / 2).toString('hex') === hex) return kind;
  if (isPerfetto(head, name)) return PERFETTO;
  return isText(head)
    ? textKind(head.toString('utf8'))
    : { key: 'binary', label: 'a binary file of unknown format', advice: RECORD_AGAIN };
}

const PERFETTO: FileKind = {
  key: 'perfetto',
  label: 'a Perfetto trace',
  advice: `it cannot be converted back: ${RECORD_AGAIN} (\`rocpd convert\` makes Perfetto traces from that, not the reverse)`,
};

/** A Perfetto trace is a protobuf message of packets: field 1, length-delimited, over and over. */
function isPerfetto(head: Buffer, name: string): boolean {
  if (/\.(pftrace|perfetto-trace|perfetto)$/i.test(name)) return true;
  let at = 0;
  let packets = 0;
  while (packets < 3) {
    if (head[at] !== 0x0a) return false;
    let length = 0;
    let scale = 1;
    let index = at + 1;
    for (; index < at + 6; index += 1) {
      const byte = head[index] ?? 0;
      length += (byte & 0x7f) * scale;
      scale *= 128;
      if (byte < 0x80) break;
    }
    if (length === 0 || index >= at + 6) return false;
    at = index + 1 + length;
    packets += 1;
    if (at >= head.length) return packets > 1 || !isText(head);
  }
  return true;
}

function isText(head: Buffer): boolean {
  return !head.includes(0) && !head.toString('utf8').slice(0, -4).includes('\ufffd');
}

function textKind(text: string): FileKind {
  const body = text.replace(/^\ufeff/, '').trimStart();
  if (body.startsWith('{') || body.startsWith('[')) return jsonKind(body);
  if (/^<(!doctype|html|\?xml)/i.test(body))
    return { key: 'markup', label: 'an HTML or XML page', advice: RECORD_AGAIN };
  if (/^version https:\/\/git-lfs/.test(body))
    return {
      key: 'git_lfs',
      label: 'a Git LFS pointer, not the file itself',
      advice: 'fetch the file with `git lfs pull`',
    };
  const [header = ''] = body.split('\n', 1);
  if (header.split(',').length >= 3)
    return {
      key: 'csv',
      label: /"?(Kind|Kernel_Name|Agent_Id|Dispatch_Id)"?/.test(header) ? "rocprofv3's CSV output" : 'a CSV table',
      advice: `${RECORD_AGAIN} in place of csv`,
    };
  return { key: 'text', label: 'a text file', advice: RECORD_AGAIN };
}

function jsonKind(body: string): FileKind {
  if (body.includes('"rocprofiler-sdk-tool"'))
    return { key: 'rocprofv3_json', label: "rocprofv3's JSON output", advice: `${RECORD_AGAIN} in place of json` };
  if (body.includes('"traceEvents"') || /^\[\s*\{[^}]*"ph"\s*:/.test(body))
    return {
      key: 'chrome_json',
      label: 'a JSON trace as PyTorch and Chrome write it',
      advice: `there is no converter: ${RECORD_AGAIN}`,
    };
  return { key: 'json', label: 'a JSON file', advice: RECORD_AGAIN };
}
