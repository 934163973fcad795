import type { SourcePatternId } from './source-patterns.js';

/** Calls that make a pattern, wherever they stand. Source: HIP and CUDA runtime APIs, OpenCL 3.0. */
export const PATTERN_CALLS: readonly (readonly [RegExp, SourcePatternId])[] = [
  [/^(hip|cuda)Memcpy(2D|3D|HtoD|DtoH|DtoD|Peer|ToSymbol|FromSymbol|ToArray|FromArray)?$/, 'memcpy_sync'],
  [/^(hip|cuda)(DeviceSynchronize|StreamSynchronize|ThreadSynchronize)$|^hipCtxSynchronize$|^clFinish$/, 'device_sync'],
  [/^(hip|cuda)MallocManaged$/, 'managed_memory'],
  [/^(hip|cuda)(HostMalloc|HostAlloc|MallocHost|HostRegister)$/, 'pinned_host_memory'],
  [/^(hip|cuda)(StreamBeginCapture|GraphInstantiate)$/, 'graph_capture'],
];

/** Allocations and releases; a pattern inside loops only. Those of a pool (`Async`) are none. */
export const ALLOCATION_CALL = /^(hip|cuda)(Malloc|MallocPitch|Malloc3D|Free|HostMalloc|HostFree|FreeHost|MallocHost)$/;

export const STREAM_CALL =
  /^(hip|cuda)(Memcpy\w*Async|StreamCreate(With(Flags|Priority))?|ExtStreamCreateWithCUMask)$|^clCreateCommandQueue/;

/** roctx of ROCprofiler, and nvtx as frameworks map it. */
export const MARKER_CALL =
  /^(roctx(RangePush|RangePop|Mark|RangeStart|RangeStop)A?|nvtx(RangePush|RangePop|Mark|RangeStart|RangeEnd)(A|Ex)?)$/;

/** Calls that launch a kernel, with the place of the stream among their arguments. Source: HIP runtime API. */
export const LAUNCH_CALLS: Readonly<Record<string, { readonly stream: number; readonly isOptional: boolean }>> = {
  hipLaunchKernelGGL: { stream: 4, isOptional: false },
  hipExtLaunchKernelGGL: { stream: 4, isOptional: false },
  hipLaunchKernel: { stream: 5, isOptional: true },
  hipExtLaunchKernel: { stream: 5, isOptional: true },
  hipLaunchCooperativeKernel: { stream: 5, isOptional: true },
  cudaLaunchKernel: { stream: 5, isOptional: true },
  cudaLaunchCooperativeKernel: { stream: 5, isOptional: true },
  hipModuleLaunchKernel: { stream: 8, isOptional: false },
};

export const DEFAULT_STREAM =
  /^(0|nullptr|NULL|\{\}|hipStreamDefault|cudaStreamDefault|hipStreamLegacy|cudaStreamLegacy)$/;

/** Words that may stand before a call; any other word there makes it a declaration. */
export const BEFORE_CALL: ReadonlySet<string> = new Set([
  'return',
  'else',
  'do',
  'case',
  'throw',
  'co_return',
  'co_await',
  'and',
  'or',
  'not',
]);

/** Words whose parentheses do not belong to the name of a function. */
export const ATTRIBUTES: ReadonlySet<string> = new Set([
  '__launch_bounds__',
  '__attribute__',
  '__declspec',
  '__cluster_dims__',
  '__block_size__',
  '__maxnreg__',
  'alignas',
  'decltype',
  'noexcept',
  'requires',
  'explicit',
  'amdgpu_flat_work_group_size',
  'amdgpu_waves_per_eu',
]);

/** Models that a file uses, by what it includes. */
export const MODEL_INCLUDES: readonly (readonly [RegExp, string])[] = [
  [/^hip\/|^hip(blas|fft|rand|sparse|cub|solver)|^roc(blas|fft|rand|sparse|prim|thrust|wmma)|^ck\//, 'HIP'],
  [/^cuda(\.h|_|\/)|^cu(blas|fft|rand|sparse|dnn|solver)|^cub\/|^cutlass\//, 'CUDA'],
  [/^CL\/sycl|^sycl\//, 'SYCL'],
  [/^Kokkos_/, 'Kokkos'],
  [/^RAJA\//, 'RAJA'],
  [/^OpenCL\/|^CL\/(cl|opencl)/, 'OpenCL'],
  [/^torch\/|^ATen\/|^c10\//, 'PyTorch'],
];
