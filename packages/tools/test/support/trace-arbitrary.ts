import fc from 'fast-check';
import type { CopyRow, KernelRow, ProcessRows, RegionRow } from './process-columns.js';

/** Times are short enough to count every unit by brute force. */
export const LINE = 60;

const span = fc.tuple(fc.integer({ min: 0, max: LINE }), fc.integer({ min: 0, max: 15 }));
const KERNEL_NAMES = ['gemm', 'softmax', 'ncclDevKernel_Generic', 'add_elementwise'] as const;
const EXTENTS = [[256, 1, 1], [64, 2, 1], null] as const;

const kernelRow: fc.Arbitrary<KernelRow> = fc
  .tuple(span, fc.constantFrom(...KERNEL_NAMES), fc.nat(1), fc.constantFrom(...EXTENTS))
  .map(([[startNs, length], name, gpu, workgroup]) => ({ name, startNs, endNs: startNs + length, gpu, workgroup }));

const copyEnd = fc.constantFrom('cpu' as const, 0, 1);
const copyRow: fc.Arbitrary<CopyRow> = fc
  .tuple(span, copyEnd, copyEnd)
  .map(([[startNs, length], from, to]) => ({ startNs, endNs: startNs + length, from, to, bytes: 64 }));

const regionRow: fc.Arbitrary<RegionRow> = fc
  .tuple(
    fc.tuple(fc.integer({ min: -20, max: LINE + 20 }), fc.integer({ min: 0, max: 30 })),
    fc.constantFrom('hipLaunchKernel', 'hipDeviceSynchronize', 'hsa_signal_wait_relaxed', 'run_to_completion'),
    fc.constantFrom('HIP_RUNTIME_API_EXT', 'MARKER_CORE_RANGE_API'),
    fc.nat(1),
  )
  .map(([[startNs, length], name, category, thread]) => ({ name, startNs, endNs: startNs + length, category, thread }));

/** One process with up to two GPUs. */
export const processRows: fc.Arbitrary<ProcessRows> = fc.record({
  kernels: fc.array(kernelRow, { maxLength: 10 }),
  copies: fc.array(copyRow, { maxLength: 4 }),
  regions: fc.array(regionRow, { maxLength: 8 }),
  gpuCount: fc.constant(2),
});

/** Up to three processes with origins of their own, mostly on one machine. */
export const severalProcesses: fc.Arbitrary<readonly ProcessRows[]> = fc
  .array(fc.tuple(processRows, fc.integer({ min: 0, max: 90 }), fc.constantFrom('node-a', 'node-a', 'node-b')), {
    minLength: 1,
    maxLength: 3,
  })
  .map((processes) =>
    processes.map(([rows, originNs, hostname], index) => ({
      ...rows,
      originNs: BigInt(originNs),
      hostname,
      guid: `guid-${String(index)}`,
      pid: 1000 + index,
      fileIndex: index,
    })),
  );
