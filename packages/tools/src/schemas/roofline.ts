import * as v from 'valibot';
import { amount, bytes, count, nanoseconds, percent, text } from './numbers.js';
import { FP_TYPES, ROOFLINE_SCHEMA_VERSION } from '../terms/roofline-terms.js';

const flopRate = (description: string) => v.nullable(amount(`${description}, operations per second; null = unknown`));

/** A limit of the GPU. */
export const RoofSchema = v.object({
  name: text('HBM, L2, LDS, or unit and type of arithmetic: vector fp32, matrix bf16'),
  kind: v.picklist(['memory', 'compute']),
  bytes_per_s: v.nullable(amount('Of a memory roof, decimal bytes per second')),
  flops_per_s: v.nullable(amount('Of a compute roof, operations per second')),
  source: v.pipe(
    v.picklist(['tables', 'derived']),
    v.description('tables = rate of the part as published; derived = bytes per clock x units x clock'),
  ),
});

/** One kernel as a point under the roofs. */
export const RooflineKernelSchema = v.object({
  name: text('Kernel'),
  ai: v.nullable(amount('Operations per byte of memory traffic; null where no operations were counted')),
  achieved_flops_per_s: v.nullable(amount('Operations per second of kernel time; null likewise')),
  flops: v.nullable(amount('Operations of all its dispatches; null likewise')),
  bytes: bytes('Read from and written to memory by all its dispatches'),
  read_bytes: v.nullable(bytes('Of them read; null where not counted')),
  write_bytes: v.nullable(bytes('Of them written; null where not counted')),
  achieved_bytes_per_s: amount('Bytes per second of kernel time'),
  duration_ns: nanoseconds('Summed duration of its dispatches'),
  duration_source: v.pipe(
    v.picklist(['counter_run', 'run_without_counters']),
    v.description('Counting serialises kernels, so times of a run without counters are preferred'),
  ),
  duration_pct: percent('Of the summed time of all kernels with counters'),
  dispatch_count: count('Dispatches behind the duration'),
  fp_type: v.picklist(FP_TYPES),
  fp_type_source: v.picklist(['counters', 'hint', 'kernel_name', 'default']),
  compute_roof: v.nullable(text('Name of the compute roof it is held against; null where the part has none')),
  ridge_ai: v.nullable(amount('Operations per byte at which that roof and the memory roof meet')),
  bottleneck_class: v.nullable(
    v.pipe(
      v.picklist(['compute', 'memory', 'balanced']),
      v.description('By its own compute roof; balanced = within 5 % of the ridge; null = unknown, see reason'),
    ),
  ),
  roof_pct: v.nullable(percent('Reached of the roof above it')),
  confidence: v.pipe(
    v.picklist(['low', 'high']),
    v.description('low: operations estimated or unknown, traffic counted in part or one way only, or beyond a roof'),
  ),
  flops_method: v.nullable(
    v.pipe(
      v.picklist(['counters', 'estimate']),
      v.description('estimate: from numbers of instructions, which move and compare as well'),
    ),
  ),
  flops_lower_bound: v.pipe(v.boolean(), v.description('Some counters of operations were not collected')),
  bytes_lower_bound: v.pipe(v.boolean(), v.description('The counters at hand count some of the traffic only')),
  reason: v.nullable(text('Why figures are null')),
});

export const RooflineSchema = v.object({
  schema_version: v.literal(ROOFLINE_SCHEMA_VERSION),
  arch: text('Architecture of the GPU with the most counted time, or unknown'),
  sku: v.nullable(text('Part of that architecture that peaks are taken of; null where the tables know none')),
  sku_assumed: v.pipe(v.boolean(), v.description('The trace leaves several parts; this is the usual one')),
  arch_peaks: v.object({
    fp32: flopRate('Peak of fp32, vector'),
    fp16: flopRate('Peak of fp16, matrix where the part has it'),
    bf16: flopRate('Peak of bf16, likewise'),
    fp64: flopRate('Peak of fp64, vector'),
    fp8: flopRate('Peak of fp8, likewise'),
    int8: flopRate('Peak of int8, likewise'),
  }),
  hbm_bandwidth_bytes_per_s: v.nullable(amount('Peak memory bandwidth, decimal bytes per second; null = unknown')),
  roofs: v.array(RoofSchema),
  dtype: v.pipe(v.picklist(FP_TYPES), v.description('Type with the most kernel time')),
  dtype_confidence: v.picklist(['from_counters', 'from_hint', 'from_kernel_name', 'default']),
  ridge_point: v.object({
    ai: v.nullable(amount('Operations per byte at which the peak of dtype and the memory bandwidth meet')),
    flops_per_s: flopRate('Peak of dtype'),
  }),
  kernels: v.pipe(v.array(RooflineKernelSchema), v.description('By duration_pct descending, then name')),
  kernel_count: count('Kernels that are points, before the cut'),
  dropped_count: count('Kernels with counters that are no points'),
  dropped: v.pipe(
    v.array(v.object({ name: text('Kernel'), reason: text('Why it is no point') })),
    v.description('At most 20 of them, most time first'),
  ),
  notes: v.pipe(v.array(text('What was assumed, or why roofs are missing')), v.description('In a fixed order')),
});

export type Roof = v.InferOutput<typeof RoofSchema>;
export type RooflineKernel = v.InferOutput<typeof RooflineKernelSchema>;
export type Roofline = v.InferOutput<typeof RooflineSchema>;
