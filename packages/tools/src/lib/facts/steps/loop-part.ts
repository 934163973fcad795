import type { Loop, SlowStep } from '../../../schemas/steps.js';

/** The loop of one device; starts of slow steps are in the frame of the process. */
export interface LoopPart extends Omit<Loop, 'guid' | 'device' | 'slow_steps'> {
  readonly agentIndex: number;
  readonly slowSteps: readonly (Omit<SlowStep, 'start_ns'> & { readonly startNs: number })[];
}
