import type { GpuDtype } from '@perfxpert/knowledge';
import type { RooflineKernel } from '../../schemas/roofline.js';
import type { FpType } from '../../terms/roofline-terms.js';

/** Types by marks in a kernel's name, first match. */
const TYPE_BY_NAME: readonly (readonly [FpType, RegExp])[] = [
  ['bf16', /_bf16|_bfloat16/i],
  ['fp8', /_mfma_f8|_fp8|_f8\b/i],
  ['int8', /_int8|_i8\b/i],
  ['fp16', /_fp16|_f16\b|_half/i],
];

/** A type and what it was told by. */
export interface ToldType {
  readonly fpType: FpType;
  readonly source: RooflineKernel['fp_type_source'];
}

/** Type of a kernel that no counter tells: as the caller says, else by marks in its name, else fp32. */
export function guessedType(kernelName: string, hint: FpType | null): ToldType {
  if (hint !== null) return { fpType: hint, source: 'hint' };
  const named = TYPE_BY_NAME.find(([, pattern]) => pattern.test(kernelName))?.[0];
  return named === undefined ? { fpType: 'fp32', source: 'default' } : { fpType: named, source: 'kernel_name' };
}

/** The type of the peak tables; fp6 and fp4 run at one rate on the parts that have them. */
export function tableType(fpType: FpType): GpuDtype {
  return fpType === 'fp6_fp4' ? 'fp4' : fpType;
}
