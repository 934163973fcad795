import { kernelKind } from './kernel-kinds.js';
import type { CounterModel, KernelKind } from './workload.js';

/** Clock of an MI300X in cycles per nanosecond, and its compute units. */
const CYCLES_PER_NS = 2.1;
const COMPUTE_UNITS = 304;
const XCC_COUNT = 8;

/** What one launch of a kernel does. */
interface KernelWork {
  readonly readBytes: number;
  readonly writtenBytes: number;
  /** Floating-point operations on the matrix units, in bfloat16. */
  readonly matrixFlops?: number;
  /** Floating-point operations on the vector units, in single precision, half of them from multiply-adds. */
  readonly vectorFlops?: number;
  readonly waves: number;
  /** Mean waves in flight per compute unit. */
  readonly wavesPerUnit: number;
  /** Share of L2 look-ups that hit. */
  readonly hitRate: number;
}

/**
 * Counters of a kernel from what it does: MOPS counters count 512 operations, vector counters one wave of 64 lanes,
 * FETCH_SIZE and WRITE_SIZE are KiB, an L2 line is 128 bytes, SQ_WAVE_CYCLES counts units of four cycles, and the GRBM
 * counters exist once per XCC (rocprofiler-sdk, counter_defs.yaml).
 */
function countersOf(work: KernelWork): CounterModel[] {
  const misses = work.readBytes / 128;
  const addInstructions = (work.vectorFlops ?? 0) / 2 / 64;
  const perDispatch: Readonly<Record<string, number>> = {
    SQ_WAVES: work.waves,
    SQ_INSTS_VALU_MFMA_MOPS_BF16: (work.matrixFlops ?? 0) / 512,
    SQ_INSTS_VALU_ADD_F32: addInstructions,
    SQ_INSTS_VALU_MUL_F32: 0,
    SQ_INSTS_VALU_FMA_F32: addInstructions / 2,
    FETCH_SIZE: work.readBytes / 1024,
    WRITE_SIZE: work.writtenBytes / 1024,
    TCC_HIT_sum: (misses * work.hitRate) / (1 - work.hitRate),
    TCC_MISS_sum: misses,
  };
  const waveCyclesPerNs = (CYCLES_PER_NS * COMPUTE_UNITS * work.wavesPerUnit) / 4;
  return [
    { name: 'GRBM_COUNT', instances: XCC_COUNT, perDispatch: 0, perNs: CYCLES_PER_NS },
    { name: 'GRBM_GUI_ACTIVE', instances: XCC_COUNT, perDispatch: 0, perNs: CYCLES_PER_NS * 0.98 },
    { name: 'SQ_WAVE_CYCLES', instances: 1, perDispatch: 0, perNs: waveCyclesPerNs },
    ...Object.entries(perDispatch).map(([name, value]) => ({ name, instances: 1, perDispatch: value, perNs: 0 })),
  ];
}

/** A matrix product [m, k] x [k, n] in bfloat16, of which each operand is read a bit more than once. */
function gemm(name: string, medianNs: number, m: number, n: number, k: number): KernelKind {
  const workgroups = Math.ceil(m / 256) * Math.ceil(n / 256);
  return kernelKind(name, medianNs, {
    ...{ grid: [workgroups * 512, 1, 1], workgroup: [512, 1, 1], vgpr: 64, accumVgpr: 64, sgpr: 96 },
    ...{ ldsBytes: 32_768, sigma: 0.04 },
    counters: countersOf({
      readBytes: 1.3 * 2 * (m * k + k * n),
      writtenBytes: 2 * m * n,
      matrixFlops: 2 * m * n * k,
      waves: workgroups * 8,
      wavesPerUnit: 14,
      hitRate: 0.78,
    }),
  });
}

/** A kernel that streams through memory: some bytes in, some out, one operation on each value. */
function streaming(name: string, readBytes: number, writtenBytes: number, bytesPerNs: number): KernelKind {
  const values = (readBytes + writtenBytes) / 2;
  const waves = Math.ceil(values / 64 / 16);
  return kernelKind(name, (readBytes + writtenBytes) / bytesPerNs, {
    ...{ grid: [waves * 64, 1, 1], vgpr: 28, sgpr: 32, sigma: 0.05 },
    counters: countersOf({ readBytes, writtenBytes, vectorFlops: values, waves, wavesPerUnit: 24, hitRate: 0.35 }),
  });
}

const TILE_TAIL =
  'MI16x16x1_SN_LDSB1_AFC1_AFEM1_CLR1_DTVA0_GSU0_ISA942_LRVW8_MIWT4_4_PGR2_PLR1_SIA3_TLDS1_WS64_WG64_8_1';
const MIB = 2 ** 20;

/** Kernels of a transformer's training step; tensors are 4096 tokens of 4096 or 8192 values in bfloat16. */
export const EXAMPLE_KINDS = {
  feedForwardGemm: gemm(
    `Cijk_Alik_Bljk_BBS_BH_Bias_HA_S_SAV_UserArgs_MT256x256x64_${TILE_TAIL}`,
    420_000,
    4096,
    8192,
    4096,
  ),
  attentionGemm: gemm(
    `Cijk_Ailk_Bljk_BBS_BH_Bias_HA_S_SAV_UserArgs_MT256x224x64_${TILE_TAIL}`,
    240_000,
    4096,
    4096,
    4096,
  ),
  attention: kernelKind('void ck_tile::kentry<256, 2, ck_tile::FmhaFwdKernel<bf16, 128, true> >()', 210_000, {
    ...{ grid: [262_144, 1, 1], vgpr: 192, accumVgpr: 64, sgpr: 96, ldsBytes: 32_768, sigma: 0.05 },
  }),
  layerNorm: streaming(
    'void at::native::(anonymous namespace)::vectorized_layer_norm_kernel<c10::BFloat16, float>(int, float, c10::BFloat16 const*, c10::BFloat16 const*, c10::BFloat16 const*, float*, float*, c10::BFloat16*)',
    ...([32 * MIB, 32 * MIB, 2500] as const),
  ),
  add: streaming(
    'void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<c10::BFloat16>, std::array<char*, 3ul> >(int, at::native::CUDAFunctor_add<c10::BFloat16>, std::array<char*, 3ul>)',
    ...([64 * MIB, 32 * MIB, 3100] as const),
  ),
  gelu: streaming(
    'void at::native::vectorized_elementwise_kernel<4, at::native::GeluCUDAKernelImpl(at::TensorIteratorBase&, at::native::GeluType)::{lambda()#2}, std::array<char*, 2ul> >(int)',
    ...([64 * MIB, 64 * MIB, 3000] as const),
  ),
  adam: streaming(
    'void at::native::vectorized_elementwise_kernel<4, at::native::AddcmulFunctor<float>, std::array<char*, 4ul> >(int)',
    ...([3 * MIB, MIB, 1400] as const),
  ),
} as const;
