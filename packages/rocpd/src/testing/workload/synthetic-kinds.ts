import type { Random } from '../random.js';
import { kernelKind } from './kernel-kinds.js';
import type { KernelFigures } from './kernel-kinds.js';
import type { KernelKind } from './workload.js';

const TILES = [
  '256x256x64',
  '256x224x64',
  '256x128x64',
  '128x128x64',
  '128x256x32',
  '64x128x64',
  '96x64x128',
  '32x32x256',
];
const OPERANDS = ['Alik_Bljk_BBS_BH', 'Ailk_Bjlk_BBS_BH', 'Ailk_Bljk_HHS_BH', 'Alik_Bljk_SB'];
const FUNCTORS = [
  'CUDAFunctor_add',
  'MulFunctor',
  'GeluFunctor',
  'SiluFunctor',
  'CopyFunctor',
  'FillFunctor',
  'TanhFunctor',
];
const TYPES = ['float', 'c10::BFloat16', 'c10::Half'];
const WIDTHS = ['4', '8', '16'];
const REDUCTIONS = ['MeanOps', 'NormTwoOps', 'ArgMaxOps', 'func_wrapper_t'];
const FUSIONS = [
  'add',
  'add_mul',
  'native_layer_norm',
  'gelu_mul',
  'softmax',
  'rsqrt_mean_pow',
  'cat_slice',
  'embedding',
];

const GEMM_FIGURES: KernelFigures = { grid: [311_296, 1, 1], vgpr: 128, accumVgpr: 128, ldsBytes: 32_768, sigma: 0.3 };
const REDUCTION_FIGURES: KernelFigures = { workgroup: [32, 16, 1], grid: [9728, 128, 1], vgpr: 48, ldsBytes: 4096 };

/**
 * Distinct kernels of the kinds that PyTorch programs show: GEMMs, element-wise and reduction kernels, fused Triton
 * kernels, with names as long as real ones. Run times scatter around the median, mostly within a factor of three.
 */
export function syntheticKinds(count: number, medianNs: number, random: Random): KernelKind[] {
  const kinds: KernelKind[] = [];
  for (let index = 0; index < count; index += 1) {
    const median = Math.max(500, Math.round(medianNs * Math.exp(0.5 * random.normal())));
    kinds.push(syntheticKind(index % 4, Math.floor(index / 4), median));
  }
  return kinds;
}

function syntheticKind(family: number, round: number, medianNs: number): KernelKind {
  switch (family) {
    case 0:
      return kernelKind(gemmName(round), medianNs, GEMM_FIGURES);
    case 1:
      return kernelKind(elementwiseName(round), medianNs, { vgpr: 24 });
    case 2:
      return kernelKind(reductionName(round), medianNs, REDUCTION_FIGURES);
    default:
      return kernelKind(`triton_poi_fused_${at(FUSIONS, round)}_${round}`, medianNs, { grid: [1_048_576, 1, 1] });
  }
}

/** In the way of Tensile: operands, tile, and all settings of the code generator. */
function gemmName(round: number): string {
  const head = `Cijk_${at(OPERANDS, round)}_Bias_HA_S_SAV_UserArgs_MT${at(TILES, Math.floor(round / 4))}_MI16x16x1_SN`;
  const settings = 'LDSB1_AFC1_AFEM1_ASEM1_CLR1_CADS0_DTLA0_DTLB0_DTVA0_DTVB0_EPS0_FDSI0_GRPM1_GRVWA8_GRVWB8_GSUAMB';
  const more = 'GLS0_ISA942_IU1_K1_LBSPPA1024_LBSPPB1024_LPA16_LPB16_LRVW8_MIAV0_MIWT8_8_NTn1_PGR2_PLR1_SIA3_SK0_SVW8';
  return `${head}_${settings}_GSU${round}_${more}_TLDS1_VWA8_VWB8_WSGRA0_WSGRB0_WS64_WG32_8_1`;
}

function elementwiseName(round: number): string {
  const functor = `at::native::${at(FUNCTORS, round)}<${at(TYPES, Math.floor(round / 7))}>`;
  const array = `std::array<char*, ${2 + Math.floor(round / 63)}ul>`;
  const width = at(WIDTHS, Math.floor(round / 21));
  return `void at::native::vectorized_elementwise_kernel<${width}, ${functor}, ${array} >(int, ${functor}, ${array})`;
}

function reductionName(round: number): string {
  const type = at(TYPES, Math.floor(round / 4));
  const operation = `at::native::ReduceOp<${type}, at::native::${at(REDUCTIONS, round)}<${type}, float, float, float>, unsigned int, ${type}, ${1 + Math.floor(round / 12)}, 4>`;
  return `void at::native::reduce_kernel<512, 1, ${operation} >(${operation})`;
}

function at(items: readonly string[], index: number): string {
  return items[index % items.length] ?? '';
}
