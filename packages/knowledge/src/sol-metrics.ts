import * as v from 'valibot';
import data from '../data/sol_metrics.json' with { type: 'json' };
import { isGpuDtype, type ComputeUnit, type GpuDtype } from './gpu-peaks.js';
import { lazyCatalogue, type DeepReadonly } from './lazy-catalogue.js';
import { FractionSchema, MetaSchema, PositiveCountSchema, SnakeNameSchema, TextSchema } from './scalar-schemas.js';

/** Shape of data/sol_metrics.json. */
export const SolMetricsSchema = v.strictObject({
  _meta: MetaSchema,
  metrics: v.array(
    v.strictObject({
      name: v.pipe(v.string(), v.regex(/^[A-Z0-9]+(_[A-Z0-9]+)*$/)),
      high: FractionSchema,
      medium: FractionSchema,
    }),
  ),
  sol_utilization_buckets: v.strictObject({ high: FractionSchema, medium: FractionSchema }),
  kernel_type_to_peak: v.record(SnakeNameSchema, v.pipe(v.string(), v.regex(/^[a-z0-9]+_(vector|matrix)$/))),
  original_kernel_types: v.array(SnakeNameSchema),
  peaks_per_metric: v.strictObject({
    valu: TextSchema,
    lds_bw_gbps: TextSchema,
    l1_bw: TextSchema,
    l2_bw: TextSchema,
    ipc: PositiveCountSchema,
  }),
});

/** The data file as it is. */
export type SolMetrics = DeepReadonly<v.InferOutput<typeof SolMetricsSchema>>;

/** Comparison with peaks (data/sol_metrics.json). */
export const solMetricsCatalogue = lazyCatalogue('sol_metrics.json', data, SolMetricsSchema);

/** Kernel types that a peak is known for (`fp64`, `fp64_matrix`, ...), in the order of the file. */
export function listKernelTypes(): readonly string[] {
  return Object.keys(solMetricsCatalogue().kernel_type_to_peak);
}

/** Type and unit whose peak bounds a kernel type (`bf16` -> bf16 on the matrix unit); null when unknown. */
export function kernelTypePeak(kernelType: string): { readonly dtype: GpuDtype; readonly unit: ComputeUnit } | null {
  const { kernel_type_to_peak: peaks } = solMetricsCatalogue();
  const name = Object.hasOwn(peaks, kernelType) ? peaks[kernelType] : undefined;
  const dtype = name?.replace(/_(vector|matrix)$/, '');
  if (name === undefined || dtype === undefined || !isGpuDtype(dtype)) return null;
  return { dtype, unit: name.endsWith('_matrix') ? 'matrix' : 'vector' };
}

/** Category of a share of peak (0..1): high from 0.80, medium from 0.50, else low. */
export function utilizationCategory(frac: number): 'high' | 'medium' | 'low' {
  const { high, medium } = solMetricsCatalogue().sol_utilization_buckets;
  if (frac >= high) return 'high';
  return frac >= medium ? 'medium' : 'low';
}
