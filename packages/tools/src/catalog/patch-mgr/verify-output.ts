import * as v from 'valibot';
import { compareNpyFiles, compareNpzFiles } from '../../lib/arrays/compare-array-files.js';
import type { CompareOptions } from '../../lib/arrays/compare-array-files.js';
import { confineFile, requireRoot } from '../../lib/safety/confine-path.js';
import { amount, count, text } from '../../schemas/numbers.js';
import { ProjectRootSchema } from '../../schemas/process-output.js';
import { callTool } from '../../tool/call-tool.js';
import { defineTool } from '../../tool/define-tool.js';
import type { ReadonlyInput } from '../../tool/readonly-input.js';
import type { ToolContext, ToolOptions } from '../../tool/tool-context.js';

export const VerifyOutputInputSchema = v.strictObject({
  project_root: ProjectRootSchema,
  baseline_rel: v.pipe(v.string(), v.minLength(1), v.description('Output before the change, a path from project_root')),
  new_rel: v.pipe(v.string(), v.minLength(1), v.description('Output after the change, a path from project_root')),
  tolerance: v.optional(
    v.pipe(
      v.number(),
      v.minValue(0),
      v.description('For .npy and .npz: |a - b| <= tolerance + tolerance * |b|; default: equal byte for byte'),
    ),
  ),
  uint16_is_bf16: v.optional(
    v.pipe(v.boolean(), v.description('Unsigned 16-bit elements are the bits of bfloat16 numbers')),
    false,
  ),
});

export const VerifyOutputOutputSchema = v.object({
  match: v.pipe(v.boolean(), v.description('Whether the outputs agree')),
  method: v.pipe(v.picklist(['bit_exact', 'np_allclose']), v.description('How they were compared')),
  reason: text('What was found, in one sentence'),
  max_abs_diff: v.nullable(amount('Largest finite |a - b| of elements; null when elements were not compared')),
  mismatch_count: v.nullable(count('Elements outside the tolerance; null when elements were not compared')),
  member: v.nullable(text('First array of an .npz archive that does not agree, by name; null when there is none')),
});

export type VerifyOutputInput = ReadonlyInput<v.InferInput<typeof VerifyOutputInputSchema>>;
export type OutputVerdict = v.InferOutput<typeof VerifyOutputOutputSchema>;

/** Largest file that is read as arrays, and what an archive may unpack to. */
const MAX_ARRAY_BYTES = 1 << 30;

/**
 * Whether a program still computes the same: byte for byte, or for two `.npy` or two `.npz` files and a tolerance element
 * by element (`compareArrays`). Files that cannot be read as arrays are compared byte for byte, and the reason says so.
 *
 * @throws ToolError OUTSIDE_ROOT, NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT for a folder or arrays above 1 GiB.
 */
export function verifyOutput(input: VerifyOutputInput, options: ToolOptions = {}): Promise<OutputVerdict> {
  return callTool(verifyOutputTool, input, options);
}

export const verifyOutputTool = defineTool({
  key: 'patch_mgr.verify_output',
  description:
    'Whether two output files of a project agree: byte for byte, or with a tolerance element by element for NumPy files ' +
    '(.npy, .npz). Reads files.',
  toolClass: 'execution',
  inputSchema: VerifyOutputInputSchema,
  outputSchema: VerifyOutputOutputSchema,
  run: (input, context) => verify(input, context),
});

async function verify(
  input: v.InferOutput<typeof VerifyOutputInputSchema>,
  { files }: ToolContext,
): Promise<OutputVerdict> {
  const root = await requireRoot(files, input.project_root);
  const baseline = await confineFile(files, root, input.baseline_rel, 'baseline_rel');
  const candidate = await confineFile(files, root, input.new_rel, 'new_rel');
  const compare = comparerOf(baseline, candidate);
  let problem = '';
  if (compare !== null && input.tolerance !== undefined) {
    const options: CompareOptions = {
      tolerance: input.tolerance,
      maxBytes: MAX_ARRAY_BYTES,
      isUint16Bfloat16: input.uint16_is_bf16,
    };
    const comparison = compare(
      await files.readBytes(baseline, MAX_ARRAY_BYTES),
      await files.readBytes(candidate, MAX_ARRAY_BYTES),
      options,
    );
    if ('result' in comparison) {
      const { match, reason, maxAbsDiff, mismatchCount, member } = comparison.result;
      return {
        match,
        method: 'np_allclose',
        reason,
        max_abs_diff: maxAbsDiff,
        mismatch_count: mismatchCount,
        member,
      };
    }
    problem = ` Compared byte for byte, because ${comparison.problem}.`;
  }
  const position = await files.firstDifference(baseline, candidate);
  const finding = position === null ? 'The files are equal.' : `The files differ from byte ${position}.`;
  return {
    match: position === null,
    method: 'bit_exact',
    reason: finding + problem,
    max_abs_diff: null,
    mismatch_count: null,
    member: null,
  };
}

/** The comparison that the names of both files ask for; null for bytes. */
function comparerOf(baseline: string, candidate: string): typeof compareNpyFiles | null {
  const isBoth = (extension: string) => [baseline, candidate].every((path) => path.toLowerCase().endsWith(extension));
  if (isBoth('.npy')) return compareNpyFiles;
  return isBoth('.npz') ? compareNpzFiles : null;
}
