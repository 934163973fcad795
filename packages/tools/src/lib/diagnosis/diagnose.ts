import type { Diagnostic } from '../../schemas/diagnostic.js';
import type { Hotspot } from '../../schemas/hotspot.js';
import type { Recommendation } from '../../schemas/recommendation.js';
import type { Thermal } from '../../schemas/thermal.js';
import type { Verdict } from '../../schemas/verdict.js';
import type { TraceFacts } from '../facts/trace-facts.js';
import { baseDiagnostics } from './base-diagnostics.js';
import { withKernelDiagnosis } from './diagnose-kernel.js';
import { kernelLimits } from './kernel-limit.js';
import { recommend } from './recommend.js';
import { ruleInput } from './rule-input.js';
import type { DiagnoseOptions } from './rule-input.js';
import { judge } from './verdict.js';
import { withheldFindings } from './withheld.js';

/** What a trace's facts amount to. */
export interface Diagnosis {
  readonly verdict: Verdict;
  /** By what they can save; empty where nothing is worth doing. */
  readonly recommendations: readonly Recommendation[];
  /** Notices of the diagnosis; those of the facts stand in `TraceFacts.diagnostics`. */
  readonly diagnostics: readonly Diagnostic[];
  /** The listed hotspots, each with what bounds it (`diagnosis`). */
  readonly hotspots: readonly Hotspot[];
  /** Readings of the captured monitor log, as given; null without any. */
  readonly thermal: Thermal | null;
}

/**
 * Verdict, recommendations and notices of a trace, computed from its facts alone. Deterministic; never throws for facts
 * that hold little: absence ends in `data_insufficient` and advice on what to record.
 */
export function diagnose(facts: TraceFacts, options: DiagnoseOptions = {}): Diagnosis {
  const recommendations = recommend(facts, options);
  const judged = judge(facts);
  const withheld = withheldFindings(facts, ruleInput(facts, options));
  const verdict = withheld.length === 0 ? judged : { ...judged, withheld };
  const isHealthy = verdict.primary_bottleneck !== 'data_insufficient' && recommendations.every(isNote);
  return {
    verdict: isHealthy ? healthy(verdict) : verdict,
    recommendations,
    diagnostics: [...baseDiagnostics(facts, verdict), ...(options.thermal?.diagnostics ?? [])],
    hotspots: withKernelDiagnosis(facts, facts.listedHotspots, kernelLimits(facts)),
    thermal: options.thermal?.thermal ?? null,
  };
}

/** Entries that ask for nothing: warm-up, a thread trace without stalls. */
function isNote(recommendation: Recommendation): boolean {
  return recommendation.name === 'warmup' || recommendation.name === 'att_summary';
}

/** Nothing drives a trace in which nothing is worth doing; the evidence stays. */
function healthy(verdict: Verdict): Verdict {
  return {
    ...verdict,
    driver: null,
    overall_assessment: `No change worth making: ${lowerFirst(verdict.overall_assessment)}`,
  };
}

function lowerFirst(sentence: string): string {
  return /^(Kernels|Copies|The|No|Communication|Launches|Two) /.test(sentence)
    ? sentence.charAt(0).toLowerCase() + sentence.slice(1)
    : sentence;
}
