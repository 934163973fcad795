/** How much a pattern matters. Places in a loop may raise it. */
export type PatternSeverity = 'high' | 'medium' | 'low' | 'info';

interface SourcePattern {
  readonly severity: PatternSeverity;
  /** Severity where at least one place is in a loop. */
  readonly severityInLoop: PatternSeverity;
  readonly category: string;
  /** One or several of what, for a sentence. */
  readonly nouns: readonly [string, string];
  readonly description: string;
  /** Null for patterns that ask for nothing. */
  readonly advice: { readonly category: string; readonly title: string; readonly suggestion: string } | null;
}

/**
 * What a source scan looks for. Sources: HIP programming guide (memory management, streams, graphs, HIP kernel language),
 * PyTorch documentation (CUDA semantics), AMD Instinct performance guides.
 */
export const SOURCE_PATTERNS = {
  memcpy_sync: {
    severity: 'medium',
    severityInLoop: 'high',
    category: 'memory_transfer',
    nouns: ['blocking copy', 'blocking copies'],
    description: 'Copies that the host waits for',
    advice: {
      category: 'Memory Transfer',
      title: 'Make blocking copies asynchronous',
      suggestion: 'Copy from pinned memory with hipMemcpyAsync on a stream, so that copies and kernels overlap.',
    },
  },
  device_sync: {
    severity: 'low',
    severityInLoop: 'medium',
    category: 'synchronization',
    nouns: ['synchronization', 'synchronizations'],
    description: 'Calls that wait until a device or stream has finished',
    advice: {
      category: 'Synchronization',
      title: 'Take synchronizations out of hot paths',
      suggestion: 'Wait for an event of the work that is needed, or once behind the loop, instead of for the device.',
    },
  },
  default_stream: {
    severity: 'medium',
    severityInLoop: 'medium',
    category: 'launch_overhead',
    nouns: ['launch on the default stream', 'launches on the default stream'],
    description: 'All launches go to the default stream',
    advice: {
      category: 'No Streams',
      title: 'Launch on streams of your own',
      suggestion: 'Give independent kernels and copies streams of their own, so that they can overlap.',
    },
  },
  implicit_sync: {
    severity: 'medium',
    severityInLoop: 'medium',
    category: 'synchronization',
    nouns: ['call in a loop that fetches a value from the GPU', 'calls in loops that fetch values from the GPU'],
    description: 'Values fetched from the GPU inside a loop (.item(), .cpu(), .tolist(), .numpy())',
    advice: {
      category: 'Synchronization',
      title: 'Fetch values from the GPU after the loop',
      suggestion: 'Keep running sums on the GPU and fetch them once, since each fetch waits for all work before it.',
    },
  },
  malloc_in_loop: {
    severity: 'medium',
    severityInLoop: 'medium',
    category: 'memory_allocation',
    nouns: ['allocation or release in a loop', 'allocations or releases in loops'],
    description: 'Device memory is allocated or freed inside a loop',
    advice: {
      category: 'Memory Allocation',
      title: 'Allocate device memory before the loop',
      suggestion:
        'Allocate once and reuse it, or take memory from a pool (hipMallocAsync): hipFree waits for the device.',
    },
  },
  managed_memory: {
    severity: 'low',
    severityInLoop: 'low',
    category: 'memory_transfer',
    nouns: ['managed allocation', 'managed allocations'],
    description: 'Managed memory, which may migrate page by page',
    advice: {
      category: 'Managed Memory',
      title: 'Prefetch managed memory',
      suggestion: 'Move pages with hipMemPrefetchAsync before the kernel that uses them, or use device memory.',
    },
  },
  pinned_host_memory: {
    severity: 'info',
    severityInLoop: 'info',
    category: 'memory_transfer',
    nouns: ['pinned allocation', 'pinned allocations'],
    description: 'Pinned host memory is in use',
    advice: null,
  },
  graph_capture: {
    severity: 'info',
    severityInLoop: 'info',
    category: 'launch_overhead',
    nouns: ['graph capture', 'graph captures'],
    description: 'Work is captured into graphs',
    advice: null,
  },
  torch_compile: {
    severity: 'info',
    severityInLoop: 'info',
    category: 'launch_overhead',
    nouns: ['use of torch.compile', 'uses of torch.compile'],
    description: 'Parts of the program are compiled by torch.compile',
    advice: null,
  },
  kernel_printf: {
    severity: 'low',
    severityInLoop: 'medium',
    category: 'kernel_code',
    nouns: ['printf in a kernel', 'printfs in kernels'],
    description: 'Kernels print',
    advice: {
      category: 'Kernel Code',
      title: 'Take printf out of kernels',
      suggestion: 'Print in debug builds only: the call costs registers and a host round trip.',
    },
  },
  divergent_barrier: {
    severity: 'high',
    severityInLoop: 'high',
    category: 'kernel_code',
    nouns: ['barrier in a branch on the thread index', 'barriers in branches on the thread index'],
    description: '__syncthreads in a branch that depends on the thread index',
    advice: {
      category: 'Kernel Code',
      title: 'Move barriers out of divergent branches',
      suggestion:
        'All threads of a block have to reach __syncthreads: close the branch before it and open it again after.',
    },
  },
  double_literal: {
    severity: 'low',
    severityInLoop: 'low',
    category: 'kernel_code',
    nouns: ['double literal in a float kernel', 'double literals in float kernels'],
    description: 'Literals of type double in kernels whose parameters are float',
    advice: {
      category: 'Kernel Code',
      title: 'Write float literals in float kernels',
      suggestion: 'Add the suffix f: a double literal turns the whole expression into double precision.',
    },
  },
  missing_restrict: {
    severity: 'low',
    severityInLoop: 'low',
    category: 'kernel_code',
    nouns: ['kernel with several pointers and no __restrict__', 'kernels with several pointers and no __restrict__'],
    description: 'Kernels with several pointers, none of them __restrict__',
    advice: {
      category: 'Kernel Code',
      title: 'Mark pointers that do not overlap as __restrict__',
      suggestion: 'Add __restrict__ (and const) where it holds: loads can then be moved across stores.',
    },
  },
} as const satisfies Readonly<Record<string, SourcePattern>>;

export type SourcePatternId = keyof typeof SOURCE_PATTERNS;

export const SOURCE_PATTERN_IDS: readonly SourcePatternId[] = Object.keys(SOURCE_PATTERNS).filter(isPatternId);

function isPatternId(id: string): id is SourcePatternId {
  return Object.hasOwn(SOURCE_PATTERNS, id);
}
