import type { ThermalAnalysis } from '../../schemas/thermal-analysis.js';
import { clockSpread, powerState, thermalFigures, thermalVerdict } from './thermal-figures.js';
import type { ThermalSample, ThermalVerdict } from './thermal-figures.js';

/** Of one sample of a GPU what the analysis looks at; absent and null = not told. */
export interface ThermalReading {
  readonly gpu_id?: number;
  readonly temp_c?: number | null | undefined;
  readonly temp_sensor?: string | null | undefined;
  readonly junction_temp_c?: number | null | undefined;
  readonly mem_temp_c?: number | null | undefined;
  readonly power_w?: number | null | undefined;
  readonly power_limit_w?: number | null | undefined;
  readonly sclk_mhz?: number | null | undefined;
  readonly sclk_min_mhz?: number | null | undefined;
  readonly sclk_max_mhz?: number | null | undefined;
  readonly gfx_busy_pct?: number | null | undefined;
  readonly throttled?: boolean | null | undefined;
  readonly throttle_reasons?: readonly string[];
}

/** What the readings are judged against: degrees Celsius, watts (0 = the cap that the samples tell). */
export interface ThermalLimits {
  readonly tjmax_c: number;
  readonly edge_limit_c?: number | undefined;
  readonly tdp_w: number;
}

/** Highest junction temperature of AMD's accelerators unless told otherwise, degrees Celsius. */
export const DEFAULT_TJMAX_C = 105;

/** Ids above this are no GPUs of one machine: a list by id would be long for nothing. */
const MAX_GPUS = 1024;
/** Clocks of the dies of one GPU that lie further apart are told, as part of the fastest. A choice: a tenth is seen. */
const WORTH_A_REMARK = 0.1;
/** Worst first: the verdict on several GPUs is the first of these that one of them has. */
const VERDICTS = ['throttling', 'hot', 'healthy', 'unknown'] as const satisfies readonly ThermalVerdict[];

/**
 * Figures and verdict of each GPU and of all. The junction is judged where it is told, against `tjmax_c`; else what there
 * is: an edge sensor against `edge_limit_c`, an unknown one against `tjmax_c`.
 */
export function analyzeSamples(readings: readonly ThermalReading[], limits: ThermalLimits): ThermalAnalysis {
  const samples = readings.map((reading) => toThermalSample(reading, limits));
  const byGpu = new Map<number, ThermalSample[]>();
  for (const sample of samples) {
    const own = byGpu.get(sample.gpuId);
    if (own === undefined) byGpu.set(sample.gpuId, [sample]);
    else own.push(sample);
  }
  const gpus = [...byGpu]
    .sort(([a], [b]) => a - b)
    .map(([gpuId, own]) => {
      const { limited, suspected } = powerState(own);
      return {
        gpu_id: gpuId,
        ...thermalFigures(own),
        power_limited: limited,
        power_throttle_suspected: suspected,
        verdict: thermalVerdict(own, suspected),
        clock_spread_frac: clockSpread(own),
        sample_count: own.length,
      };
    });
  const verdict = VERDICTS.find((worst) => gpus.some((gpu) => gpu.verdict === worst)) ?? 'unknown';
  return {
    has_data: samples.length > 0,
    ...thermalFigures(samples),
    power_limited: gpus.some((gpu) => gpu.power_limited),
    power_throttle_suspected: gpus.some((gpu) => gpu.power_throttle_suspected),
    verdict,
    sample_count: samples.length,
    gpu_count: gpus.length,
    per_gpu: gpus.slice(0, MAX_GPUS),
    remarks: remarksOf(gpus),
    ...(verdict === 'unknown'
      ? { reason: samples.length === 0 ? 'There are no samples.' : 'No sample tells a temperature.' }
      : {}),
  };
}

function toThermalSample(sample: ThermalReading, limits: ThermalLimits): ThermalSample {
  const junction = sample.junction_temp_c ?? null;
  const isEdge = junction === null && sample.temp_sensor === 'edge';
  return {
    gpuId: sample.gpu_id ?? 0,
    temperatureC: junction ?? sample.temp_c ?? null,
    limitC: isEdge ? (limits.edge_limit_c ?? limits.tjmax_c) : limits.tjmax_c,
    memoryTemperatureC: sample.mem_temp_c ?? null,
    powerW: sample.power_w ?? null,
    powerLimitW: limits.tdp_w > 0 ? limits.tdp_w : (sample.power_limit_w ?? null),
    clockMhz: sample.sclk_mhz ?? null,
    slowestClockMhz: sample.sclk_min_mhz ?? null,
    fastestClockMhz: sample.sclk_max_mhz ?? null,
    busyPct: sample.gfx_busy_pct ?? null,
    throttled: sample.throttled ?? null,
    throttleReasons: sample.throttle_reasons ?? [],
  };
}

function remarksOf(gpus: readonly { gpu_id: number; clock_spread_frac: number | null }[]): string[] {
  return gpus
    .filter(({ clock_spread_frac: spread }) => (spread ?? 0) > WORTH_A_REMARK)
    .slice(0, MAX_GPUS)
    .map(
      ({ gpu_id: gpu, clock_spread_frac: spread }) =>
        `GPU ${String(gpu)}: the clocks of its dies differ by up to ${String(Math.round(100 * (spread ?? 0)))} %.`,
    );
}
