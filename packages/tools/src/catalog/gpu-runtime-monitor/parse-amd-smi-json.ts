import * as v from 'valibot';
import { describeLog, readMonitorLog } from '../../lib/gpu-monitor/read-monitor-log.js';
import { parseAmdSmiLog } from '../../lib/gpu-monitor/parse-monitor-log.js';
import { gpuLogSchema } from '../../schemas/gpu-sample.js';
import { LogPathSchema } from '../../schemas/log-path.js';
import { callTool } from '../../tool/call-tool.js';
import { defineTool } from '../../tool/define-tool.js';
import type { ToolOptions } from '../../tool/tool-context.js';

export const ParseAmdSmiJsonInputSchema = v.strictObject({ path: LogPathSchema });
export const ParseAmdSmiJsonOutputSchema = gpuLogSchema('amd-smi');

export type ParseAmdSmiJsonInput = v.InferInput<typeof ParseAmdSmiJsonInputSchema>;
export type AmdSmiLog = v.InferOutput<typeof ParseAmdSmiJsonOutputSchema>;

/**
 * The readings in a captured log of amd-smi: `metric` and `monitor` of 6.0 and later, as JSON or CSV, one document or
 * many, watched or not. Missing values (`N/A`) are null, never 0; sizes are bytes, whatever unit was printed.
 *
 * A file that is missing or holds no such readings gives an empty list with `has_data` false and the reason.
 *
 * @throws ToolError INVALID_ARGUMENT; OUTSIDE_ROOT and CANCELLED as the context raises them.
 */
export function parseAmdSmiJson(input: ParseAmdSmiJsonInput, options: ToolOptions = {}): Promise<AmdSmiLog> {
  return callTool(parseAmdSmiJsonTool, input, options);
}

export const parseAmdSmiJsonTool = defineTool({
  key: 'gpu_runtime_monitor.parse_amd_smi_json',
  description:
    'Temperatures, power, clocks, load, memory and throttling of GPUs from a captured amd-smi log (metric or monitor; ' +
    'JSON, CSV, watched). Use before analyze_thermal. ' +
    'Example: path "gpu-monitor.log".',
  toolClass: 'read_only',
  inputSchema: ParseAmdSmiJsonInputSchema,
  outputSchema: ParseAmdSmiJsonOutputSchema,
  run: async (input, context) => describeLog('amd-smi', await readMonitorLog(context, input.path, parseAmdSmiLog)),
});
