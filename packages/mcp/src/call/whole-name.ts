import { ToolError, regression } from '@perfxpert/agents/tools';
import type { ToolContext } from '@perfxpert/agents/tools';
import { MAX_TEXT, SHORT_TEXT, cleanName } from '../view/clean-text.js';

/** How answers show a name. */
const FORMS = [MAX_TEXT, null, SHORT_TEXT] as const;

/**
 * Input whose `kernel_name` is the whole name where the caller gave the one that an answer showed: without hidden
 * characters, or cut. Anything else is returned as it is; what is wrong with it is for the tool to say.
 *
 * @throws ToolError INVALID_ARGUMENT for what several names look like
 */
export async function withWholeName(input: unknown, context: Partial<ToolContext>): Promise<unknown> {
  if (typeof input !== 'object' || input === null || !('kernel_name' in input)) return input;
  const { kernel_name: shown } = input;
  const trace = 'database_path' in input ? input.database_path : 'baseline_db' in input ? input.baseline_db : undefined;
  if (typeof shown !== 'string' || !isPaths(trace)) return input;
  const names = await kernelNames(trace, context);
  if (names.includes(shown)) return input;
  const [whole, ...others] = names.filter((name) => FORMS.some((limit) => cleanName(name, limit) === shown));
  if (others.length > 0)
    throw new ToolError(
      'INVALID_ARGUMENT',
      `kernel_name is what ${others.length + 1} kernels of this trace look like when their names are cut; list_kernels with detail "full" has the whole names.`,
      { field: 'kernel_name', expected: 'the whole name of a kernel', got: 'a name that was cut' },
    );
  return whole === undefined ? input : { ...input, kernel_name: whole };
}

/** Names of the kernels of a trace, those with the most time first. */
export async function kernelNames(
  trace: string | readonly string[],
  context: Partial<ToolContext>,
): Promise<readonly string[]> {
  const paths = typeof trace === 'string' ? trace : [...trace];
  const runtimes = await regression.extractKernelRuntimesFromDb({ db_path: paths }, context);
  return runtimes.map(({ kernel_name: name }) => name);
}

function isPaths(value: unknown): value is string | readonly string[] {
  if (typeof value === 'string') return value !== '';
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string');
}
