/** What to run of an application, by its framework. */
const TARGETS: Readonly<Record<string, string>> = {
  PyTorch: 'python train.py',
  TensorFlow: 'python train.py',
  JAX: 'python train.py',
  CuPy: 'python run.py',
};

/**
 * Commands for the first recordings: a time line, counters where there are kernels of one's own, and the analysis.
 *
 * @param frameworks found ones, the most likely first
 */
export function suggestedCommands(frameworks: readonly string[], hasKernels: boolean): string[] {
  const target = TARGETS[frameworks[0] ?? ''] ?? './your_app';
  return [
    `rocprofv3 --sys-trace --output-format rocpd -d ./profile_out -- ${target}`,
    ...(hasKernels
      ? [`rocprofv3 --pmc SQ_WAVES GRBM_COUNT GRBM_GUI_ACTIVE --output-format rocpd -d ./profile_out -- ${target}`]
      : []),
    'perfxpert analyze -i ./profile_out',
  ];
}
