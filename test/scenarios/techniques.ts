/** A family of fixes, and how to tell that advice is about it. */
export interface Family {
  readonly name: string;
  /** Ids of rules and techniques that belong to it. */
  readonly ids: readonly string[];
  /** Regular expressions over lower-case text. */
  readonly match: readonly string[];
}

/** Families of fixes by short name. `collect` does not count when advice is checked for naming everything. */
export const FAMILIES = {
  overlap: {
    name: 'copy while computing: own streams, double buffers',
    ids: ['hip_stream_overlap'],
    match: ['overlap', 'double.?buffer', 'prefetch', '(own|second|separate|several|different|another) (hip )?stream'],
  },
  pinned: {
    name: 'page-locked host memory',
    ids: ['pinned_memory', 'pinned_async_copy'],
    match: ['pinned', 'page.?locked', 'hiphostmalloc', 'hiphostregister', 'pin_memory'],
  },
  batch: {
    name: 'fewer and larger copies',
    ids: ['batched_copies', 'batch_copies'],
    match: [
      '(batch|merge|combine|pack|join|coalesce)\\w* .{0,40}(cop|transfer|upload|download)',
      '(fewer|larger|one (big|large)).{0,20} (cop|transfer|upload)',
      '(cop|transfer)\\w* .{0,40}(batch|merged|combined|packed|one (call|buffer|copy))',
    ],
  },
  fusion: {
    name: 'fusing kernels',
    ids: ['kernel_fusion', 'kernel_fusion_small_launches'],
    match: ['\\bfus(e|ed|es|ing|ion)\\b', 'flash.?attention'],
  },
  graph: {
    name: 'recording launches in a HIP graph',
    ids: ['hip_graph', 'graph_capture'],
    match: ['hip ?graph', 'graph capture', 'captur\\w* .*graph', 'cudagraph', 'torch\\.compile'],
  },
  sync: {
    name: 'waiting less',
    ids: ['remove_sync', 'device_sync_removal'],
    match: ['synchroni[sz]', 'needless wait', 'device.?wide wait'],
  },
  unblock: {
    name: 'copies that do not block the host',
    ids: ['async_copy'],
    match: [
      'hipmemcpyasync',
      'asynchronous cop',
      'block\\w* .{0,40}(hipmemcpy|cop)',
      '(hipmemcpy|cop)\\w* .{0,40}block',
    ],
  },
  streams: {
    name: 'independent kernels side by side',
    ids: ['concurrent_streams', 'hip_stream_overlap'],
    match: [
      '(own|second|separate|several|multiple|different|concurrent) (hip )?stream',
      'concurrent kernels',
      'batch\\w* .*(independent|kernels|grid)',
    ],
  },
  grid: {
    name: 'more workgroups per launch',
    ids: ['grid_size', 'split_k'],
    match: [
      'split.?k',
      'stream.?k',
      'more (work.?groups|blocks)',
      'fewer (work.?groups|blocks) than',
      '(grid|launch size|work.?group count).*(small|larger|bigger|increase|fill|too few)',
      'fill (the gpu|all)',
      'under.?(fill|utili|subscrib)',
    ],
  },
  comm_overlap: {
    name: 'collectives beside compute: buckets, prefetch',
    ids: ['comm_overlap', 'rccl_overlap', 'hip_stream_overlap'],
    match: [
      'overlap.*(comm|collective|reduce|gather|rccl)',
      '(comm|collective|reduce|gather|rccl).*(overlap|prefetch|bucket|hide)',
    ],
  },
  vgpr: {
    name: 'fewer registers',
    ids: ['reduce_vgpr', 'vgpr_reduction', 'vgpr_reduction_compute_bound'],
    match: ['vgpr', 'register pressure', 'fewer registers', 'launch.?bounds'],
  },
  lds_size: {
    name: 'less LDS per workgroup',
    ids: ['lds_reduction', 'reduce_lds'],
    match: [
      '(less|smaller|reduce|lower|shrink|halve)\\w* .{0,40}(lds|shared memory)',
      'lds (usage|use|size|allocation|footprint|tile|per workgroup)',
    ],
  },
  lds_pad: {
    name: 'padding or swizzling LDS',
    ids: ['lds_padding', 'warp_primitives_reduction'],
    match: ['bank.?conflict', 'lds padding', 'pad(ding|ded)? .*(lds|shared)', 'swizzl'],
  },
  mfma: {
    name: 'matrix instructions or a library',
    ids: ['mfma_enablement'],
    match: ['mfma', 'matrix (core|instruction)', 'rocblas', 'hipblaslt', 'rocwmma', 'composable kernel'],
  },
  coalesce: {
    name: 'neighbouring lanes, neighbouring addresses',
    ids: ['coalesce_access', 'memory_coalescing_stride_fix'],
    match: ['coalesc', 'stride', 'structure.of.arrays', '\\bsoa\\b', 'contiguous'],
  },
  host: {
    name: 'taking host work off the critical path',
    ids: ['host_prefetch', 'cpu_pipeline'],
    match: [
      '(host|cpu|data.?load|input pipeline).*(prefetch|worker|async|thread|overlap|off the critical|faster|bound|starv)',
      'num_workers',
      'dataloader',
    ],
  },
  allocation: {
    name: 'allocating once',
    ids: ['memory_pool', 'allocation_pool', 'reuse_allocations'],
    match: [
      'memory pool',
      'alloc\\w* .{0,60}(once|reuse|pool|outside|before the loop|cach|hoist)',
      '(reuse|pool|cach|hoist|preallocat|avoid)\\w* .{0,40}(alloc|buffer|hipmalloc)',
      'hipmallocasync',
      'caching allocator',
    ],
  },
  warmup: {
    name: 'loading and compiling before the part that counts',
    ids: ['warmup', 'runtime_init', 'eager_loading'],
    match: [
      'warm.?up',
      'first call',
      'initiali[sz]',
      'start.?up',
      'load\\w* .{0,30}(module|code object)',
      'cache .*compil',
      'longer (run|window)',
      'more iterations',
    ],
  },
  bytes: {
    name: 'moving fewer bytes',
    ids: ['reduce_bytes'],
    match: ['fewer bytes', 'memory traffic', '(reduce|less|lower) .*(traffic|bytes|precision)'],
  },
  blocking: {
    name: 'blocks that fit the L2 cache',
    ids: ['cache_blocking', 'cache_blocking_kernel'],
    match: ['cache.?block', 'l2 (reuse|hit|local)', 'blocks? .*l2', 'locality'],
  },
  fast_math: {
    name: 'relaxed mathematics',
    ids: ['fast_math', 'fast_math_flag', 'fast_math_compiler_flag'],
    match: ['fast.?math', 'transcendental', 'intrinsic', 'native_'],
  },
  collect: {
    name: 'recording counters or calls first',
    ids: ['collect_counters', 'reprofile'],
    match: ['--pmc', 'counter', '--sys-trace', 're.?profile', 'collect', 'rocprofv3', 'more data'],
  },
} as const satisfies Readonly<Record<string, Family>>;

/** Short name of a family. */
export type FamilyName = keyof typeof FAMILIES;
