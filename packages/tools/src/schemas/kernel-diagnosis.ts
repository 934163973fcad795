import * as v from 'valibot';
import { amount, fraction, text } from './numbers.js';
import { FP_TYPES } from '../terms/roofline-terms.js';

/** A figure of a kernel: null with the reason where it was not measured. */
export const KernelFigureSchema = v.object({
  value: v.nullable(amount('Value in `unit`')),
  unit: text('GB/s, percent, fraction, FLOP/s, FLOP per byte, waves, ...'),
  reason: v.nullable(text('Why value is null')),
});

const figure = (description: string) => v.pipe(KernelFigureSchema, v.description(description));

/** Classes of instructions that counters tell apart. */
const INSTRUCTION_CLASSES = ['valu', 'mfma', 'salu', 'smem', 'vmem', 'lds', 'flat', 'branch'] as const;

/** What static data (registers, LDS, launch shape, mean duration) lets one suspect. */
const KERNEL_HINTS = [
  'registers_limit_waves',
  'lds_limits_waves',
  'grid_too_small',
  'tiny_kernel',
  'scratch_in_use',
] as const;

/** What bounds one kernel and how near it comes to the limits of its GPU. */
export const KernelDiagnosisSchema = v.object({
  limiter: v.nullable(text('What bounds it, by counters; null where they do not tell')),
  limiter_reason: v.nullable(text('Why limiter is null')),
  achieved_bandwidth: figure('Memory traffic over time, GB/s'),
  bandwidth_utilization: figure('Of the HBM peak, percent'),
  flop_rate: figure('Operations over time, all types, FLOP/s'),
  flop_rates: v.pipe(
    v.array(
      v.object({
        fp_type: v.picklist(FP_TYPES),
        unit: v.picklist(['vector', 'matrix']),
        flops_per_s: amount('Operations per second of kernel time'),
      }),
    ),
    v.description(
      'By type of arithmetic, as far as counters tell them apart; highest first, without types that read 0',
    ),
  ),
  flop_rates_reason: v.nullable(text('Why flop_rates is empty')),
  arithmetic_intensity: figure('Operations per byte of memory traffic'),
  roofline_side: v.nullable(v.picklist(['memory', 'compute', 'balanced'])),
  roofline_reason: v.nullable(text('Why roofline_side is null')),
  vector_busy: figure('VALU busy, percent of the clocks'),
  matrix_busy: figure('Matrix units busy, percent of the clocks'),
  occupancy_measured: figure('Resident waves, percent of the most possible'),
  occupancy_allowed: figure('Waves that registers, LDS and workgroup allow, percent of the most possible'),
  occupancy_limiter: v.nullable(v.picklist(['none', 'VGPR', 'SGPR', 'LDS', 'block size'])),
  lds_conflicts: figure('Conflict cycles per LDS access'),
  l1_hit_rate: figure('L1 requests that hit, fraction'),
  l2_hit_rate: figure('L2 requests that hit, fraction'),
  instruction_mix: v.nullable(
    v.pipe(
      v.array(v.object({ class: v.picklist(INSTRUCTION_CLASSES), frac: fraction('Of the instructions counted') })),
      v.description('Largest first; of the classes that were counted'),
    ),
  ),
  instruction_mix_reason: v.nullable(text('Why instruction_mix is null')),
  hints: v.pipe(
    v.array(
      v.object({
        code: v.picklist(KERNEL_HINTS),
        basis: v.literal('static'),
        text: text('The hint with its figures'),
      }),
    ),
    v.description('From static data: they show what may limit the kernel, not that it does'),
  ),
});

export type KernelDiagnosis = v.InferOutput<typeof KernelDiagnosisSchema>;
export type KernelFigure = v.InferOutput<typeof KernelFigureSchema>;
