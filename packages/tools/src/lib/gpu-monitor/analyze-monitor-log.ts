import type { Thermal } from '../../schemas/thermal.js';
import type { ToolContext } from '../../tool/tool-context.js';
import { DEFAULT_TJMAX_C, analyzeSamples } from './analyze-samples.js';
import type { ThermalLimits } from './analyze-samples.js';
import { parseMonitorLog } from './parse-monitor-log.js';
import { readMonitorLog } from './read-monitor-log.js';

/** Thermal analysis of a log, and what the log was. */
export type MonitorLogAnalysis = Thermal;

/**
 * Reads the log that the settings name (`gpuMonitorLog`), of amd-smi or rocm-smi by content, and analyses it. Null
 * without the setting; a log that cannot be read gives `has_data` false and the reason.
 */
export async function analyzeMonitorLog(
  context: Pick<ToolContext, 'readText' | 'settings'>,
  limits: Partial<ThermalLimits> = {},
): Promise<MonitorLogAnalysis | null> {
  const path = context.settings.gpuMonitorLog ?? '';
  if (path === '') return null;
  const read = await readMonitorLog(context, path, parseMonitorLog);
  const log = 'log' in read ? read.log : null;
  const analysis = analyzeSamples(log?.samples ?? [], { tjmax_c: DEFAULT_TJMAX_C, tdp_w: 0, ...limits });
  return {
    ...analysis,
    ...('reason' in read ? { reason: read.reason } : {}),
    source: log === null || log.samples.length === 0 ? null : log.source,
    unparsed_records: log?.unparsedRecords ?? 0,
    truncated: log?.truncated ?? false,
  };
}
