import type { TraceFacts } from '../facts/trace-facts.js';
import type { AttAnalysis } from './att-analysis.js';
import { clockDoubtNs, withoutHostTime } from './clock-doubt.js';
import { explainEmptyGpu } from './empty-gpu.js';
import { kernelLimits } from './kernel-limit.js';
import type { ThermalFacts } from '../gpu-monitor/collect-thermal.js';
import type { RuleInput } from './rule.js';
import { steadyTime } from './steady-time.js';
import { stragglerTime } from './straggler-time.js';
import { trustIn } from './trust.js';
import { windowTime } from './window-time.js';

/** What a caller may give beside the facts. */
export interface DiagnoseOptions {
  /** Show advice for experts (loop pragmas). Default false. */
  readonly advanced?: boolean;
  /** Analysis of a thread trace. */
  readonly att?: AttAnalysis | null;
  /** A captured monitor log (`collectThermal`). */
  readonly thermal?: ThermalFacts | null;
  /** Data that need not be collected again (`collectedData`). Default: what the trace holds. */
  readonly alreadyCollected?: ReadonlySet<string>;
}

/** What rules look at; shared with the verdict so that both judge by the same figures. */
export function ruleInput(facts: TraceFacts, options: DiagnoseOptions = {}): RuleInput {
  const trust = trustIn(facts);
  const recorded = trust.hasTimes ? windowTime(facts.executionBreakdown) : null;
  const doubtNs = recorded === null ? null : clockDoubtNs(facts, recorded);
  const time = recorded === null || doubtNs === null ? recorded : withoutHostTime(recorded);
  const straggler = trust.idleDoubt === null ? stragglerTime(facts, time) : null;
  const steady = trust.idleDoubt !== null || straggler !== null ? null : steadyTime(facts, time, doubtNs !== null);
  return {
    facts,
    time,
    clockDoubtNs: doubtNs,
    completenessFrac: trust.completenessFrac,
    emptyGpu: time === null || trust.idleDoubt !== null ? null : explainEmptyGpu(facts, time, doubtNs !== null),
    kernelLimits: time === null ? [] : kernelLimits(facts),
    straggler,
    steady: steady === null ? null : { time: steady, emptyGpu: explainEmptyGpu(facts, steady, doubtNs !== null) },
    thermal: options.thermal?.thermal ?? null,
    att: options.att ?? null,
    isAdvanced: options.advanced ?? false,
    earlier: [],
  };
}
