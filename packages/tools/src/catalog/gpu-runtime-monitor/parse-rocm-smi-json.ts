import * as v from 'valibot';
import { describeLog, readMonitorLog } from '../../lib/gpu-monitor/read-monitor-log.js';
import { parseRocmSmiLog } from '../../lib/gpu-monitor/parse-monitor-log.js';
import { gpuLogSchema } from '../../schemas/gpu-sample.js';
import { LogPathSchema } from '../../schemas/log-path.js';
import { callTool } from '../../tool/call-tool.js';
import { defineTool } from '../../tool/define-tool.js';
import type { ToolOptions } from '../../tool/tool-context.js';

export const ParseRocmSmiJsonInputSchema = v.strictObject({ path: LogPathSchema });
export const ParseRocmSmiJsonOutputSchema = gpuLogSchema('rocm-smi');

export type ParseRocmSmiJsonInput = v.InferInput<typeof ParseRocmSmiJsonInputSchema>;
export type RocmSmiLog = v.InferOutput<typeof ParseRocmSmiJsonOutputSchema>;

/**
 * The readings in a captured log of rocm-smi with --json, one document or many. Missing values (`N/A`, the second die of
 * an MI200) are null, never 0.
 *
 * A file that is missing or holds no such readings gives an empty list with `has_data` false and the reason.
 *
 * @throws ToolError INVALID_ARGUMENT; OUTSIDE_ROOT and CANCELLED as the context raises them.
 */
export function parseRocmSmiJson(input: ParseRocmSmiJsonInput, options: ToolOptions = {}): Promise<RocmSmiLog> {
  return callTool(parseRocmSmiJsonTool, input, options);
}

export const parseRocmSmiJsonTool = defineTool({
  key: 'gpu_runtime_monitor.parse_rocm_smi_json',
  description:
    'Temperatures, power, clocks, load and memory of GPUs from a captured log of rocm-smi --json. Use before ' +
    'analyze_thermal. ' +
    'Example: path "gpu.json".',
  toolClass: 'read_only',
  inputSchema: ParseRocmSmiJsonInputSchema,
  outputSchema: ParseRocmSmiJsonOutputSchema,
  run: async (input, context) => describeLog('rocm-smi', await readMonitorLog(context, input.path, parseRocmSmiLog)),
});
