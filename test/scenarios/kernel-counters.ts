import { estimateKernel, ldsCycles, matrixInstructionCount } from './kernel-model.js';
import type { KernelModel } from './kernel-model.js';
import type { Noise } from './noise.js';
import type { NumberFormat, Part } from './parts.js';

const L2_LINE_BYTES = 128;

/**
 * Hardware counters of one dispatch that took some time, consistent with its model. Meanings after the counter descriptions
 * of ROCprofiler-SDK: GRBM_* summed over XCCs, SQ_WAVE_CYCLES in units of four cycles on CDNA and one on RDNA, FETCH_SIZE
 * and WRITE_SIZE in KiB, MOPS in units of 512 operations.
 */
export function countersOf(kernel: KernelModel, part: Part, durationNs: number, noise: Noise): Record<string, number> {
  const estimate = estimateKernel(kernel, part);
  const cycles = durationNs * (part.clockMhz / 1000) * 0.985;
  const label = kernel.noiseKey ?? kernel.name;
  const about = (value: number): number => Math.round(value * noise.factor('counters', label, 0.004));
  const active = about(cycles * part.xccs);
  const waveUnit = part.family === 'cdna' ? 4 : 1;
  const simds = part.computeUnits * part.simdsPerUnit;
  const residentWaves = Math.min(estimate.wavesPerSimd * simds * estimate.fill, estimate.waves);
  const waveCycles = (residentWaves * cycles * 0.94) / waveUnit;
  const readBytes = kernel.readBytes ?? 0;
  const writeBytes = kernel.writeBytes ?? 0;
  const shared = {
    SQ_WAVES: estimate.waves,
    GRBM_GUI_ACTIVE: active,
    GRBM_COUNT: Math.round(active * 1.004),
    SQ_BUSY_CYCLES: about(cycles * part.shaderEngines * 0.972),
    SQ_WAVE_CYCLES: about(waveCycles),
    SQ_WAIT_INST_ANY: about(waveCycles * (estimate.boundBy === 'vector' ? 0.35 : 0.62)),
    SQ_INSTS_VALU: Math.round(estimate.vectorInstructions),
    SQ_INSTS_SALU: Math.round(estimate.vectorInstructions * 0.1 + estimate.waves * 12),
    SQ_INSTS_LDS: Math.round(kernel.lds?.instructions ?? 0),
    ...readCounters(part, readBytes, about),
    WRITE_SIZE: about(writeBytes / 1024),
  };
  const misses = (readBytes + writeBytes) / L2_LINE_BYTES;
  const asked = kernel.strided === true ? estimate.requests : misses;
  const hits = asked - misses + (misses * (kernel.l2HitRate ?? 0.05)) / (1 - (kernel.l2HitRate ?? 0.05));
  if (part.family === 'rdna') return { ...shared, GL2C_HIT_sum: about(hits), GL2C_MISS_sum: about(misses) };
  return {
    ...shared,
    ...cdnaCounters(kernel, part, estimate, cycles, about),
    ...{ TCC_HIT_sum: about(hits), TCC_MISS_sum: about(misses) },
  };
}

function cdnaCounters(
  kernel: KernelModel,
  part: Part,
  estimate: ReturnType<typeof estimateKernel>,
  cycles: number,
  about: (value: number) => number,
): Record<string, number> {
  const vector = (format: NumberFormat): number =>
    kernel.vector?.format === format ? Math.round(estimate.arithmeticInstructions) : 0;
  const mops = (format: NumberFormat): number =>
    kernel.matrix?.format === format ? Math.round(kernel.matrix.flops / 512) : 0;
  const matrixInstructions = matrixInstructionCount(kernel);
  const matrixRate = kernel.matrix === undefined ? 1 : (part.matrixRate[kernel.matrix.format] ?? 1);
  const matrixBusy = ((kernel.matrix?.flops ?? 0) / matrixRate) * part.simdsPerUnit;
  const ldsActive = ldsCycles(kernel, part);
  const ldsNeeded = kernel.lds === undefined ? 0 : kernel.lds.instructions * (part.waveSize / 32);
  const loads = Math.round(estimate.loads);
  const perLoad = estimate.requests / Math.max(1, estimate.loads + estimate.stores);
  const plain = {
    SQ_BUSY_CU_CYCLES: about(cycles * part.computeUnits * estimate.fill * 0.962),
    SQ_ACTIVE_INST_VALU: Math.round(estimate.vectorInstructions),
    SQ_THREAD_CYCLES_VALU: about(estimate.vectorInstructions * part.waveSize * 0.98),
    SQ_INSTS_MFMA: Math.round(matrixInstructions),
    SQ_LDS_IDX_ACTIVE: Math.round(ldsActive),
    SQ_LDS_BANK_CONFLICT: Math.round(ldsActive - ldsNeeded),
    SQ_INSTS_VMEM_RD: loads,
    SQ_INSTS_VMEM_WR: Math.round(estimate.stores),
    TCP_TOTAL_READ_sum: loads * part.waveSize,
    TCP_TCC_READ_REQ_sum: Math.round(estimate.loads * perLoad),
  };
  // MI100 counts neither kinds of vector instructions nor operations of matrix instructions.
  if (part.gfx === 'gfx908') return plain;
  return {
    ...plain,
    SQ_INSTS_VALU_FMA_F16: vector('F16'),
    SQ_INSTS_VALU_FMA_F32: vector('F32'),
    SQ_INSTS_VALU_FMA_F64: vector('F64'),
    SQ_INSTS_VALU_ADD_F32: 0,
    SQ_INSTS_VALU_MUL_F32: 0,
    SQ_INSTS_VALU_TRANS_F32: 0,
    SQ_INSTS_VALU_INT32: Math.round(
      Math.max(0, estimate.vectorInstructions - estimate.arithmeticInstructions - matrixInstructions) * 0.8,
    ),
    SQ_INSTS_VALU_MFMA_MOPS_F16: mops('F16'),
    SQ_INSTS_VALU_MFMA_MOPS_BF16: mops('BF16'),
    SQ_INSTS_VALU_MFMA_MOPS_F32: mops('F32'),
    SQ_INSTS_VALU_MFMA_MOPS_F64: mops('F64'),
    SQ_VALU_MFMA_BUSY_CYCLES: about(matrixBusy),
  };
}

/**
 * Reads of memory on MI350 are requests of 128 bytes, which FETCH_SIZE of the profiler counts as 64; recordings that
 * want to know ask for the requests by size as well.
 */
function readCounters(part: Part, readBytes: number, about: (value: number) => number): Record<string, number> {
  if (part.gfx !== 'gfx950') return { FETCH_SIZE: about(readBytes / 1024) };
  const requests = about(readBytes / 128);
  return {
    FETCH_SIZE: Math.round(requests / 16),
    ...{ TCC_EA0_RDREQ_128B_sum: requests, TCC_EA0_RDREQ_64B_sum: 0, TCC_EA0_RDREQ_32B_sum: 0 },
  };
}
