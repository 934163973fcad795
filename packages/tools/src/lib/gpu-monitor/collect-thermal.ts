import type { Diagnostic } from '../../schemas/diagnostic.js';
import type { Thermal } from '../../schemas/thermal.js';
import type { ToolContext } from '../../tool/tool-context.js';
import { isPerfXpertError } from '../../tool/tool-errors.js';
import { analyzeMonitorLog } from './analyze-monitor-log.js';

/** The section `thermal`, and what is to be said about the log. */
export interface ThermalFacts {
  /** Null without a log, and for one without readings. */
  readonly thermal: Thermal | null;
  readonly diagnostics: readonly Diagnostic[];
}

const HOW_TO_FIX = 'Record while the program runs: amd-smi monitor --json --watch 1 > gpu-monitor.log';

/**
 * Reads the log that the settings name (`gpuMonitorLog`). A log that is missing, broken or outside the folders that may
 * be read ends in a warning, never in a failure: the trace is analysed all the same.
 *
 * @throws ToolError CANCELLED as the context raises it.
 */
export async function collectThermal(context: Pick<ToolContext, 'readText' | 'settings'>): Promise<ThermalFacts> {
  let thermal: Thermal | null;
  try {
    thermal = await analyzeMonitorLog(context);
  } catch (error) {
    if (isPerfXpertError(error) && error.code === 'CANCELLED') throw error;
    const reason = isPerfXpertError(error) ? 'The file may not be read from here.' : 'The file cannot be read.';
    return { thermal: null, diagnostics: [unusable(reason)] };
  }
  if (thermal === null) return { thermal: null, diagnostics: [] };
  if (!thermal.has_data) return { thermal: null, diagnostics: [unusable(thermal.reason ?? 'There are no samples.')] };
  return { thermal, diagnostics: partial(thermal) };
}

function unusable(reason: string): Diagnostic {
  return {
    code: 'MONITOR_LOG_UNUSABLE',
    severity: 'warning',
    message: `The GPU monitor log holds no reading to judge temperatures by. ${reason}`,
    section: 'thermal',
    how_to_fix: HOW_TO_FIX,
  };
}

function partial({ unparsed_records: unparsed, truncated, sample_count: samples, verdict }: Thermal): Diagnostic[] {
  const parts = [
    ...(unparsed === 0 ? [] : [`${unparsed} records could not be read`]),
    ...(truncated ? ['only its beginning was read, for its size'] : []),
    ...(verdict === 'unknown' ? ['no sample tells a temperature'] : []),
  ];
  if (parts.length === 0) return [];
  return [
    {
      code: 'MONITOR_LOG_PARTIAL',
      severity: 'warning',
      message: `The GPU monitor log is judged by ${samples} samples: ${parts.join(', ')}.`,
      section: 'thermal',
      how_to_fix: HOW_TO_FIX,
    },
  ];
}
