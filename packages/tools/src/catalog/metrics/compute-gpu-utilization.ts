import * as v from 'valibot';
import { CounterRatioSchema, counterDivisor, counterRatio, counterValue } from '../../schemas/counter-ratio.js';
import type { CounterRatio } from '../../schemas/counter-ratio.js';
import { callSyncTool, defineSyncTool } from '../../tool/sync-tool.js';
import type { ToolOptions } from '../../tool/tool-context.js';

export const ComputeGpuUtilizationInputSchema = v.strictObject({
  grbm_gui_active: counterValue('GRBM_GUI_ACTIVE: clocks in which the GPU was active'),
  grbm_count: counterDivisor('GRBM_COUNT: clocks of the same run; more than 0'),
});

export type ComputeGpuUtilizationInput = v.InferInput<typeof ComputeGpuUtilizationInputSchema>;

/**
 * Share of clocks in which the GPU was active: GRBM_GUI_ACTIVE / GRBM_COUNT, 0..1. Above 1 the counters come from
 * different runs; that is told, not clamped.
 *
 * Source: ROCprofiler-SDK counter_defs.yaml, GPUBusy.
 *
 * @throws ToolError INVALID_ARGUMENT for a negative counter or GRBM_COUNT 0.
 */
export function computeGpuUtilization(input: ComputeGpuUtilizationInput, options: ToolOptions = {}): CounterRatio {
  return callSyncTool(computeGpuUtilizationTool, input, options);
}

export const computeGpuUtilizationTool = defineSyncTool({
  key: 'metrics.compute_gpu_utilization',
  description:
    'Share of clocks (0..1) in which the GPU was active, from GRBM_GUI_ACTIVE and GRBM_COUNT of one run. Example: ' +
    'grbm_gui_active 750, grbm_count 1000 gives 0.75.',
  toolClass: 'read_only',
  inputSchema: ComputeGpuUtilizationInputSchema,
  outputSchema: CounterRatioSchema,
  run: ({ grbm_gui_active: active, grbm_count: count }) => counterRatio('grbm_gui_active', active, count),
});
