import { ACCUMULATE_COUNTER, isLevelCounter } from './counter-group.js';
import type { DispatchValues } from './reduce-dispatch.js';

/** Counters that no kernel leaves at 0: it launched waves, and they ran for some clocks. */
const NEVER_ZERO: ReadonlySet<string> = new Set([
  'GRBM_COUNT',
  'GRBM_GUI_ACTIVE',
  'SQ_BUSY_CU_CYCLES',
  'SQ_BUSY_CYCLES',
  'SQ_CYCLES',
  'SQ_INSTS',
  'SQ_LEVEL_WAVES',
  'SQ_LEVEL_WAVES_ACCUM',
  'SQ_WAVES',
  'SQ_WAVE_CYCLES',
  'MeanOccupancyPerActiveCU',
  'MeanOccupancyPerCU',
  'OccupancyPercent',
]);

/** Counters that are not 0 where their partner is not: instructions that were issued were active and in flight. */
const NEVER_ZERO_WITH: Readonly<Record<string, string>> = {
  SQ_ACTIVE_INST_LDS: 'SQ_INSTS_LDS',
  SQ_ACTIVE_INST_VALU: 'SQ_INSTS_VALU',
  SQ_ACTIVE_INST_VMEM: 'SQ_INSTS_VMEM',
  SQ_INST_LEVEL_LDS: 'SQ_INSTS_LDS',
  SQ_INST_LEVEL_LDS_ACCUM: 'SQ_INSTS_LDS',
  SQ_INST_LEVEL_SMEM: 'SQ_INSTS_SMEM',
  SQ_INST_LEVEL_SMEM_ACCUM: 'SQ_INSTS_SMEM',
  SQ_INST_LEVEL_VMEM: 'SQ_INSTS_VMEM',
  SQ_INST_LEVEL_VMEM_ACCUM: 'SQ_INSTS_VMEM',
  SQ_THREAD_CYCLES_VALU: 'SQ_INSTS_VALU',
  SQ_VALU_MFMA_BUSY_CYCLES: 'SQ_INSTS_MFMA',
};

/** The values of one dispatch. */
type Values = Pick<DispatchValues, 'count' | 'base' | 'value'>;

/**
 * A test for the counters of a process: whether the value at a place of a dispatch's values is a 0 that cannot be. Such
 * a counter was recorded but not measured. The integral beside SQ_LEVEL_WAVES alone is that of waves, so never 0.
 */
export function impossibleZeroTest(counters: readonly string[]): (values: Values, place: number) => boolean {
  const neverZero = Uint8Array.from(counters, (name) => (NEVER_ZERO.has(name) ? 1 : 0));
  const partners = Int32Array.from(counters, (name) =>
    Object.hasOwn(NEVER_ZERO_WITH, name) ? counters.indexOf(NEVER_ZERO_WITH[name] ?? '') : -1,
  );
  const accumulation = counters.indexOf(ACCUMULATE_COUNTER);
  return ({ count, base, value }, place) => {
    if (value[place] !== 0) return false;
    const counter = base[place] ?? 0;
    if (neverZero[counter] === 1) return true;
    const present = base.subarray(0, count);
    if (counter === accumulation) {
      const levels = Array.from(present, (index) => counters[index] ?? '').filter(isLevelCounter);
      return levels.length === 1 && levels[0] === 'SQ_LEVEL_WAVES';
    }
    const partner = partners[counter] ?? -1;
    return partner >= 0 && (value[present.indexOf(partner)] ?? 0) > 0;
  };
}
