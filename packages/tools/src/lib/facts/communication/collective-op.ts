import type { Collective } from '../../../schemas/communication.js';

/** Operation of a collective, as a report names it. */
export type CollectiveOp = Collective['op_type'];

/** What a call of a communication library does. */
export type CommunicationCall =
  | { readonly kind: 'collective'; readonly op: CollectiveOp; readonly side: 'send' | 'receive' | 'both' }
  | { readonly kind: 'group_start' | 'group_end' | 'init' | 'bookkeeping' };

/** Operations by the name of a call without its prefix; first match, so ReduceScatter comes before Reduce. */
const OP_BY_CALL: readonly (readonly [RegExp, CollectiveOp])[] = [
  [/^all_?reduce/i, 'AllReduce'],
  [/^reduce_?scatter/i, 'ReduceScatter'],
  [/^all_?gather/i, 'AllGather'],
  [/^all_?to_?all/i, 'AllToAll'],
  [/^(broadcast|bcast)/i, 'Broadcast'],
  [/^reduce/i, 'Reduce'],
  [/^(send|recv)/i, 'SendRecv'],
  // Collectives that a report has no name for.
  [/^(gather|scatter|runalgo)/i, 'Unknown'],
];

/** `ncclKernel_<Op>_...`, `ncclDevKernel_<Op>_...`, `ncclSymkDevKernel_<Op>_...`: kernels whose name tells the operation. */
const OP_IN_KERNEL =
  /nccl(?:Symk)?(?:Dev)?Kernel(?:Debug)?_(AllReduce|ReduceScatter|AllGather|AllToAll|Broadcast|Reduce|SendRecv)/;

/** Longest part of a kernel's name that is looked at: bounds the time that a hostile name can cost. */
const MAX_NAME_LENGTH = 8192;

/** Kernels of MSCCL++ and of inference frameworks, which name the operation in words of their own. */
const OP_IN_OTHER_KERNEL: readonly (readonly [RegExp, CollectiveOp])[] = [
  [/(^|[ :])allgather\d+[<(]/i, 'AllGather'],
  [/(^|[ :])broadcast\d+[<(]/i, 'Broadcast'],
  [/(^|[ :])(allreduce\d+[<(]|allreduce_(fusion|prototype)|cross_device_reduce_|quickreduce)/i, 'AllReduce'],
];

/**
 * What a call does, by its name.
 *
 * Names: NCCL and RCCL API (`nccl.h`), MSCCL++; operations that rocprofiler-sdk traces under RCCL_API.
 */
export function communicationCallOf(name: string): CommunicationCall {
  const rest = name.replace(/^(p?nccl|mscclpp_?|msccl)/, '');
  if (rest === 'GroupStart') return { kind: 'group_start' };
  if (rest.startsWith('GroupEnd')) return { kind: 'group_end' };
  if (rest.startsWith('CommInit')) return { kind: 'init' };
  const found = OP_BY_CALL.find(([pattern]) => pattern.test(rest));
  if (found === undefined) return { kind: 'bookkeeping' };
  const side = /^send/i.test(rest) ? 'send' : /^recv/i.test(rest) ? 'receive' : 'both';
  return { kind: 'collective', op: found[1], side };
}

/**
 * Operation by the name of a device kernel; Unknown for kernels that run any operation (`ncclDevKernel_Generic`).
 *
 * Names: RCCL, src/device; MSCCL++; vLLM, SGLang and AITER (`cross_device_reduce_1stage`).
 */
export function collectiveOpOfKernel(kernelName: string): CollectiveOp {
  const found = OP_IN_KERNEL.exec(kernelName)?.[1];
  if (isCollectiveOp(found)) return found;
  const name = kernelName.slice(0, MAX_NAME_LENGTH);
  return OP_IN_OTHER_KERNEL.find(([pattern]) => pattern.test(name))?.[1] ?? 'Unknown';
}

function isCollectiveOp(text: string | undefined): text is CollectiveOp {
  return text !== undefined && OP_BY_CALL.some(([, op]) => op === text);
}
