import { callLabel } from './call-label.js';
import type { EmptyGpu } from './empty-gpu.js';
import { countText } from './figures.js';

/** `60 kernels one by one through hipLaunchKernel`; where other functions launch too, how many calls the named one has. */
export function launchesText(dispatches: number, call: EmptyGpu['call']): string {
  const kernels = `${countText(dispatches, 'kernel')} one by one`;
  if (call === null) return kernels;
  return call.calls < dispatches
    ? `${kernels} (${countText(call.calls, 'call')} of ${callLabel(call.name)})`
    : `${kernels} through ${callLabel(call.name)}`;
}
