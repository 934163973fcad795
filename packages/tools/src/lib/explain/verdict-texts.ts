import { IDLE_CAUSES } from '../../terms/idle-cause-terms.js';
import type { IdleCause } from '../../terms/idle-cause-terms.js';
import type { Bottleneck } from '../../schemas/verdict.js';

/** A driver of the verdict in words. */
export interface DriverText {
  /** Classes that it can belong to. */
  readonly classes: readonly Bottleneck[];
  readonly means: string;
}

/** Classes of the verdict. Source: docs/diagnosis.md, Verdict. */
export const BOTTLENECK_TEXTS: Readonly<Record<Bottleneck, string>> = {
  compute: 'The arithmetic of kernels takes most of the time that can be won.',
  memory_transfer: 'Memory traffic does: copies or collectives that nothing covers, HBM, LDS, or scattered access.',
  latency: 'Waiting does: the GPU runs nothing, or its kernels have too little in flight.',
  api_overhead: 'Host API calls that do not wait keep the GPU empty.',
  mixed: 'Several causes cost about the same, or what bounds the kernels was not recorded.',
  data_insufficient: 'The trace does not hold what a verdict needs.',
};

/** Drivers of the verdict: why, where the class says what kind of time it is. Source: docs/diagnosis.md, Drivers. */
export const DRIVER_TEXTS: Readonly<Record<string, DriverText>> = {
  exposed_copy: driver(['memory_transfer'], 'Copies run while no kernel does.'),
  pageable_copy: driver(
    ['memory_transfer'],
    'The same for large copies between host and device below half of the link rate, as from memory that is not page-locked.',
  ),
  rank_straggler: driver(
    ['compute', 'memory_transfer', 'latency', 'api_overhead'],
    'The other ranks wait in collectives for one that comes last; the class is what that rank does longer.',
  ),
  rccl_exposed: driver(
    ['memory_transfer'],
    'Collectives run while no other kernel does; waiting for other ranks is part of it.',
  ),
  hbm_bandwidth: driver(['memory_transfer'], 'Hot kernels run at 70% of the HBM peak or more.'),
  lds_conflict: driver(['memory_transfer'], 'Hot kernels lose one clock or more per LDS access to bank conflicts.'),
  uncoalesced: driver(
    ['memory_transfer'],
    'Most L1 requests of hot kernels go on to L2 while HBM is far from its peak: neighbouring lanes read addresses far apart.',
  ),
  mfma: driver(['compute'], 'Matrix units of hot kernels are busy for half of the clocks or more.'),
  valu: driver(['compute'], 'Vector units of hot kernels are busy for half of the clocks or more.'),
  no_mfma: driver(['compute'], 'A matrix product runs on the vector units and leaves the matrix cores unused.'),
  low_occupancy_vgpr: driver(['compute', 'latency'], 'Registers allow half of the waves or fewer.'),
  low_occupancy_lds: driver(['compute', 'latency'], 'LDS allows half of the waves or fewer.'),
  low_occupancy: driver(['latency'], 'Less than a quarter of the possible waves is resident, and no unit is busy.'),
  latency_bound: driver(['latency'], 'HBM and vector units were measured, and neither is near its limit.'),
  small_grid: driver(['latency'], 'Launches have workgroups for half of the compute units or fewer and run alone.'),
  launch_bound: driver(
    ['latency', 'api_overhead'],
    'Mostly kernels below 10 µs, launched one by one: the host sets the pace.',
  ),
  device_sync: driver(['latency'], 'The host waits for the GPU and leaves it empty meanwhile.'),
  cpu_bound_host: driver(['latency'], 'The GPU runs nothing while host code outside any API call does.'),
  device_imbalance: driver(['latency'], 'One process keeps one GPU busy and leaves another without work.'),
  gpu_idle: driver(['latency'], 'The GPU runs nothing, and no API calls were recorded that would say why.'),
  runtime_initialization: driver(
    ['latency', 'api_overhead'],
    'A window below a second with hardly any kernel time: start-up, not the steady program.',
  ),
  allocation: driver(['api_overhead'], 'Calls that allocate or free memory keep the GPU empty.'),
  compilation: driver(['api_overhead'], 'Calls that compile or load code keep the GPU empty.'),
  host_api: driver(['api_overhead'], 'Other host API calls keep the GPU empty.'),
  gpu_bound: driver(['mixed'], 'Kernels fill the window; what bounds them needs counters.'),
  no_counters: driver(['data_insufficient'], 'Kernels fill the window, and nothing but kernels was recorded.'),
  no_kernels: driver(['data_insufficient'], 'No kernel was recorded.'),
  no_gpu_activity: driver(['data_insufficient'], 'Neither a kernel nor a copy was recorded.'),
  no_busy_time: driver(['data_insufficient'], 'All dispatches take 0 ns.'),
  zero_durations: driver(['data_insufficient'], 'Most dispatches have no length: their times were rounded away.'),
};

/** Causes of idle time. Source: docs/decisions/0008-idle-causes.md. */
export const IDLE_CAUSE_TEXTS: Readonly<Record<IdleCause, string>> = {
  late_launch: 'Nothing was queued: the work that ends the gap was launched inside it or less than 10 µs before it.',
  blocking_sync: 'The host waits in a synchronizing call while the GPU has nothing to do.',
  copy: 'A host call that copies runs while the copy itself does not.',
  collective_wait: 'A call of the communication library runs while the GPU has nothing to do.',
  allocation: 'A call that allocates or frees memory runs meanwhile.',
  compile_load: 'A call that compiles or loads code runs meanwhile, or the first launch of a kernel, which loads it.',
  queue_dependency: 'The next work was launched long before, but waited for another stream, queue or event.',
  launch_calls: 'A launch call runs meanwhile.',
  unknown: 'No API calls were recorded, or not the one that launched the work that ends the gap.',
};

/** How reports call causes of idle time, where that is not their name with spaces. */
const REPORT_WORDS: Readonly<Record<string, IdleCause>> = {
  copy_calls: 'copy',
  collective_calls: 'collective_wait',
  queue_order: 'queue_dependency',
};

/** The cause of idle time that a word of a report names: `late launch`, `compile, load`; null for others. */
export function idleCauseNamed(words: string): IdleCause | null {
  const name = words.trim().toLowerCase().replace(/[ ,]+/g, '_');
  const cause = Object.hasOwn(REPORT_WORDS, name) ? REPORT_WORDS[name] : name;
  return IDLE_CAUSES.find((known) => known === cause) ?? null;
}

function driver(classes: readonly Bottleneck[], means: string): DriverText {
  return { classes, means };
}
