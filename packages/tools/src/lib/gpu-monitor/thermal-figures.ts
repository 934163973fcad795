import { roundTo } from '../statistics/round-to.js';

/** What thermal analysis looks at in one sample; null = not told. */
export interface ThermalSample {
  readonly gpuId: number;
  readonly temperatureC: number | null;
  /** Limit of the sensor that the temperature comes from. */
  readonly limitC: number;
  readonly memoryTemperatureC: number | null;
  readonly powerW: number | null;
  readonly powerLimitW: number | null;
  readonly clockMhz: number | null;
  readonly slowestClockMhz: number | null;
  readonly fastestClockMhz: number | null;
  readonly busyPct: number | null;
  readonly throttled: boolean | null;
  readonly throttleReasons: readonly string[];
}

// Lines of the tools that read monitor logs, as their answers are defined: close enough to a limit that firmware already
// slows the clock down. They come from no measurement.
/** Temperatures from this far below the limit on count as throttling; from twice as far as hot. Degrees Celsius. */
const THROTTLE_MARGIN_C = 5;
const HOT_MARGIN_C = 10;
/** Share of the power cap from which a GPU counts as limited by power: normal for a busy accelerator. */
const POWER_LIMITED_FRAC = 0.95;
/** A busy GPU whose clock is below this share of its usual one is slowed down. */
const LOW_CLOCK_FRAC = 0.9;
/** Above this a GPU counts as busy: below it a low clock saves power and slows nothing down. */
const BUSY_PCT = 80;
const THERMAL_REASON = /thermal|prochot/;
const POWER_REASON = /^ppt|power/;

export type ThermalVerdict = 'healthy' | 'hot' | 'throttling' | 'unknown';

/** Figures of a series of samples, those of one GPU or of all. */
export interface ThermalFigures {
  readonly max_temp_c: number | null;
  readonly avg_temp_c: number | null;
  readonly p95_temp_c: number | null;
  readonly max_mem_temp_c: number | null;
  readonly max_power_w: number | null;
  readonly thermal_headroom_c: number | null;
  readonly throttle_events: number;
  readonly reported_throttle_events: number;
  readonly throttle_reasons: string[];
}

/** Temperatures, power and events of samples. Values that are not told are left out; null where none is. */
export function thermalFigures(samples: readonly ThermalSample[]): ThermalFigures {
  const judged = samples.flatMap(({ temperatureC, limitC }) =>
    temperatureC === null ? [] : [{ temperatureC, limitC }],
  );
  const temperatures = Float64Array.from(judged, ({ temperatureC }) => temperatureC).sort();
  const headroom = judged.reduce<number | null>(
    (least, { temperatureC, limitC }) =>
      Math.min(least ?? Number.POSITIVE_INFINITY, Math.max(limitC - temperatureC, 0)),
    null,
  );
  const reasons = new Set(samples.flatMap(({ throttleReasons }) => throttleReasons));
  return {
    max_temp_c: rounded(temperatures.at(-1) ?? null),
    avg_temp_c: rounded(mean(temperatures)),
    p95_temp_c: rounded(rank95(temperatures)),
    max_mem_temp_c: rounded(greatest(samples.map(({ memoryTemperatureC }) => memoryTemperatureC))),
    max_power_w: rounded(greatest(samples.map(({ powerW }) => powerW))),
    thermal_headroom_c: rounded(headroom),
    throttle_events: judged.filter(({ temperatureC, limitC }) => temperatureC >= limitC - THROTTLE_MARGIN_C).length,
    reported_throttle_events: samples.filter(({ throttled }) => throttled === true).length,
    throttle_reasons: [...reasons].sort(),
  };
}

/** Whether the samples of one GPU touch its power cap, and whether that slows it down. */
export function powerState(samples: readonly ThermalSample[]): { limited: boolean; suspected: boolean } {
  const limited = samples.some(
    ({ powerW, powerLimitW, throttleReasons }) =>
      throttleReasons.some((reason) => POWER_REASON.test(reason)) ||
      (powerW !== null && powerLimitW !== null && powerLimitW > 0 && powerW >= POWER_LIMITED_FRAC * powerLimitW),
  );
  const usual = rank95(Float64Array.from(samples.flatMap(({ clockMhz }) => clockMhz ?? [])).sort());
  const isSlowed = samples.some(
    ({ clockMhz, busyPct }) =>
      clockMhz !== null &&
      busyPct !== null &&
      usual !== null &&
      busyPct > BUSY_PCT &&
      clockMhz < LOW_CLOCK_FRAC * usual,
  );
  return { limited, suspected: limited && isSlowed };
}

/**
 * Verdict on one GPU: throttling at the limit less 5 degrees, when it names a thermal limit or none, or when power slows
 * it down; hot within 10 degrees of the limit; unknown without any temperature. A power cap that is reached is no
 * verdict by itself.
 */
export function thermalVerdict(samples: readonly ThermalSample[], isPowerThrottling: boolean): ThermalVerdict {
  const isThrottling = samples.some(
    ({ temperatureC, limitC, throttled, throttleReasons }) =>
      (temperatureC !== null && temperatureC >= limitC - THROTTLE_MARGIN_C) ||
      throttleReasons.some((reason) => THERMAL_REASON.test(reason)) ||
      (throttled === true && throttleReasons.length === 0),
  );
  if (isThrottling || isPowerThrottling) return 'throttling';
  const judged = samples.filter(({ temperatureC }) => temperatureC !== null);
  if (judged.length === 0) return 'unknown';
  return judged.some(({ temperatureC, limitC }) => (temperatureC ?? 0) >= limitC - HOT_MARGIN_C) ? 'hot' : 'healthy';
}

/** Greatest spread of the clocks of a GPU's dies in one sample, as a share of the fastest; null for a single clock. */
export function clockSpread(samples: readonly ThermalSample[]): number | null {
  return greatest(
    samples.map(({ slowestClockMhz, fastestClockMhz }) =>
      slowestClockMhz === null || fastestClockMhz === null || fastestClockMhz <= 0
        ? null
        : Math.max(0, 1 - slowestClockMhz / fastestClockMhz),
    ),
  );
}

/** Value of rank round(0.95 (n - 1)) of sorted values, ties of the rank to even. */
function rank95(sorted: Float64Array): number | null {
  return sorted[roundTo(0.95 * (sorted.length - 1), 0)] ?? null;
}

function mean(values: Float64Array): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function greatest(values: readonly (number | null)[]): number | null {
  return values.reduce<number | null>(
    (most, value) => (value === null ? most : Math.max(most ?? Number.NEGATIVE_INFINITY, value)),
    null,
  );
}

function rounded(value: number | null): number | null {
  return value === null ? null : roundTo(value, 2);
}
