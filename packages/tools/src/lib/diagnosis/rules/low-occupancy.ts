import type { KernelResource } from '../../../schemas/kernel-resources.js';
import { EVIDENCE_SOURCES, evidence } from '../evidence.js';
import { percentText, timeText } from '../figures.js';
import { kernelDisplayName } from '../kernel-display-name.js';
import { isOwnWork } from '../kernel-limit.js';
import type { KernelLimit } from '../kernel-limit.js';
import { kernelMetrics } from '../kernel-metrics.js';
import { libraryAdvice } from '../library-kernel.js';
import { limitEvidence } from '../limit-evidence.js';
import { isMatrixWork } from '../matrix-work.js';
import { counterPass, rocprofCompute } from '../profiler-commands.js';
import { kernelRecoverableNs } from '../recoverable-time.js';
import { RULE_THRESHOLDS } from '../rule-thresholds.js';
import type { RecommendationDraft, Rule, RuleInput } from '../rule.js';

const MAX_KERNELS = 3;
/** Occupancy does not matter to a kernel that keeps its unit busy already, or that has a worse problem. */
const INDIFFERENT: ReadonlySet<KernelLimit['limiter']> = new Set([
  'mfma',
  'hbm_bandwidth',
  'lds_conflict',
  'uncoalesced',
  'no_mfma',
]);

type Hotspot = KernelLimit['hotspot'];
type Occupancy = NonNullable<KernelResource['occupancy']>;

/**
 * Hot kernels (10 % of kernel time or more) with few resident waves: measured occupancy below 25 %, or registers or LDS
 * that allow half of the waves or fewer, in both cases without a unit that is busy anyway. Needs counters: without them
 * a low theoretical occupancy says nothing. Never for kernels that work on the matrix cores: those run best with few
 * waves.
 */
export const lowOccupancy: Rule = {
  id: 'ROCPD-OCCUPANCY-001',
  name: 'low_occupancy',
  evaluate(input) {
    const { facts } = input;
    if (input.time === null || !facts.hardwareCounters.has_counters) return [];
    return facts.hotspots
      .filter((spot) => isOwnWork(spot) && spot.percent_of_total >= RULE_THRESHOLDS.hotKernelPct.value)
      .flatMap((hotspot) => draftFor(input, hotspot))
      .slice(0, MAX_KERNELS);
  },
};

function draftFor(input: RuleInput, hotspot: Hotspot): RecommendationDraft[] {
  const { facts, kernelLimits } = input;
  const limit = kernelLimits.find((candidate) => candidate.hotspot.name === hotspot.name);
  if (limit !== undefined && INDIFFERENT.has(limit.limiter)) return [];
  const metrics = kernelMetrics(facts, hotspot);
  if (isMatrixWork(hotspot, metrics)) return [];
  const measuredPct = metrics.occupancyPct;
  const resource = facts.kernelResources.kernels.find(({ name }) => name === hotspot.name);
  const occupancy = resource?.occupancy ?? null;
  const isMeasuredLow = measuredPct !== null && measuredPct < RULE_THRESHOLDS.measuredOccupancyPct.value;
  if (!isMeasuredLow && !isHeldBack(occupancy, limit)) return [];
  const name = kernelDisplayName(hotspot.name);
  const recoverableNs = kernelRecoverableNs(input.time, hotspot.exclusive_ns, limit?.headroomFrac ?? 1);
  const library = libraryAdvice(hotspot.name, name);
  const figures = [
    ...(measuredPct === null ? [] : [`keeps ${percentText(measuredPct)} of the possible waves resident`]),
    ...(occupancy === null ? [] : [allowedText(occupancy)]),
  ];
  return [
    {
      priority: 'HIGH',
      category: 'Low Occupancy',
      title: `Raise the occupancy of ${name}${occupancyLimit(occupancy)}`,
      issue: `${name} (${percentText(hotspot.percent_of_total)} of kernel time) ${figures.join(' and ')}.`,
      suggestion: library?.suggestion ?? suggestionFor(name, occupancy),
      actions: library?.actions ?? actionsFor(name, resource ?? null),
      confidence: 0.75,
      target: hotspot.name,
      isKernel: true,
      evidence: [
        evidence('percent_of_total', hotspot.percent_of_total, 'percent', EVIDENCE_SOURCES.hotspots),
        evidence('exclusive_ns', hotspot.exclusive_ns, 'ns', EVIDENCE_SOURCES.hotspots),
        ...(limit === undefined ? [] : limitEvidence(limit)),
        evidence('occupancy_measured_pct', measuredPct, 'percent'),
        evidence('waves_per_simd', occupancy?.waves_per_simd ?? null, 'waves'),
        evidence('max_waves_per_simd', occupancy?.max_waves_per_simd ?? null, 'waves'),
        evidence('limiting_resource', occupancy?.limiting_resource ?? null, ''),
      ],
      cause: causeOf(occupancy, limit),
      recoverableNs,
      arithmetic:
        'recoverable_ns = exclusive_ns x (1 - busy / 100) / devices, busy = the largest of the measured unit utilisations',
      impact: `the part of the ${timeText(hotspot.exclusive_ns)} of ${name} in which its busiest unit is not busy.`,
      commands: [
        counterPass(
          `Occupancy of ${name}`,
          './occupancy_output',
          ['SQ_WAVES', 'SQ_WAVE_CYCLES', 'GRBM_GUI_ACTIVE'],
          hotspot.name,
        ),
        ...rocprofCompute(facts, `Wave life and occupancy of ${name}`, 'occupancy', [{ name: '--block', value: 'SQ' }]),
      ],
      effort: 'low',
      risk: library === null ? 'registers that no longer fit spill to scratch memory' : library.risk,
    },
  ];
}

