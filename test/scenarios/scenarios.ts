import { COLLECTIVE_SCENARIOS } from './programs/collectives.js';
import { COPY_SCENARIOS } from './programs/copies.js';
import { HOST_SCENARIOS } from './programs/hosts.js';
import { KERNEL_SCENARIOS } from './programs/kernels.js';
import { LAUNCH_SCENARIOS } from './programs/launches.js';
import { MORE_HOSTS } from './programs/more-hosts.js';
import { MORE_KERNELS } from './programs/more-kernels.js';
import { ONE_OFF_SCENARIOS } from './programs/one-offs.js';
import { UNDECIDED_SCENARIOS } from './programs/undecided.js';
import type { Scenario } from './scenario.js';

/** All planted programs. */
export const SCENARIOS: readonly Scenario[] = [
  ...COPY_SCENARIOS,
  ...LAUNCH_SCENARIOS,
  ...KERNEL_SCENARIOS,
  ...HOST_SCENARIOS,
  ...COLLECTIVE_SCENARIOS,
  ...UNDECIDED_SCENARIOS,
  ...MORE_KERNELS,
  ...MORE_HOSTS,
  ...ONE_OFF_SCENARIOS,
];
