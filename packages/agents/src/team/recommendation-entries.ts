import type { Recommendation } from '@perfxpert/tools';
import type { AnalysisOutput } from './analysis-schema.js';
import type { SpecialistKind } from './rank-techniques.js';
import type { Offer, SpecialistTechnique } from './specialist-techniques.js';

/** The specialist of a class; null where no single one fits. */
export function specialistOf(bottleneck: AnalysisOutput['primary_bottleneck']): SpecialistKind | null {
  switch (bottleneck) {
    case 'compute':
      return 'compute';
    case 'memory_transfer':
      return 'memory';
    case 'latency':
    case 'api_overhead':
      return 'latency';
    case 'mixed':
    case 'data_insufficient':
      return null;
  }
}

/**
 * Entries from findings alone, without their trace: the techniques of the specialist that nothing measured contradicts. What
 * they can save is not known, so no entry carries a bound.
 */
export function entriesOfOffer(offer: Offer, findings: AnalysisOutput): Recommendation[] {
  return offer.techniques
    .filter(({ status }) => status !== 'not_applicable')
    .map((technique) => entryOf(technique, findings));
}

function entryOf(technique: SpecialistTechnique, findings: AnalysisOutput): Recommendation {
  const [hottest] = findings.hot_kernels;
  const target = typeof hottest?.['name'] === 'string' ? hottest['name'] : null;
  const isApplicable = technique.status === 'applicable';
  return {
    id: technique.id,
    name: technique.name,
    title: technique.title,
    priority: isApplicable ? 'MEDIUM' : 'LOW',
    category: technique.category,
    issue: `The program is bound by ${findings.primary_bottleneck}.`,
    suggestion: technique.rationale,
    actions: [technique.description],
    estimated_impact: 'Not bounded: no trace was given, only findings.',
    confidence: technique.confidence,
    target,
    evidence: evidenceOf(technique, findings),
    ...unbounded(),
    effort: technique.effort,
    risk: technique.risk,
    source_citation: technique.source_citation,
  };
}

/** The preconditions that were measured, else the verdict itself. */
function evidenceOf({ preconditions = [] }: SpecialistTechnique, findings: AnalysisOutput): Recommendation['evidence'] {
  const measured = preconditions.flatMap(({ metric, value }) =>
    value === null ? [] : [{ metric, value, unit: '', source: 'findings.hot_kernels[0].metrics' }],
  );
  const verdict = { metric: 'primary_bottleneck', value: findings.primary_bottleneck, unit: '', source: 'findings' };
  return measured.length > 0 ? measured : [verdict];
}

/** The one entry for a program in which nothing stands out and nothing else is left to say. */
export function triageEntry(findings: AnalysisOutput): Recommendation {
  return {
    id: 'mixed_bottleneck_triage',
    name: 'mixed_bottleneck_triage',
    title: 'Find the dominant cause first',
    priority: 'MEDIUM',
    category: 'triage',
    issue: 'No single cause takes most of the time.',
    suggestion: 'Record again with instruction-level tracing, or with the counters that are missing, and analyse that.',
    actions: ['Record a thread trace of the hottest kernel', 'Record the missing counters, one pass per group'],
    estimated_impact: 'None by itself: it shows where to look.',
    confidence: null,
    target: null,
    evidence: [{ metric: 'primary_bottleneck', value: findings.primary_bottleneck, unit: '', source: 'findings' }],
    ...unbounded(),
    effort: 'low',
    risk: 'low',
  };
}

function unbounded(): Pick<Recommendation, 'recoverable_ns' | 'estimated_saving_ns' | 'recoverable_pct' | 'commands'> {
  return { recoverable_ns: null, estimated_saving_ns: null, recoverable_pct: null, commands: [] };
}

/** A step of recording that would tell more. */
export interface NextStep {
  readonly step: string;
  readonly command: string | null;
}

/** Counters that can be collected together; the two of memory traffic each need a pass of their own. */
const COUNTER_PASSES: readonly (readonly [step: string, options: string])[] = [
  ['time line and activity', '--sys-trace --pmc SQ_WAVES SQ_INSTS_VALU SQ_INSTS_VALU_MFMA GRBM_GUI_ACTIVE GRBM_COUNT'],
  ['bytes read', '--kernel-trace --pmc FETCH_SIZE'],
  ['bytes written', '--kernel-trace --pmc WRITE_SIZE'],
];

/** How to record what a verdict needs: three passes, analysed together. */
export function recordingSteps(): NextStep[] {
  const passes = COUNTER_PASSES.map(([step, options], index) => ({
    step: `pass ${index + 1}: ${step}`,
    command: `rocprofv3 ${options} --output-format rocpd -- <application>`,
  }));
  return [...passes, { step: 'analyse the passes together', command: 'perfxpert analyze -i <pass1> <pass2> <pass3>' }];
}
