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

/** Which zeros of a process's counters cannot be: such a counter was recorded but not measured. */
export interface ImpossibleZeros {
  /** 1 where a zero never can be, by index into the counters. */
  readonly never: Uint8Array;
  /** Index of the partner that must be 0 too, by index into the counters; -1 without one. */
  readonly partner: Int32Array;
}

/** Rules for the counters of a process. */
export function impossibleZeros(counters: readonly string[]): ImpossibleZeros {
  return {
    never: Uint8Array.from(counters, (name) => (NEVER_ZERO.has(name) ? 1 : 0)),
    partner: Int32Array.from(counters, (name) =>
      Object.hasOwn(NEVER_ZERO_WITH, name) ? counters.indexOf(NEVER_ZERO_WITH[name] ?? '') : -1,
    ),
  };
}
