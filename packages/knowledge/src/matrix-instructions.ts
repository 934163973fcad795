import * as v from 'valibot';
import data from '../data/matrix_instructions.json' with { type: 'json' };
import { isInGfxGroup } from './gfx-id.js';
import { resolveArch } from './gpu-specs.js';
import { lazyCatalogue, type DeepReadonly } from './lazy-catalogue.js';
import { GfxIdSchema, MetaSchema, PositiveCountSchema, TextSchema } from './scalar-schemas.js';

const InstructionSchema = v.strictTuple([
  v.pipe(v.string(), v.regex(/^v_(mfma|smfmac|wmma|swmmac)_[a-z0-9_]+( \([a-z0-9/]+\))?$/)),
  v.picklist([4, 16, 32]),
  v.picklist([4, 16, 32]),
  PositiveCountSchema,
  v.picklist([1, 2, 4, 16]),
  PositiveCountSchema,
  PositiveCountSchema,
  PositiveCountSchema,
  v.picklist(['fp64', 'fp32', 'xf32', 'fp16', 'bf16', 'fp8', 'bf8', 'int8', 'iu8', 'iu4', 'fp6/fp4']),
  v.boolean(),
]);
const EstimateSchema = v.record(
  v.picklist(['fp64', 'fp32', 'xf32', 'fp16', 'bf16', 'fp8', 'int8']),
  PositiveCountSchema,
);
/** Shape of data/matrix_instructions.json. */
export const MatrixInstructionsSchema = v.strictObject({
  _meta: MetaSchema,
  original_mfma_flops_per_inst: MetaSchema,
  better_rule: TextSchema,
  estimate_per_inst: v.record(v.pipe(v.string(), v.regex(/^gfx[0-9a-f]+$/)), EstimateSchema),
  archs: v.record(
    v.picklist(['cdna1', 'cdna2', 'cdna3', 'cdna4', 'rdna3', 'rdna4']),
    v.strictObject({
      gfx: v.array(GfxIdSchema),
      simds_per_cu: v.picklist([2, 4]),
      status: v.exactOptional(TextSchema),
      insts: v.array(InstructionSchema),
    }),
  ),
});

/** The data file as it is. */
export type MatrixInstructions = DeepReadonly<v.InferOutput<typeof MatrixInstructionsSchema>>;

/** A matrix instruction: shape, cycles, and the work of one wave (2 * m * n * k * blocks). */
export interface MatrixInstruction {
  readonly name: string;
  readonly m: number;
  readonly n: number;
  readonly k: number;
  readonly blocks: number;
  readonly cycles: number;
  readonly flopPerWave: number;
  readonly flopPerClockPerCu: number;
  /** Type of the inputs; `iu8`, `iu4` are RDNA's integer types. */
  readonly inputType: string;
  /** Sparse rates count the skipped zeros, as data sheets do. */
  readonly sparse: boolean;
}

/** Matrix instructions (data/matrix_instructions.json; AMD matrix instruction calculator, CDNA4 unverified). */
export const matrixInstructionsCatalogue = lazyCatalogue('matrix_instructions.json', data, MatrixInstructionsSchema);

/** Instructions of an architecture in the order of the file; empty for an unknown id or one without a matrix unit. */
export function matrixInstructions(gfxId: string): readonly MatrixInstruction[] {
  const id = resolveArch(gfxId)?.gfxId;
  const arch = Object.values(matrixInstructionsCatalogue().archs).find(
    (entry) => id !== undefined && entry.gfx.includes(id),
  );
  return (arch?.insts ?? []).map(
    ([name, m, n, k, blocks, cycles, flopPerWave, flopPerClockPerCu, inputType, sparse]) => ({
      name,
      m,
      n,
      k,
      blocks,
      cycles,
      flopPerWave,
      flopPerClockPerCu,
      inputType,
      sparse,
    }),
  );
}

/**
 * Operations that one matrix instruction of a type does, for when only instructions were counted: those of its 16x16
 * shape. An estimate, to be marked as one; the MOPS counters times 512 are exact. Null when the architecture lacks the
 * type or is unknown.
 */
export function estimatedOpsPerMatrixInstruction(gfxId: string, dtype: string): number | null {
  const id = resolveArch(gfxId)?.gfxId;
  if (id === undefined) return null;
  const estimates = Object.entries(matrixInstructionsCatalogue().estimate_per_inst);
  const found: Readonly<Record<string, number>> = estimates.find(([group]) => isInGfxGroup(group, id))?.[1] ?? {};
  return Object.hasOwn(found, dtype) ? (found[dtype] ?? null) : null;
}
