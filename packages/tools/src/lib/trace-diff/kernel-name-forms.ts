import type { KernelNameParts } from './split-kernel-name.js';

/** A number or a truth value that is a word of its own: `128` and `2u`, not the digits of `float4` or `int64_t`. */
const LITERAL = /(?<![\w.])-?\d+[uUlL]*(?!\w)|\b(?:true|false)\b/g;
/** Types of array elements, as compilers and frameworks spell them. */
const ELEMENT_TYPE =
  /\b(?:(?:c10|at|ck|rocwmma|migraphx)::)?(?:(?:unsigned |signed )?(?:char|short|int|long long|long)|u?int(?:8|16|32|64)_t|double|float|half|__half|_Float16|_?_?bf16|__hip_bfloat16|hip_bfloat16|bhalf_t|half_t|bf8_t|f8_t|Half|BFloat16|Float8_\w+|__hip_fp8_\w+)[1-4]?\b/g;
/** A Tensile kernel: problem type (layout and data type) up to the macro tile, which names the solution. */
const TENSILE_PROBLEM = /^(Cijk_[A-Za-z]+_[A-Za-z]+_\w*?)_MT\d+x\d+/;

/** The whole name but for return type, blanks and toolchain suffixes. */
export function spelledForm(parts: KernelNameParts): string {
  const parameters = parts.parameters === null ? '' : `(${withoutBlanks(parts.parameters)})`;
  return withArguments(parts, withoutBlanks) + parameters;
}

/** Base and template arguments with `#` for numbers and truth values; null without template arguments. */
export function valueForm(parts: KernelNameParts): string | null {
  if (parts.templateArguments.length === 0) return null;
  return withArguments(parts, (argument) => withoutBlanks(argument.replace(LITERAL, '#')));
}

/** `valueForm` with `T` for element types as well; of a name with parameters only, the base. Null for a bare name. */
export function typeForm(parts: KernelNameParts): string | null {
  if (parts.templateArguments.length === 0 && parts.parameters === null) return null;
  return withArguments(parts, (argument) => withoutBlanks(argument.replace(LITERAL, '#').replace(ELEMENT_TYPE, 'T')));
}

/** The name with `#` for every number in its base: `triton_poi_fused_add_#`. Null for a base without digits. */
export function numberForm(parts: KernelNameParts): string | null {
  const base = parts.base.replace(/\d+/g, '#');
  return base === parts.base ? null : withArguments({ ...parts, base }, withoutBlanks);
}

/** Problem type of a Tensile kernel; null for others. */
export function tensileForm(parts: KernelNameParts): string | null {
  return TENSILE_PROBLEM.exec(parts.base)?.[1] ?? null;
}

function withArguments({ base, templateArguments }: KernelNameParts, formOf: (argument: string) => string): string {
  return templateArguments.length === 0 ? base : `${base}<${templateArguments.map(formOf).join(',')}>`;
}

function withoutBlanks(text: string): string {
  return text.replace(/\s+/g, '');
}
