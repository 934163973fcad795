import { isInGfxGroup, isKnownGfxId, parseFormula } from '@perfxpert/knowledge';
import type { Formula } from '@perfxpert/knowledge';
import type { DeviceHardware } from '../facts/device-hardware.js';
import { catalogueFormula } from './architecture-facts.js';
import { AS_RECORDED_FETCH_SIZE, missingCounters } from './metric-inputs.js';

/**
 * Names of the figures that are computed from counters. Those in AMD's spelling (derived_metrics of the knowledge base)
 * have AMD's unit; the others follow the rules of our payloads: `_rate` and `_utilization` are 0..1. Bytes and FLOP are
 * per dispatch.
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
  'L1MissRate',
  'HBM_BW',
  'l1_hit_rate',
  'l2_hit_rate',
  'lds_bank_conflict_rate',
  'hbm_read_bytes',
  'hbm_read_bytes_lower_bound',
  'hbm_write_bytes',
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
  /** Name under which the profiler records the metric itself; null where it does not, or the formula looks there. */
  readonly recordedAs: string | null;
  /** Physical limit of a device; null where none is known. */
  readonly limit: (device: DeviceHardware) => number | null;
}

/** A metric of the catalogue, under its own name or one of ours. */
const catalogue =
  (name: string) =>
  (gfxId: string): Formula | null =>
    catalogueFormula(name, gfxId);

const fetchSize = catalogue('FETCH_SIZE');
const writeSize = catalogue('WRITE_SIZE');

/** An amount that is taken as recorded, else computed by its formula in the catalogue. */
const recordedOr = (name: string, computed: typeof fetchSize) => (gfxId: string, has: (counter: string) => boolean) =>
  has(name) || computed(gfxId) !== null ? inputFormula(name) : null;

/**
 * Requests to memory on gfx950 by the formula of gfx942. TCC_BUBBLE reads 0 there, so that reads of 128 bytes count as
 * 64: at least this was read (a recorded copy of 8 MiB gives 4.0 MiB).
 */
const lowerBound = (gfxId: string, has: (counter: string) => boolean): Formula | null => {
  if (!isInGfxGroup('gfx950', gfxId)) return null;
  return has('FETCH_SIZE') ? inputFormula(AS_RECORDED_FETCH_SIZE) : fetchSize('gfx942');
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
  share('OccupancyPercent', 'percent', hundred),
  share('MeanOccupancyPerCU', 'waves per CU', wavesPerCu),
  ratio('MeanOccupancyPerActiveCU', 'waves per CU', wavesPerCu),
  share('VALUBusy', 'percent', hundred),
  ratio('VALUUtilization', 'percent', hundred),
  share('MfmaUtil', 'percent', hundred),
  ratio('IPC', 'instructions per cycle', none),
  ratio('VmemLatency', 'cycles', none),
  ratio('LdsLatency', 'cycles', none),
  ratio('LdsBankConflictPerAccess', 'conflicts per access', none),
  amount('ValuFlops', 'FLOP per dispatch', catalogue('ValuFlops')),
  amount('MfmaFlops', 'FLOP per dispatch', catalogue('MfmaFlops')),
  ratio('L1MissRate', 'fraction', one),
  { ...ratio('L1HitRate', 'fraction', one), id: 'l1_hit_rate', scale: 0.01 },
  { ...ratio('L2CacheHit', 'fraction', one), id: 'l2_hit_rate', scale: 0.01 },
  { ...ratio('lds_bank_conflict_rate', 'fraction', one), formula: ldsConflicts, recordedAs: null },
  amount('hbm_read_bytes', 'bytes per dispatch', recordedOr('FETCH_SIZE', fetchSize), 1024),
  amount('hbm_read_bytes_lower_bound', 'bytes per dispatch', lowerBound, 1024),
  amount('hbm_write_bytes', 'bytes per dispatch', recordedOr('WRITE_SIZE', writeSize), 1024),
  {
    ...amount('HBM_BW', 'GB/s', catalogue('HBM_BW')),
    kind: 'rate',
    limit: (device) => device.memoryBandwidthLimitGbps,
  },
];

/** Share of the clocks of a dispatch in which the GPU was busy; above 100 where two executions are compared. */
export const GPU_UTILIZATION: MetricDefinition = {
  id: 'gpu_utilization_pct',
  kind: 'ratio',
  unit: 'percent',
  formula: catalogue('GPU_UTIL'),
  scale: 1,
  limit: none,
  recordedAs: null,
};

/** How a metric is computed from the counters there are. */
export interface ResolvedMetric {
  readonly formula: Formula;
  readonly kind: MetricKind;
}

/**
 * The formula of a metric and how it goes over several dispatches, given the counters there are: its own; where
 * counters are missing for that and the profiler recorded the metric itself, the recorded values, weighted by duration.
 * Null where the architecture has neither.
 */
export function resolveMetric(
  { formula: formulaOf, kind, recordedAs }: MetricDefinition,
  gfxId: string,
  has: (counter: string) => boolean,
): ResolvedMetric | null {
  const formula = formulaOf(gfxId, has);
  if (formula !== null && missingCounters(formula, gfxId, has).length === 0) return { formula, kind };
  if (recordedAs !== null && has(recordedAs)) return { formula: inputFormula(recordedAs), kind: 'time_share' };
  return formula === null ? null : { formula, kind };
}

type Formulas = MetricDefinition['formula'];
type Limit = MetricDefinition['limit'];

function share<TId extends string>(id: TId, unit: string, limit: Limit): MetricDefinition<TId> {
  return { id, kind: 'time_share', unit, formula: catalogue(id), limit, scale: 1, recordedAs: id };
}

function ratio<TId extends string>(id: TId, unit: string, limit: Limit): MetricDefinition<TId> {
  return { id, kind: 'ratio', unit, formula: catalogue(id), limit, scale: 1, recordedAs: id };
}

function amount<TId extends string>(id: TId, unit: string, formula: Formulas, scale = 1): MetricDefinition<TId> {
  return { id, kind: 'amount', unit, formula, limit: none, scale, recordedAs: null };
}

/** A formula that is one input. */
function inputFormula(name: string): Formula {
  return { kind: 'input', name, accumulated: false };
}
