/** A program or library that is not ours and that the user installs. */
export interface ExternalTool {
  readonly name: string;
  /** A program on the PATH, or a shared library in one of ROCm's folders. */
  readonly kind: 'program' | 'library';
  /** Arguments with which the program shows that it works; null = being there is enough. */
  readonly smokeTest: readonly string[] | null;
  /** File name of a library. */
  readonly fileName: string | null;
  /** Where to get it, in one or two sentences. */
  readonly installHint: string;
  /** A command that installs it, for a person to run; null when there is none that fits every system. */
  readonly installCommand: string | null;
}

const program = (name: string, installHint: string): ExternalTool => ({
  name,
  kind: 'program',
  smokeTest: null,
  fileName: null,
  installHint,
  installCommand: null,
});

/** External tools by name, sorted. Nothing here is ever installed by us. */
export const EXTERNAL_TOOLS: readonly ExternalTool[] = [
  program(
    'amdclang++',
    'The compiler is part of ROCm (package rocm-llvm). Put the bin folder of ROCm on the PATH or set ROCM_PATH; ' +
      'PERFXPERT_CXX names another compiler.',
  ),
  {
    ...program('opencode', 'See https://opencode.ai/docs for all ways to install it.'),
    smokeTest: ['--version'],
    installCommand: 'npm install -g opencode-ai',
  },
  {
    ...program(
      'rocprof-trace-decoder',
      'The decoder of thread traces is a download of its own: https://github.com/ROCm/rocprof-trace-decoder/releases. ' +
        'Put the library into the lib folder of ROCm, or name its folder in ROCPROF_ATT_LIBRARY_PATH.',
    ),
    kind: 'library',
    fileName: 'librocprof-trace-decoder.so',
  },
  program(
    'rocprofv3',
    'The profiler is part of ROCm 6.2 and later (package rocprofiler-sdk). Put the bin folder of ROCm on the PATH or ' +
      'set ROCM_PATH.',
  ),
];
