import { tracelens } from '@perfxpert/tools';

type Metrics = Record<string, number | boolean | null>;

/** What is known of the subject of a specialist, from rows and maps whose fields are open. */
export interface SpecialistFacts {
  /** Hottest first. */
  readonly hotKernels: readonly Readonly<Record<string, unknown>>[];
  /** Maps of values by id; later ones win. */
  readonly data: readonly Readonly<Record<string, unknown>>[];
}

/** Names under which callers know a metric of ours. */
const ALIASES: Readonly<Record<string, string>> = {
  vgpr_used: 'vgpr_per_thread',
  vgprs: 'vgpr_per_thread',
  lds_used: 'lds_usage_bytes',
  l2_hit: 'l2_hit_rate',
  l1_miss: 'l1_miss_rate',
  hbm_util: 'hbm_bw_utilization',
  bank_conflict: 'lds_bank_conflict_rate',
  streams: 'num_streams_used',
  mean_copy_mb: 'avg_memcpy_size_mb',
};
const MATRIX_CATEGORIES = ['GEMM', 'CONV', 'SDPA'];
const REDUCTION_CATEGORIES = ['Reduction', 'Normalization'];

/**
 * Metrics by id for the preconditions of techniques, as far as the rows and maps hold them: what the hottest kernel was
 * measured at, then what the caller adds. `x_pct` (0..100) is taken as `x_frac`. Whether a kernel multiplies matrices or
 * reduces is read from its name, unless that says nothing. Values that can't be (a fraction above 1) are left out.
 */
export function specialistMetrics({ hotKernels, data }: SpecialistFacts): Metrics {
  const [hottest] = hotKernels;
  const metrics: Metrics = {};
  if (hottest !== undefined) {
    Object.assign(metrics, nameMetrics(hottest['name']));
    addShare(metrics, hottest);
    addAll(metrics, hottest['metrics']);
    const calls = numberOf(hottest['count'] ?? hottest['calls']);
    if (calls !== null && metrics['total_kernel_calls'] === undefined) metrics['total_kernel_calls'] = calls;
  }
  for (const map of data) addAll(metrics, map);
  return metrics;
}

function addShare(metrics: Metrics, row: Readonly<Record<string, unknown>>): void {
  const fraction = kernelShare(row);
  if (fraction !== null) metrics['kernel_time_frac'] = fraction;
}

/** Share of a row in the summed kernel time, 0 to 1; null where it holds none. */
export function kernelShare(row: Readonly<Record<string, unknown>> | undefined): number | null {
  const percent = numberOf(row?.['percent_of_total'] ?? row?.['pct_total'] ?? row?.['pct']);
  return percent !== null && percent >= 0 && percent <= 100 ? percent / 100 : null;
}

function nameMetrics(name: unknown): Metrics {
  if (typeof name !== 'string' || name === '') return {};
  const category = tracelens.categorizeKernelName({ name });
  if (category === 'Other') return isMatrixName(name) ? { kernel_matmul_like: true } : {};
  return {
    kernel_matmul_like: MATRIX_CATEGORIES.includes(category) || isMatrixName(name),
    reduction_pattern_detected: REDUCTION_CATEGORIES.includes(category),
  };
}

/** Whether a kernel multiplies matrices by its name. */
export function isMatrixName(name: unknown): boolean {
  return typeof name === 'string' && /gemm|matmul|mfma|mma/i.test(name);
}

function addAll(metrics: Metrics, values: unknown): void {
  if (typeof values !== 'object' || values === null || Array.isArray(values)) return;
  for (const [key, raw] of Object.entries(values)) {
    if (typeof raw !== 'number' && typeof raw !== 'boolean') continue;
    const isPercent = key.endsWith('_pct');
    const id = ALIASES[key] ?? (isPercent ? `${key.slice(0, -'_pct'.length)}_frac` : key);
    const value = isPercent && typeof raw === 'number' ? raw / 100 : raw;
    if (typeof value === 'number' && !isPossible(id, value)) continue;
    metrics[id] = value;
  }
}

function isPossible(id: string, value: number): boolean {
  if (!Number.isFinite(value)) return false;
  return !/_(frac|rate)$/.test(id) || (value >= 0 && value <= 1);
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
