/** Version of the shape of a roofline. */
export const ROOFLINE_SCHEMA_VERSION = '0.3.4';

/** Types of arithmetic that counters tell apart; `fp6_fp4` is counted as one. Ties go to the first. */
export const FP_TYPES = ['fp32', 'fp64', 'fp16', 'bf16', 'fp8', 'fp6_fp4', 'int8'] as const;

export type FpType = (typeof FP_TYPES)[number];
