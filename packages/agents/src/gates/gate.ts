import type { ToolContext } from '@perfxpert/tools';
import type { GateName, KernelDelta } from '../team/correctness-schema.js';
import type { GateInput } from './gate-input.js';

/** What a gate found. `skipped`: an input is missing, so nothing was checked. */
export interface GateFinding {
  readonly outcome: 'pass' | 'fail' | 'skipped';
  readonly reason: string;
  /** What the tool behind it returned, for the record. */
  readonly raw?: Readonly<Record<string, unknown>>;
  readonly metrics?: Readonly<Record<string, number | string | null>>;
  /** Of gate 4 only. */
  readonly deltaPct?: number;
  readonly kernelDeltas?: readonly KernelDelta[];
  readonly candidateNs?: number;
}

/** One of the five gates: an adapter over tools. What it throws is an error of the gate, never a pass. */
export interface Gate {
  readonly name: GateName;
  /** Status of the verdict where it fails. */
  readonly failure: 'reject' | 'regressed';
  check(input: GateInput, context: Partial<ToolContext>): Promise<GateFinding>;
}

/** A finding for a gate whose inputs are not there. */
export function skipped(missing: string): GateFinding {
  return { outcome: 'skipped', reason: `${missing} not given` };
}
