import { describe, expect, it } from '@jest/globals';
import {
  estimatedOpsPerMatrixInstruction,
  gpuSpecsCatalogue,
  listGfxIds,
  lookupGpu,
  matrixInstructions,
  matrixInstructionsCatalogue,
} from '../src/index.js';

const { archs } = matrixInstructionsCatalogue();
/** Names of the instruction list on the left, of the rate tables on the right. */
const RATE_NAMES: Record<string, string[]> = { iu8: ['int8'], iu4: ['int4'], bf8: ['fp8'], 'fp6/fp4': ['fp6', 'fp4'] };

describe('matrix instructions', () => {
  it('number 121 where the calculator has them (not CDNA4)', () => {
    const counts = Object.entries(archs).map(([name, arch]) => (name === 'cdna4' ? 0 : arch.insts.length));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(121);
  });

  it.each(Object.keys(archs))('%s: work is 2 m n k blocks, rate is SIMDs x work / cycles', (name) => {
    const arch = Object.entries(archs).find(([key]) => key === name)![1];
    for (const [inst, m, n, k, blocks, cycles, flop, rate] of arch.insts) {
      expect([inst, flop]).toEqual([inst, 2 * m * n * k * blocks]);
      expect([inst, rate]).toEqual([inst, (arch.simds_per_cu * flop) / cycles]);
    }
    for (const gfxId of arch.gfx) expect(gpuSpecsCatalogue().archs[gfxId]!.simds_per_cu).toBe(arch.simds_per_cu);
  });

  it.each([...listGfxIds()])('%s: the best dense rate of each type is the rate of the GPU tables', (gfxId) => {
    const best: Record<string, number> = {};
    for (const inst of matrixInstructions(gfxId)) {
      if (inst.sparse) continue;
      for (const dtype of RATE_NAMES[inst.inputType] ?? [inst.inputType])
        best[dtype] = Math.max(best[dtype] ?? 0, inst.flopPerClockPerCu);
    }
    const rates = lookupGpu(gfxId)!.assumedSku.opsPerCuPerClock.matrix;
    // CDNA4 keeps the fp64 and fp32 shapes of CDNA3, which its list leaves out.
    const kept = gfxId === 'gfx950' ? { fp64: rates.fp64, fp32: rates.fp32 } : {};
    expect({ ...best, ...kept }).toEqual(rates);
  });
});

describe('estimatedOpsPerMatrixInstruction', () => {
  it('is the work of the 16x16 shape with one block', () => {
    for (const [group, estimates] of Object.entries(matrixInstructionsCatalogue().estimate_per_inst)) {
      const gfxId = listGfxIds().find((id) => id.startsWith(group))!;
      for (const [dtype, ops] of Object.entries(estimates)) {
        // gfx950's fp64 and fp32 are those of gfx942
        const source = group === 'gfx950' && ['fp64', 'fp32'].includes(dtype) ? 'gfx942' : gfxId;
        const shapes = matrixInstructions(source).filter(
          (inst) => !inst.sparse && inst.m === 16 && inst.blocks === 1 && [dtype, 'iu8'].includes(inst.inputType),
        );
        expect(shapes.map((inst) => inst.flopPerWave)).toContain(ops);
      }
    }
  });

  it('goes by generation on RDNA and by the final id on pre-production parts', () => {
    // 2 * 16 * 16 * 16
    expect(estimatedOpsPerMatrixInstruction('gfx1151', 'fp16')).toBe(8192);
    expect(estimatedOpsPerMatrixInstruction('gfx941', 'bf16')).toBe(8192);
  });

  it('is null without the type, without a matrix unit and for an unknown id', () => {
    expect(estimatedOpsPerMatrixInstruction('gfx90a', 'fp8')).toBeNull();
    expect(estimatedOpsPerMatrixInstruction('gfx1030', 'fp16')).toBeNull();
    expect(estimatedOpsPerMatrixInstruction('gfx9999', 'fp16')).toBeNull();
    expect(estimatedOpsPerMatrixInstruction('gfx942', 'constructor')).toBeNull();
  });
});
