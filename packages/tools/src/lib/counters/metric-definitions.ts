import { derivedMetricFormula, isInGfxGroup, isKnownGfxId, parseFormula } from '@perfxpert/knowledge';
import type { Formula } from '@perfxpert/knowledge';
import type { DeviceHardware } from '../facts/device-hardware.js';
import { AS_RECORDED_FETCH_SIZE } from './metric-inputs.js';

/**
 * Names of the figures that are computed from counters. Those in AMD's spelling have AMD's unit; the others follow the
 * rules of our payloads: `_rate` and `_utilization` are 0..1, `_bytes` and FLOP are per dispatch.
 */
export const DERIVED_METRIC_IDS = [
  'OccupancyPercent',
  'MeanOccupancyPerCU',
  'MeanOccupancyPerActiveCU',
  'VALUBusy',
  'VALUUtilization',
  'MfmaUtil',
  'IPC',
  'VmemLatency',
  'LdsLatency',
  'LdsBankConflictPerAccess',
  'ValuFlops',
  'MfmaFlops',
  'l1_hit_rate',
  'l2_hit_rate',
  'lds_bank_conflict_rate',
  'hbm_read_bytes',
  'hbm_read_bytes_lower_bound',
  'hbm_write_bytes',
  'hbm_bandwidth_gbps',
  'hbm_bw_utilization',
] as const;

export type DerivedMetricId = (typeof DERIVED_METRIC_IDS)[number];

/**
 * How a metric of several dispatches comes about. `ratio`: the formula on summed counters. `amount`: the same, over the
 * number of dispatches. `rate`: the formula on summed counters and summed durations. `time_share`: the mean of the
 * dispatches' values, weighted by duration.
 */
export type MetricKind = 'ratio' | 'amount' | 'rate' | 'time_share';

/** One metric: formula, unit, and what it cannot pass. */
export interface MetricDefinition<TId extends string = string> {
  readonly id: TId;
  readonly kind: MetricKind;
  readonly unit: string;
  /** Formula on an architecture that the tables know, given the counters there are; null where it has none. */
  readonly formula: (gfxId: string, has: (counter: string) => boolean) => Formula | null;
  /** Factor from the formula's unit to `unit`. */
  readonly scale: number;
  /** Physical limit of a device; null where none is known. */
  readonly limit: (device: DeviceHardware) => number | null;
}

/** A metric of the catalogue, under its own name or one of ours; looked up once per architecture. */
const catalogue = (name: string) => {
  const found = new Map<string, Formula | null>();
  return (gfxId: string): Formula | null => {
    let formula = found.get(gfxId);
    if (formula === undefined) found.set(gfxId, (formula = derivedMetricFormula(name, gfxId)));
    return formula;
  };
};

const fetchSize = catalogue('FETCH_SIZE');

/**
 * Requests to memory on gfx950 by the formula of gfx942. TCC_BUBBLE reads 0 there, so that reads of 128 bytes count as
 * 64: at least this was read (a recorded copy of 8 MiB gives 4.0 MiB).
 */
const lowerBound = (gfxId: string, has: (counter: string) => boolean): Formula | null => {
  if (!isInGfxGroup('gfx950', gfxId)) return null;
  return has('FETCH_SIZE') ? { kind: 'input', name: AS_RECORDED_FETCH_SIZE, accumulated: false } : fetchSize('gfx942');
};

/** Share of the clocks of the LDS lost to bank conflicts. Source: counter descriptions of ROCprofiler-SDK. */
const LDS_CONFLICTS = [
  ['gfx908 gfx90a gfx94x gfx950', parseFormula('SQ_LDS_BANK_CONFLICT/SQ_LDS_IDX_ACTIVE')],
  ['gfx10 gfx11 gfx12', parseFormula('SQC_LDS_BANK_CONFLICT/SQC_LDS_IDX_ACTIVE')],
] as const;
const ldsConflicts = (gfxId: string): Formula | null =>
  isKnownGfxId(gfxId) ? (LDS_CONFLICTS.find(([group]) => isInGfxGroup(group, gfxId))?.[1] ?? null) : null;

const none = (): null => null;
const one = (): number => 1;
const hundred = (): number => 100;
const wavesPerCu = (device: DeviceHardware): number | null => device.maxWavesPerCu;

/**
 * All metrics. Formulas and their sources: derived_metrics of the knowledge base (ROCprofiler-SDK counter definitions,
 * rocprofiler-compute analysis configurations). `hbm_bw_utilization` is the bandwidth over the device's peak.
 */
export const METRIC_DEFINITIONS: readonly MetricDefinition<DerivedMetricId>[] = [
  metric('OccupancyPercent', 'time_share', 'percent', catalogue('OccupancyPercent'), hundred),
  metric('MeanOccupancyPerCU', 'time_share', 'waves per CU', catalogue('MeanOccupancyPerCU'), wavesPerCu),
  metric('MeanOccupancyPerActiveCU', 'ratio', 'waves per CU', catalogue('MeanOccupancyPerActiveCU'), wavesPerCu),
  metric('VALUBusy', 'time_share', 'percent', catalogue('VALUBusy'), hundred),
  metric('VALUUtilization', 'ratio', 'percent', catalogue('VALUUtilization'), hundred),
  metric('MfmaUtil', 'time_share', 'percent', catalogue('MfmaUtil'), hundred),
  metric('IPC', 'ratio', 'instructions per cycle', catalogue('IPC'), none),
  metric('VmemLatency', 'ratio', 'cycles', catalogue('VmemLatency'), none),
  metric('LdsLatency', 'ratio', 'cycles', catalogue('LdsLatency'), none),
  metric('LdsBankConflictPerAccess', 'ratio', 'conflicts per access', catalogue('LdsBankConflictPerAccess'), none),
  metric('ValuFlops', 'amount', 'FLOP per dispatch', catalogue('ValuFlops'), none),
  metric('MfmaFlops', 'amount', 'FLOP per dispatch', catalogue('MfmaFlops'), none),
  metric('l1_hit_rate', 'ratio', 'fraction', catalogue('L1HitRate'), one, 0.01),
  metric('l2_hit_rate', 'ratio', 'fraction', catalogue('L2CacheHit'), one, 0.01),
  metric('lds_bank_conflict_rate', 'ratio', 'fraction', ldsConflicts, one),
  metric('hbm_read_bytes', 'amount', 'bytes per dispatch', fetchSize, none, 1024),
  metric('hbm_read_bytes_lower_bound', 'amount', 'bytes per dispatch', lowerBound, none, 1024),
  metric('hbm_write_bytes', 'amount', 'bytes per dispatch', catalogue('WRITE_SIZE'), none, 1024),
  metric('hbm_bandwidth_gbps', 'rate', 'GB/s', catalogue('HBM_BW'), (device) => device.memoryBandwidthLimitGbps),
];

/** Share of the clocks of a dispatch in which the GPU was busy; above 100 where two executions are compared. */
export const GPU_UTILIZATION: MetricDefinition = {
  id: 'gpu_utilization_pct',
  kind: 'ratio',
  unit: 'percent',
  formula: catalogue('GPU_UTIL'),
  scale: 1,
  limit: none,
};

function metric(
  id: DerivedMetricId,
  kind: MetricKind,
  unit: string,
  formula: MetricDefinition['formula'],
  limit: MetricDefinition['limit'],
  scale = 1,
): MetricDefinition<DerivedMetricId> {
  return { id, kind, unit, formula, limit, scale };
}