/** Theory counts only beside counters that show which unit is busiest, and that it has room. */
function isHeldBack(occupancy: Occupancy | null, limit: KernelLimit | undefined): boolean {
  return (
    occupancy !== null &&
    limit !== undefined &&
    !isWellUsed(limit) &&
    occupancy.limiting_resource !== 'none' &&
    occupancy.percent <= RULE_THRESHOLDS.theoreticalOccupancyPct.value
  );
}

/** More waves do not help a unit that is busy nearly all the time. */
function isWellUsed({ metrics }: KernelLimit): boolean {
  return Math.max(metrics.vectorPct ?? 0, metrics.hbmPct ?? 0) >= RULE_THRESHOLDS.vectorHighPct.value;
}

function causeOf(occupancy: Occupancy | null, limit: KernelLimit | undefined): string {
  if (occupancy?.limiting_resource === 'VGPR') return 'low_occupancy_vgpr';
  if (occupancy?.limiting_resource === 'LDS') return 'low_occupancy_lds';
  return limit?.limiter ?? 'low_occupancy';
}

function occupancyLimit(occupancy: Occupancy | null): string {
  if (occupancy === null || occupancy.limiting_resource === 'none') return '';
  return occupancy.limiting_resource === 'VGPR'
    ? ', limited by registers (VGPR)'
    : `, limited by ${occupancy.limiting_resource}`;
}

function allowedText(occupancy: Occupancy): string {
  const { waves_per_simd: waves, max_waves_per_simd: most, limiting_resource: limit } = occupancy;
  return `may hold ${waves} of ${most} waves per SIMD${limit === 'none' ? '' : ` because of ${limit}`}`;
}

function suggestionFor(name: string, occupancy: Occupancy | null): string {
  switch (occupancy?.limiting_resource) {
    case 'VGPR':
    case 'SGPR':
      return `Use fewer registers per work-item in ${name}, so that more waves hide its latency.`;
    case 'LDS':
      return `Use less LDS per workgroup in ${name}, so that more workgroups share a compute unit.`;
    case 'block size':
      return `Choose a workgroup size for ${name} that fills the compute unit.`;
    default:
      return `Launch more or larger workgroups of ${name}: its resources would allow more waves than are resident.`;
  }
}

function actionsFor(name: string, resource: KernelResource | null): string[] {
  const occupancy = resource?.occupancy ?? null;
  const workItems = resource?.block?.split('x').reduce((product, size) => product * Number(size), 1) ?? 256;
  const wanted = Math.min(occupancy?.max_waves_per_simd ?? 8, Math.floor(occupancy?.waves_per_simd ?? 3) + 1);
  switch (occupancy?.limiting_resource) {
    case 'VGPR':
      return [
        `Add __launch_bounds__(${workItems}, ${wanted}) to ${name}: ${resource?.vgpr ?? 0} registers today, room for ${wanted} waves per SIMD then`,
        `Change ${name} so that fewer values live across its inner loop`,
      ];
    case 'LDS':
      return [
        `Change the LDS tile of ${name} (${resource?.lds_bytes ?? 0} bytes per workgroup today) to a smaller one`,
      ];
    default:
      return [`Change the block size of ${name} (${resource?.block ?? 'not recorded'} today) or its grid`];
  }
}
