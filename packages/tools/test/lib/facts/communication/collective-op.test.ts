import { describe, expect, it } from '@jest/globals';
import { collectiveOpOfKernel, communicationCallOf } from '../../../../src/lib/facts/communication/collective-op.js';

describe('communicationCallOf', () => {
  it('knows collectives behind every prefix', () => {
    const opOf = (name: string): string => {
      const call = communicationCallOf(name);
      return call.kind === 'collective' ? `${call.op} ${call.side}` : call.kind;
    };
    expect(
      [
        'ncclAllReduce',
        'pncclReduceScatter',
        'ncclReduce',
        'ncclAllGather',
        'ncclAllToAllv',
        'ncclBroadcast',
        'ncclBcast',
        'ncclSend',
        'ncclRecv',
        'mscclppAllReduce',
        'ncclGather',
      ].map(opOf),
    ).toEqual([
      'AllReduce both',
      'ReduceScatter both',
      'Reduce both',
      'AllGather both',
      'AllToAll both',
      'Broadcast both',
      'Broadcast both',
      'SendRecv send',
      'SendRecv receive',
      'AllReduce both',
      'Unknown both',
    ]);
  });

  it('ignores bookkeeping', () => {
    const kinds = [
      'ncclGroupStart',
      'ncclGroupEnd',
      'ncclCommInitRank',
      'ncclGetUniqueId',
      'ncclRedOpDestroy',
      'ncclCommGetAsyncError',
    ].map((name) => communicationCallOf(name).kind);
    expect(kinds).toEqual(['group_start', 'group_end', 'init', 'bookkeeping', 'bookkeeping', 'bookkeeping']);
  });
});

describe('collectiveOpOfKernel', () => {
  it('reads the operation where the name has it', () => {
    expect(
      [
        'ncclKernel_AllReduce_RING_LL_Sum_int8_t(ncclWorkElem)',
        'ncclDevKernel_ReduceScatter_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)',
        'ncclSymkDevKernel_AllGather_LL',
        'ncclKernel_SendRecv_RING_SIMPLE_Sum_int8_t',
        'ncclDevKernel_Generic_1(ncclDevKernelArgsStorage<4096ul>)',
        'mscclKernel_Sum_float_LL',
      ].map(collectiveOpOfKernel),
    ).toEqual(['AllReduce', 'ReduceScatter', 'AllGather', 'SendRecv', 'Unknown', 'Unknown']);
  });
});
