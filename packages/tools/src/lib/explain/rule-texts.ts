/** What a rule of the diagnosis looks at and says. */
export interface RuleText {
  /** What the finding means. */
  readonly means: string;
  readonly fires_when: string;
}

/**
 * The rules by their id, in words. Thresholds: docs/diagnosis.md, which has the same list.
 */
export const RULE_TEXTS: Readonly<Record<string, RuleText>> = {
  'ROCPD-API-001': {
    means: 'The host spends time in API calls that do not wait while the GPU has nothing to run.',
    fires_when: 'API calls that do not wait take more than 15% of the window while the GPU runs nothing.',
  },
  'ROCPD-ATT-001': {
    means: 'One instruction of a kernel stalls for much of its latency in the thread trace.',
    fires_when: 'The worst instruction with 100 executions or more stalls for 40% of its latency; from 60% on HIGH.',
  },
  'ROCPD-ATT-INFO-001': {
    means: 'The thread trace shows no instruction that stands out.',
    fires_when: 'A thread trace was read and no instruction stalls for 40% of its latency.',
  },
  'ROCPD-COMPUTE-BOUND-001': {
    means: 'Kernels whose busiest unit is the vector or the matrix unit take most of the kernel time.',
    fires_when: 'Counters measure the compute units as the limit of more than half of the kernel time.',
  },
  'ROCPD-GRID-001': {
    means: 'Launches have too few workgroups to give every compute unit work.',
    fires_when: 'Launches too small for the GPU run alone for more than 20% of the window.',
  },
  'ROCPD-HOTSPOT-001': {
    means: 'One kernel takes most of the kernel time, and nothing measured what limits it.',
    fires_when: 'One kernel takes more than half of the kernel time and counters do not tell its limit.',
  },
  'ROCPD-INFO-001': {
    means: 'The trace alone does not tell what to change: more has to be recorded.',
    fires_when: 'No other rule fires and counters do not show a well used GPU.',
  },
  'ROCPD-LAUNCH-001': {
    means: 'Very many short kernels: starting them costs more than they do.',
    fires_when: 'More than 1000 launches, a median below 10 µs, and gaps behind short kernels above 5% of the window.',
  },
  'ROCPD-LAUNCH-EFFICIENCY-001': {
    means: 'Short kernels leave gaps behind them.',
    fires_when:
      'Gaps behind short kernels take more than 5% of the window, without the many launches of ROCPD-LAUNCH-001.',
  },
  'ROCPD-LOOP-HINT-001': {
    means: 'A hot kernel may gain from unrolling a loop; asked for with --advanced.',
    fires_when: 'The definition of a hot kernel was found, the GPU is active above 90%, and registers are free.',
  },
  'ROCPD-MEMBW-001': {
    means: 'Large copies are slower than their link allows.',
    fires_when:
      'Copies of 64 KiB or more reach less than half of the peak of their link (10 GB/s where it is not known) and take 1% of the window.',
  },
  'ROCPD-MEMCPY-001': {
    means: 'The GPU waits for copies that no kernel covers.',
    fires_when: 'Copies that no kernel covers take more than 20% of the window.',
  },
  'ROCPD-MEMORY-BOUND-001': {
    means: 'Kernels that memory bandwidth limits take most of the kernel time.',
    fires_when: 'Counters measure memory as the limit of more than half of the kernel time.',
  },
  'ROCPD-MIXED-001': {
    means: 'Kernels that compute units and memory limit alike take most of the kernel time.',
    fires_when: 'Counters measure both as the limit of more than half of the kernel time.',
  },
  'ROCPD-OCCUPANCY-001': {
    means: 'Too few waves are resident to hide the latency of a hot kernel.',
    fires_when:
      'A kernel of 10% of the kernel time has less than 25% of the waves resident, or half of them allowed, and no unit is busy anyway.',
  },
  'ROCPD-RANK-001': {
    means: 'One rank comes late and the others wait for it in collectives.',
    fires_when: 'One rank holds up the others for more than 5% of the window; above 10% it decides the verdict.',
  },
  'ROCPD-RCCL-001': {
    means: 'Communication is not covered by computing.',
    fires_when: 'Collectives that no other kernel covers take more than 20% of the window.',
  },
  'ROCPD-RUNTIME-INIT-001': {
    means: 'The run is so short that starting the runtime is most of it.',
    fires_when: 'No rule before it fires, the window is below 1 s, and kernels take less than 5% of it, waits apart.',
  },
  'ROCPD-TECHNIQUE-001': {
    means: 'A catalogue technique fits a kernel that no rule speaks about; the finding has the id of the technique.',
    fires_when: 'Every precondition of a technique holds for a kernel of 10% of the kernel time.',
  },
  'ROCPD-THERMAL-001': {
    means: 'GPUs ran slower than they can, for heat or power.',
    fires_when: 'The monitor log shows a GPU throttling.',
  },
  'ROCPD-UTILIZATION-001': {
    means: 'The GPU is idle for much of the counted cycles.',
    fires_when: 'GRBM_GUI_ACTIVE / GRBM_COUNT is below 70%.',
  },
  'ROCPD-UTILIZATION-002': {
    means: 'The GPU has nothing to run for much of the window.',
    fires_when: 'Idle time and waits take more than 20% of the window, or the GPU is empty for more than 25% of it.',
  },
  'ROCPD-WARMUP-001': {
    means: 'First calls of kernels are much slower than later ones.',
    fires_when: 'First calls cost 1% of the window or more beyond the median of later ones.',
  },
};
