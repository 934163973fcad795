import type { Formula } from '@perfxpert/knowledge';
import { counterMean } from './kernel-counters.js';
import type { KernelCounters } from './kernel-counters.js';
import type { MetricDefinition } from './metric-definitions.js';
import { usedCounters } from './metric-inputs.js';

/** Rounding of the arithmetic, not a tolerance for measurements. */
const ROUNDING = 1e-9;

/** Traffic of a kernel that ran: 0 bytes both ways mean that nothing was counted. */
const TRAFFIC_METRICS: ReadonlySet<string> = new Set(['HBM_BW', 'hbm_read_bytes_lower_bound']);

/**
 * Why a value cannot be: it is negative, beyond the physical limit of the device, or 0 where a running kernel cannot
 * leave 0; null where it can be. The text names the inputs, as means per dispatch.
 */
export function implausibility(
  { id, unit, limit }: MetricDefinition,
  value: number,
  formula: Formula,
  counters: KernelCounters,
): string | null {
  const most = limit(counters.device);
  if (value === 0 && TRAFFIC_METRICS.has(id))
    return 'not measured: no memory traffic was counted although the kernel ran';
  const isNegative = value < 0;
  const isAbove = most !== null && value > most * (1 + ROUNDING);
  if (!isNegative && !isAbove) return null;
  const bound = isNegative ? 'below 0' : `above the limit of ${show(most ?? 0)}`;
  return `inconsistent: ${show(value)} ${unit} is ${bound}; from ${inputsText(formula, counters)}`;
}

function inputsText(formula: Formula, counters: KernelCounters): string {
  const { gfxId, clockMhz, cuCount } = counters.device;
  const names = usedCounters(formula, gfxId ?? '', (name) => counterMean(counters, name) !== null);
  const parts = names.map((name) => `${name} ${show(counterMean(counters, name) ?? 0)}`);
  if (counters.means.isTimed)
    parts.push(`duration ${show(counters.means.durationNs / counters.means.dispatchCount)} ns`);
  if (clockMhz !== null && names.includes('GRBM_GUI_ACTIVE')) parts.push(`clock ${clockMhz} MHz`);
  if (cuCount !== null && names.includes('GRBM_GUI_ACTIVE')) parts.push(`${cuCount} compute units`);
  return `${parts.join(', ')} per dispatch`;
}

function show(value: number): string {
  return String(Number(value.toPrecision(6)));
}
