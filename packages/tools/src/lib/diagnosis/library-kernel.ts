/** A library that a kernel comes from, and what its user can change instead of the kernel. */
export interface KernelLibrary {
  readonly name: string;
  /** What to do about a slow kernel of it, to follow `<library> owns <kernel>: `. */
  readonly lever: string;
  /** Whether a compiler can fuse its kernels with their neighbours. */
  readonly isFusable: boolean;
}

interface LibraryPattern extends KernelLibrary {
  /** Tested against the name up to its first template argument or parameter. */
  readonly pattern: RegExp;
}

/**
 * Libraries by the names of their kernels. Sources: Tensile names its kernels `Cijk_...` (rocBLAS, hipBLASLt; PyTorch's
 * TunableOp searches their solutions), namespaces of the headers of PyTorch, Composable Kernel and rocPRIM, kernel files
 * of MIOpen (`MIOPEN_FIND_ENFORCE` in its documentation), kernels of the HIP runtime (rocclr).
 */
const LIBRARIES: readonly LibraryPattern[] = [
  {
    name: 'hipBLASLt or rocBLAS',
    pattern: /^(?:Custom_)?Cijk_/,
    lever:
      'let it choose another solution for these shapes (hipblaslt-bench lists them; PyTorch: PYTORCH_TUNABLEOP_ENABLED=1), or batch its calls',
    isFusable: false,
  },
  {
    name: 'PyTorch',
    pattern: /\bat::(?:native|cuda|hip)::/,
    lever: 'fuse it with its neighbours by torch.compile, or call one operator that does the work of several',
    isFusable: true,
  },
  {
    name: 'Composable Kernel',
    pattern: /\bck(?:_tile)?::/,
    lever: 'choose another instance of it for these shapes',
    isFusable: false,
  },
  {
    name: 'MIOpen',
    pattern: /^(?:miopen|MIOpen|igemm_|batched_transpose_\d|SubTensorOp|Op\d?Tensor|naive_conv_)/,
    lever: 'let it search for another solution (MIOPEN_FIND_ENFORCE=SEARCH), or use another layout of the tensors',
    isFusable: false,
  },
  {
    name: 'rocPRIM or hipCUB',
    pattern: /\b(?:rocprim|hipcub|thrust)::/,
    lever: 'call it less often, on more data at a time',
    isFusable: false,
  },
  {
    name: 'the HIP runtime',
    pattern: /^__amd_rocclr_/,
    lever: 'copy or fill less often, larger pieces at a time',
    isFusable: false,
  },
];

/** The library that a kernel comes from by its full name; null for kernels of the program, and where nothing tells. */
export function kernelLibrary(name: string): KernelLibrary | null {
  const head = /^[^<(]*(?:\(anonymous namespace\)[^<(]*)*/.exec(name)?.[0] ?? '';
  return LIBRARIES.find(({ pattern }) => pattern.test(head)) ?? null;
}

/**
 * What to say in place of advice to change a kernel of a library; null for kernels of the program. `kernel` is the name
 * for sentences, `fusing` whether the advice is to fuse, which a compiler does for kernels that it knows.
 */
export function libraryAdvice(
  name: string,
  kernel: string,
  fusing = false,
): { readonly suggestion: string | null; readonly actions: readonly string[]; readonly risk: null } | null {
  const library = kernelLibrary(name);
  if (library === null) return null;
  const keeps = fusing && library.isFusable;
  return {
    suggestion: keeps
      ? null
      : `${kernel} comes from ${library.name}: not its source is to change, but what is asked of the library.`,
    actions: [actionOnKernel(name, kernel, '')],
    risk: null,
  };
}

/**
 * An action on a kernel: `own` where the program has its source, else what the user of its library can do. Advice never
 * asks to rewrite the kernel of a library. `kernel` is the name for sentences.
 */
export function actionOnKernel(name: string, kernel: string, own: string): string {
  const library = kernelLibrary(name);
  return library === null ? own : `Leave ${kernel} to ${library.name}: ${library.lever}`;
}
