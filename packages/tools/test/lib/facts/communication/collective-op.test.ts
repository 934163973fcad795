import { describe, expect, it } from '@jest/globals';
import { categorizeKernelName } from '@perfxpert/knowledge';
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

  it('knows kernels of MSCCL++ and of inference frameworks (hard input 37)', () => {
    const names = [
      'void allreduce7<__half>(__half*, int)',
      'allgather6<true>',
      'broadcast6(char*)',
      'void vllm::cross_device_reduce_1stage<__hip_bfloat16, 8>(vllm::RankData*)',
      'void aiter::allreduce_fusion_kernel_1stage<bf16>(int)',
    ];
    expect(names.map(collectiveOpOfKernel)).toEqual(['AllReduce', 'AllGather', 'Broadcast', 'AllReduce', 'AllReduce']);
    expect(names.map(categorizeKernelName)).toEqual(names.map(() => 'NCCL'));
  });

  it('leaves kernels alone that only sound like one', () => {
    const names = [
      'void at::native::elementwise_kernel<BroadcastOp>',
      'blockAllReduce',
      'my_broadcast3x',
      'reduce_kernel',
    ];
    expect(names.map(collectiveOpOfKernel)).toEqual(names.map(() => 'Unknown'));
    expect(names.map(categorizeKernelName)).not.toContain('NCCL');
  });
});
