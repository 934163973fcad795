/** A number that decides whether a rule fires: its unit, what it means and where it comes from. */
export interface RuleThreshold {
  readonly value: number;
  readonly unit: 'percent' | 'fraction' | 'ns' | 'bytes' | 'count' | 'GB/s' | 'per access';
  readonly meaning: string;
  readonly source: string;
}

/** Rule of thumb of the rule set; reasons in docs/diagnosis.md. */
const RULE_SET = 'docs/diagnosis.md, rule set';
/** Grades of AMD's derived metrics. */
const GRADES = 'knowledge/data/metric_thresholds.json';
const TECHNIQUES = 'knowledge/data/optimization_techniques.json, preconditions';

const percent = (value: number, meaning: string, source: string = RULE_SET) =>
  ({ value, unit: 'percent', meaning, source }) as const;

/**
 * All numbers of the rules and of the verdict. A rule fires when the measured value is strictly above a lower bound or
 * strictly below an upper bound; percents are of the window unless the meaning names another whole.
 */
export const RULE_THRESHOLDS = {
  copyExposedPct: percent(20, 'copies that no kernel covers, above: advice and verdict'),
  copyDominantPct: percent(30, 'copies that no kernel covers, above: a surer verdict'),
  communicationExposedPct: percent(20, 'collectives that no other kernel covers, above: advice and verdict'),
  communicationDominantPct: percent(30, 'collectives that no other kernel covers, above: a surer verdict'),
  stragglerPct: percent(5, 'waiting for one rank alone, above: advice'),
  stragglerDominantPct: percent(10, 'waiting for one rank alone, above: it decides the verdict'),
  rankWaitPct: percent(50, 'of the time in matched collectives is waiting, above: no network would shorten it'),
  apiExposedPct: percent(15, 'API calls that do not wait while the GPU runs nothing, above'),
  idlePct: percent(20, 'idle time and waiting calls while the GPU runs nothing, above'),
  starvedPct: percent(25, 'all time in which the GPU runs nothing, above'),
  launchGapDominantPct: percent(20, 'gaps behind short kernels, above: launches decide the verdict'),
  launchGapPct: percent(5, 'gaps behind short kernels, above: advice'),
  gpuBoundPct: percent(70, 'kernel time, above: the GPU itself is the limit'),
  hotspotPct: percent(50, 'summed kernel time of the hottest kernel or of one kind of limit, above'),
  hotKernelPct: percent(10, 'summed kernel time from which advice on a single kernel pays'),
  smallGridPct: percent(20, 'kernels whose launches leave half of the compute units empty, above'),
  smallGridDominantPct: percent(50, 'the same, above: it decides the verdict'),
  copyDirectionPct: percent(1, 'copies of one direction, below: too little to matter'),
  steadyMajorityPct: percent(50, 'of the window lies in the main loop, from: the loop stands for the run'),
  steadySteps: { value: 5, unit: 'count', meaning: 'steady steps, from: a loop', source: RULE_SET },
  imbalancePct: percent(
    50,
    'of the empty time is that of some GPUs while another is busy, from: work is unevenly shared',
  ),
  hostRangePct: percent(25, 'of the idle time under no API call lies in one range of the program, from: it is named'),
  startUpCallPct: percent(25, 'of the empty time of a short run lies in one call, from: it is named'),
  warmupExcessPct: percent(1, 'extra time of the first calls of a kernel, below: too little to matter'),
  initializationComputePct: percent(5, 'kernel time, below: a short run is all start-up'),
  linkEfficiencyPct: percent(50, "of the link's one-way peak, below"),
  shortKernelMajorityPct: percent(50, 'of the dispatches are short, above: their median is short'),
  waitMajorityPct: percent(50, 'of the empty time is spent in waiting calls, above'),
  waitMinorityPct: percent(25, 'of the empty time is spent in waiting calls, below: the host does not wait'),
  clockShiftPct: percent(
    10,
    'of the empty time may change hands because clocks disagree, above: who waits is not judged',
  ),
  smallCopyMajorityPct: percent(50, 'of the copies of a direction are below 64 KiB, above'),
  gpuUtilizationPct: percent(70, 'GRBM_GUI_ACTIVE over GRBM_COUNT, below'),
  pragmaUtilizationPct: percent(90, 'GRBM_GUI_ACTIVE over GRBM_COUNT, above'),
  measuredOccupancyPct: percent(25, 'resident waves of the most possible, below', GRADES),
  theoreticalOccupancyPct: percent(50, 'waves that registers and LDS allow, at most', GRADES),
  hbmUtilizationPct: percent(70, 'of the HBM peak, from here memory is the limit', GRADES),
  hbmModeratePct: percent(40, 'of the HBM peak, from here memory takes part', GRADES),
  hbmLowPct: percent(30, 'of the HBM peak, below: bandwidth is not the limit', TECHNIQUES),
  matrixUtilizationPct: percent(50, 'MFMA busy cycles, from here the matrix cores are the limit', GRADES),
  matrixModeratePct: percent(25, 'MFMA busy cycles, from here the matrix cores take part', GRADES),
  matrixUnusedPct: percent(5, 'MFMA busy cycles, below: the matrix cores are as good as unused', TECHNIQUES),
  matrixHeadroomPct: percent(20, 'of a kernel lies above the peak of its unit, below: nothing to gain'),
  vectorUtilizationPct: percent(50, 'VALU busy cycles, from here the vector units are the limit', TECHNIQUES),
  vectorHighPct: percent(70, 'VALU busy cycles, from here the vector units are well used', GRADES),
  vectorModeratePct: percent(40, 'VALU busy cycles, from here the vector units take part', GRADES),
  ldsConflictsPerAccess: {
    value: 1,
    unit: 'per access',
    meaning: 'conflict cycles per LDS access, from here most LDS time is conflict',
    source: RULE_SET,
  },
  l2ReuseFrac: {
    value: 0.5,
    unit: 'fraction',
    meaning: 'L2 requests that hit, from: L2 holds what L1 asks for again and again',
    source: GRADES,
  },
  copyLatencyNs: {
    value: 10_000,
    unit: 'ns',
    meaning:
      'mean time of a copy beyond that at the rate of its link, below: it pays its fixed cost, not pageable memory',
    source: RULE_SET,
  },
  l1MissFrac: { value: 0.8, unit: 'fraction', meaning: 'L1 requests that go to L2, above', source: TECHNIQUES },
  measurementSlackPct: percent(105, 'of a physical peak, above: the inputs contradict each other'),
  launchCount: { value: 1000, unit: 'count', meaning: 'launches, above', source: RULE_SET },
  launchCadenceNs: {
    value: 100_000,
    unit: 'ns',
    meaning: 'empty time per dispatch, below: the host launches all the time',
    source: RULE_SET,
  },
  initializationWallNs: { value: 1e9, unit: 'ns', meaning: 'window, below: a short run', source: RULE_SET },
  smallCopyBytes: {
    value: 65_536,
    unit: 'bytes',
    meaning: 'mean size, below: the copies are bound by latency, not by the link',
    source: RULE_SET,
  },
  linkFallbackGbps: { value: 10, unit: 'GB/s', meaning: 'rate, below, where no peak is known', source: RULE_SET },
  attHighStallFrac: { value: 0.6, unit: 'fraction', meaning: 'stalled cycles of latency, from', source: RULE_SET },
  attMediumStallFrac: { value: 0.4, unit: 'fraction', meaning: 'stalled cycles of latency, from', source: RULE_SET },
  attHits: { value: 100, unit: 'count', meaning: 'executions behind a stall ratio, at least', source: RULE_SET },
  mixedRatioFrac: {
    value: 2 / 3,
    unit: 'fraction',
    meaning: 'share of the second cause over the first, from here both count',
    source: RULE_SET,
  },
  missingDispatchFrac: {
    value: 0.1,
    unit: 'fraction',
    meaning: 'dispatches missing, above: no statement about idle time',
    source: RULE_SET,
  },
  pragmaMaxVgprs: { value: 64, unit: 'count', meaning: 'registers, below: room to unroll', source: 'pragmas.json' },
} as const satisfies Readonly<Record<string, RuleThreshold>>;
