import type { Hotspot } from '../../schemas/hotspot.js';
import type { KernelDiagnosis } from '../../schemas/kernel-diagnosis.js';
import type { TraceFacts } from '../facts/trace-facts.js';
import { chipBytesText, countText, percentText, timeText } from './figures.js';
import { RULE_THRESHOLDS } from './rule-thresholds.js';

type Hint = KernelDiagnosis['hints'][number];

/**
 * What static data lets one suspect: registers or LDS that allow half of the waves or fewer, fewer workgroups than
 * compute units, a mean duration below that of a short kernel, scratch memory. Marked `static`: only counters tell
 * whether any of it costs time; a matrix kernel runs well with few waves.
 */
export function kernelHints(facts: TraceFacts, hotspot: Hotspot): Hint[] {
  const resource = facts.kernelResources.kernels.find(({ name }) => name === hotspot.name) ?? null;
  const cuCount = facts.kernelResources.arch_specs?.cu_count ?? null;
  const hints: Hint[] = [];
  const add = (code: Hint['code'], text: string): unknown => hints.push({ code, basis: 'static', text });
  const occupancy = resource?.occupancy ?? null;
  if (occupancy !== null && occupancy.percent <= RULE_THRESHOLDS.theoreticalOccupancyPct.value) {
    const waves = `${occupancy.waves_per_simd} of ${occupancy.max_waves_per_simd} waves per SIMD (${percentText(occupancy.percent)})`;
    if (occupancy.limiting_resource === 'VGPR')
      add('registers_limit_waves', `${countText(registersOf(resource), 'register')} allow ${waves}.`);
    if (occupancy.limiting_resource === 'LDS')
      add('lds_limits_waves', `${chipBytesText(resource?.lds_bytes ?? 0)} of LDS per workgroup allow ${waves}.`);
  }
  const blocks = resource?.blocks ?? null;
  if (blocks !== null && blocks > 0 && cuCount !== null && blocks < cuCount)
    add('grid_too_small', `${countText(blocks, 'workgroup')} for ${countText(cuCount, 'compute unit')}.`);
  const shortNs = facts.shortKernels.threshold_us * 1000;
  if (shortNs > 0 && hotspot.avg_duration < shortNs)
    add(
      'tiny_kernel',
      `${timeText(hotspot.avg_duration)} per launch on average, in ${countText(hotspot.calls, 'launch', 'launches')}.`,
    );
  const scratch = resource?.scratch_bytes ?? null;
  if (scratch !== null && scratch > 0)
    add(
      'scratch_in_use',
      `${chipBytesText(scratch)} of scratch memory per work-item: registers may have been spilled.`,
    );
  return hints;
}

function registersOf(resource: { readonly vgpr: number | null; readonly accum_vgpr: number | null } | null): number {
  return (resource?.vgpr ?? 0) + (resource?.accum_vgpr ?? 0);
}
