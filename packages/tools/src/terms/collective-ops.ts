/** Kinds of collective operations. */
export const COLLECTIVE_OPS = [
  'AllReduce',
  'AllGather',
  'ReduceScatter',
  'Broadcast',
  'Reduce',
  'AllToAll',
  'SendRecv',
  'Unknown',
] as const;
