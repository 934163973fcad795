import { describe, expect, it } from '@jest/globals';
import { isCodeChange } from '../../../src/lib/diagnosis/code-change.js';

describe('isCodeChange', () => {
  it.each([
    'Replace hipMemcpy by hipMemcpyAsync',
    'convert the loop',
    'Add padding',
    'insert #pragma unroll',
    'Remove the wait',
    'Delete the copy',
    'change the grid',
    'Modify the tile',
    'update the flags',
    'Batch the copies',
    'use hipGraphLaunch',
    'one more hipStream_t',
    'hipLaunchKernelGGL with two streams',
    'a larger block size',
    'blockDim of 128',
    'thread blocks of 64',
    'merge kernels',
    'FUSE KERNEL a with b',
    'combine kernel a and b',
    'asynchronous copies',
    'coalesced loads',
    'a stride of 1',
    'unrolling by 4',
    'pragma unroll',
    '__launch_bounds__(256, 2)',
    'compile for wave32',
    'compile for wave64',
  ])('recognises %p', (action) => expect(isCodeChange(action)).toBe(true));

  it.each(['Run more iterations', 'Record counters', 'Compare the ranks', 'replaced', 'Keep the buffers', ''])(
    'does not take %p for one',
    (action) => expect(isCodeChange(action)).toBe(false),
  );
});
