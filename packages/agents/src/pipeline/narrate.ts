import type { Diagnosis } from '@perfxpert/tools';

/**
 * The result in a few sentences, made only of texts and figures that stand elsewhere in the report: the verdict, its
 * findings, and the first thing to do.
 */
export function narrate(diagnosis: Diagnosis): string {
  const { verdict, recommendations } = diagnosis;
  const first = recommendations.find((entry) => entry.priority !== 'INFO');
  const action = first === undefined ? [] : [`First: ${first.title}. ${first.estimated_impact}`];
  return [verdict.overall_assessment, ...verdict.key_findings, ...action].map(asSentence).join(' ');
}

function asSentence(text: string): string {
  const trimmed = text.trim();
  return /[.!?]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}
