import { invalidArgument } from '../../tool/invalid-argument.js';
import { ToolError } from '../../tool/tool-errors.js';

/** Which rule of safety an argument broke; stands in `details.refusal` of the error. */
export type Refusal =
  'shell_characters' | 'dangerous_text' | 'outside_root' | 'protected_path' | 'profiler_option' | 'compiler_flag';

/** The error of an argument that is refused for safety: `field` must be `expected`. Code INVALID_ARGUMENT. */
export function refusal(
  rule: Refusal,
  field: string,
  expected: string,
  got: string,
  details: Readonly<Record<string, unknown>> = {},
): ToolError {
  return invalidArgument(field, expected, got, { refusal: rule, ...details });
}

/** The error of a path that leads out of the folder it must stay in. Code OUTSIDE_ROOT. */
export function outsideRoot(field: string, got: string): ToolError {
  const rule: Refusal = 'outside_root';
  const details = { field, got: got.slice(0, 80), refusal: rule };
  return new ToolError('OUTSIDE_ROOT', `${field} leads outside the project root.`, details);
}
