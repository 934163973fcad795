import type { Command, Evidence, Recommendation } from '../../schemas/recommendation.js';
import type { TraceFacts } from '../facts/trace-facts.js';
import type { AttAnalysis } from './att-analysis.js';
import type { EmptyGpu } from './empty-gpu.js';
import type { Thermal } from '../../schemas/thermal.js';
import type { KernelLimit } from './kernel-limit.js';
import type { StragglerTime } from './straggler-time.js';
import type { WindowTime } from './window-time.js';

/** The main loop without its warm-up, judged by itself. */
export interface SteadyState {
  readonly time: WindowTime;
  readonly emptyGpu: EmptyGpu;
}

/** What a rule may look at. */
export interface RuleInput {
  readonly facts: TraceFacts;
  /** Null where nothing about time can be said. */
  readonly time: WindowTime | null;
  /** Disagreement of the clocks of host and GPU, nanoseconds; null where it is none or small. `time` has no host part then. */
  readonly clockDoubtNs: number | null;
  /** Part of the dispatches that the trace holds, 0..1; scales confidence. */
  readonly completenessFrac: number;
  /** Null where idle time may not be judged. */
  readonly emptyGpu: EmptyGpu | null;
  /** The main loop by itself, where it stands for the run; null elsewhere. */
  readonly steady: SteadyState | null;
  readonly kernelLimits: readonly KernelLimit[];
  /** The rank that holds up the others; null without one. */
  readonly straggler: StragglerTime | null;
  /** Readings of a monitor log; null without one. */
  readonly thermal: Thermal | null;
  /** Thread trace, where one was recorded. */
  readonly att: AttAnalysis | null;
  /** True shows advice for experts (loop pragmas). */
  readonly isAdvanced: boolean;
  /** What the rules before this one found. */
  readonly earlier: readonly RuleFinding[];
}

/** A finding before it gets its id and its share of the window. */
export interface RecommendationDraft {
  readonly priority: Recommendation['priority'];
  readonly category: string;
  /** Imperative. */
  readonly title: string;
  readonly issue: string;
  readonly suggestion: string;
  readonly actions: readonly string[];
  readonly confidence: number;
  /** Kernel, call or direction it is about, whole. */
  readonly target: string | null;
  /** True where `target` is a kernel name: then it takes part in the id. */
  readonly isKernel: boolean;
  /**
   * What causes it, in the words of limiters and drivers: decides which techniques of the catalogues fit. Absent where
   * no technique does.
   */
  readonly cause?: string;
  /** The technique of the catalogue that it is; its id and name take the place of the rule's. */
  readonly technique?: { readonly id: string; readonly name: string };
  /** Kernels whose time it acts on, where `recoverableNs` is time of kernels; default the target if that is a kernel. */
  readonly kernels?: readonly string[];
  readonly evidence: readonly [Evidence, ...Evidence[]];
  /** Upper bound of what it can save, whole nanoseconds of the window; null where nothing bounds it. */
  readonly recoverableNs: number | null;
  /** What the bound covers, to follow `At most 3.1 ms (4.0% of the window): `; or the whole sentence without a bound. */
  readonly impact: string;
  /** How `recoverableNs` follows from the evidence, as a formula of its metrics. */
  readonly arithmetic?: string;
  readonly commands: readonly Command[];
  readonly effort: 'low' | 'medium' | 'high' | null;
  readonly risk: string | null;
  readonly pragma?: PragmaFields;
}

/** What advice on a pragma carries beside the rest, as in the report. */
export interface PragmaFields {
  readonly subtype: 'pragma';
  readonly source_file: string;
  readonly source_line: number;
  readonly pragma_id: string;
  readonly factor_sweep: readonly number[];
}

/** A draft and the rule that made it. */
export interface RuleFinding {
  readonly ruleId: string;
  readonly draft: RecommendationDraft;
}

/** One rule: pure, and silent where its data is missing. */
export interface Rule {
  /** Stable id, such as `ROCPD-MEMCPY-001`. */
  readonly id: string;
  /** Name in snake_case. */
  readonly name: string;
  evaluate(input: RuleInput): RecommendationDraft[];
}

/** Whether an earlier rule fired, for one kernel if a name is given. */
export function hasFired(input: RuleInput, ruleId: string, kernelName: string | null = null): boolean {
  return input.earlier.some(
    (finding) => finding.ruleId === ruleId && (kernelName === null || finding.draft.target === kernelName),
  );
}
