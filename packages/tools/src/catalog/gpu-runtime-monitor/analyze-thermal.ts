import * as v from 'valibot';
import { DEFAULT_TJMAX_C, analyzeSamples } from '../../lib/gpu-monitor/analyze-samples.js';
import { ThermalAnalysisSchema } from '../../schemas/thermal-analysis.js';
import type { ThermalAnalysis } from '../../schemas/thermal-analysis.js';
import type { ReadonlyInput } from '../../tool/readonly-input.js';
import { callSyncTool, defineSyncTool } from '../../tool/sync-tool.js';
import type { ToolOptions } from '../../tool/tool-context.js';

const reading = (least: number, most: number) =>
  v.optional(v.nullable(v.pipe(v.number(), v.minValue(least), v.maxValue(most))));
// Wider than anything real; sums of such numbers stay finite.
const Temperature = reading(-1000, 1_000_000);
const Amount = reading(0, 1e12);
const InputSampleSchema = v.looseObject({
  gpu_id: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 0),
  temp_c: Temperature,
  temp_sensor: v.optional(v.nullable(v.string())),
  junction_temp_c: Temperature,
  mem_temp_c: Temperature,
  power_w: Amount,
  power_limit_w: Amount,
  sclk_mhz: Amount,
  sclk_min_mhz: Amount,
  sclk_max_mhz: Amount,
  gfx_busy_pct: Amount,
  throttled: v.optional(v.nullable(v.boolean())),
  throttle_reasons: v.optional(v.array(v.string()), []),
});
const LimitSchema = v.pipe(v.number(), v.minValue(1), v.maxValue(1000));

export const AnalyzeThermalInputSchema = v.strictObject({
  metrics: v.pipe(
    v.looseObject({ samples: v.array(InputSampleSchema) }),
    v.description('Answer of parse_amd_smi_json or parse_rocm_smi_json; of it only samples is needed'),
  ),
  tjmax_c: v.optional(
    v.pipe(
      LimitSchema,
      v.description('Highest junction temperature, degrees Celsius; also the limit of other sensors'),
    ),
    DEFAULT_TJMAX_C,
  ),
  edge_limit_c: v.optional(
    v.pipe(LimitSchema, v.description('Highest edge temperature, for GPUs that tell no junction; default: tjmax_c')),
  ),
  tdp_w: v.optional(
    v.pipe(v.number(), v.minValue(0), v.description('Power cap, watts; 0: the cap that the samples tell, if any')),
    0,
  ),
});

export type AnalyzeThermalInput = ReadonlyInput<v.InferInput<typeof AnalyzeThermalInputSchema>>;

/**
 * Whether GPUs ran hot or slowed themselves down, from the samples of a log.
 *
 * The junction is judged where it is told, against `tjmax_c`; else what there is: an edge sensor against `edge_limit_c`,
 * an unknown one against `tjmax_c`. Throttling from 5 degrees below the limit, hot from 10. p95 is the value of rank
 * round(0.95 (n - 1)); degrees and watts have 2 digits. Values that are not told are left out of every figure; without
 * any, figures are null and the verdict `unknown`.
 *
 * @throws ToolError INVALID_ARGUMENT, also for `metrics` without `samples`.
 */
export function analyzeThermal(input: AnalyzeThermalInput, options: ToolOptions = {}): ThermalAnalysis {
  return callSyncTool(analyzeThermalTool, input, options);
}

export const analyzeThermalTool = defineSyncTool({
  key: 'gpu_runtime_monitor.analyze_thermal',
  description:
    'Whether GPUs ran hot or throttled: temperatures, headroom, power cap, events, verdict per GPU and for all. ' +
    'Takes the answer of parse_amd_smi_json or parse_rocm_smi_json. Use when clocks or times vary without a reason. ' +
    'Example: metrics {"samples": [{"gpu_id": 0, "temp_c": 98}]}.',
  toolClass: 'read_only',
  inputSchema: AnalyzeThermalInputSchema,
  outputSchema: ThermalAnalysisSchema,
  run: ({ metrics, ...limits }) => analyzeSamples(metrics.samples, limits),
});
