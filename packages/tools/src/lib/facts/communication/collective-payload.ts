import type { CollectiveOp } from './collective-op.js';

/** Bytes per element, by the value of `ncclDataType_t`. Source: RCCL, src/nccl.h.in. */
const BYTES_BY_NUMBER: readonly number[] = [1, 1, 4, 4, 8, 8, 2, 4, 8, 2, 1, 1];
/** The same by name, lower case, without the prefix `nccl`. */
const BYTES_BY_NAME: Readonly<Record<string, number>> = {
  int8: 1,
  char: 1,
  uint8: 1,
  int16: 2,
  int32: 4,
  int: 4,
  uint32: 4,
  int64: 8,
  uint64: 8,
  float16: 2,
  half: 2,
  fp16: 2,
  bfloat16: 2,
  bf16: 2,
  float32: 4,
  float: 4,
  fp32: 4,
  float64: 8,
  double: 8,
  fp64: 8,
  float8e4m3: 1,
  float8e5m2: 1,
  fp8e4m3: 1,
  fp8e5m2: 1,
};
const COUNT_ARGUMENTS = ['count', 'sendcount', 'recvcount'] as const;
const DATATYPE_ARGUMENTS = ['datatype', 'dataType', 'dtype'] as const;

/**
 * Bytes that the arguments of a call name: elements times bytes per element. Null where either is not recorded or not
 * known; rocprofv3 records no arguments of RCCL calls at all.
 */
export function payloadBytes(args: ReadonlyMap<string, string>): number | null {
  const count = firstOf(args, COUNT_ARGUMENTS);
  const datatype = firstOf(args, DATATYPE_ARGUMENTS);
  if (count === undefined || datatype === undefined || !/^\d{1,15}$/.test(count.trim())) return null;
  const elementBytes = datatypeBytes(datatype);
  return elementBytes === null ? null : Number(count) * elementBytes;
}

/** Bytes of one element of a data type, given as the number of `ncclDataType_t` or by name; null where unknown. */
export function datatypeBytes(datatype: string): number | null {
  const text = datatype.replace(/["']/g, '').trim().toLowerCase();
  if (/^\d{1,3}$/.test(text)) return BYTES_BY_NUMBER[Number(text)] ?? null;
  const name = text.replace(/^nccl/, '').replace(/_t$/, '').replaceAll('_', '');
  return Object.hasOwn(BYTES_BY_NAME, name) ? (BYTES_BY_NAME[name] ?? null) : null;
}

/**
 * Message size by the convention of nccl-tests: the whole buffer. A call of AllGather, ReduceScatter or AllToAll names
 * the share of one rank, so that is multiplied by the number of ranks; null where that is unknown and needed.
 *
 * Source: nccl-tests, doc/PERFORMANCE.md.
 */
export function messageBytes(op: CollectiveOp, payload: number, ranks: number | null): number | null {
  const isShare = op === 'AllGather' || op === 'ReduceScatter' || op === 'AllToAll';
  if (!isShare) return payload;
  return ranks === null ? null : payload * ranks;
}

/**
 * Bus bandwidth over algorithm bandwidth: the bytes that each link carries per byte of message. AllReduce 2(n-1)/n;
 * Broadcast, Reduce and SendRecv 1; the others (n-1)/n; 0 for one rank, which sends nothing.
 *
 * Source: nccl-tests, doc/PERFORMANCE.md.
 */
export function busFactor(op: CollectiveOp, ranks: number): number {
  if (ranks <= 1) return 0;
  switch (op) {
    case 'AllReduce':
      return (2 * (ranks - 1)) / ranks;
    case 'Broadcast':
    case 'Reduce':
    case 'SendRecv':
      return 1;
    default:
      return (ranks - 1) / ranks;
  }
}

function firstOf(args: ReadonlyMap<string, string>, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = args.get(name);
    if (value !== undefined) return value;
  }
  return undefined;
}
