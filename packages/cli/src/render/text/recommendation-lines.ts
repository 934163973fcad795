import type { Report } from '@perfxpert/agents';
import { formatWholePercent } from '../format-number.js';
import { formatQuantity } from '../format-quantity.js';
import { metricWords } from '../metric-words.js';
import { commandParagraph, paragraph } from './paragraph.js';
import type { TextContext } from './text-context.js';

type Recommendation = Report['recommendations'][number];

const INDENT = 5;
const LABEL_WIDTH = 10;

type Technique = NonNullable<Recommendation['techniques']>[number];

/** What stands below the title of a recommendation: what was measured, its evidence, what to do, how to go on. */
export function recommendationLines(entry: Recommendation, context: TextContext): string[] {
  const labelled = (label: string, text: string) =>
    text === '' ? [] : paragraph(text, context, { indent: INDENT, label, labelWidth: LABEL_WIDTH });
  return [
    ...labelled('issue', entry.issue),
    ...labelled('about', describeTarget(entry, context)),
    ...labelled('evidence', describeEvidence(entry.evidence)),
    ...labelled('do', entry.suggestion),
    ...entry.actions.flatMap((action) => paragraph(action, context, { indent: INDENT + LABEL_WIDTH, label: '-' })),
    ...labelled('gain', describeGain(entry)),
    ...labelled('risk', entry.risk ?? ''),
    ...(entry.techniques ?? []).flatMap((technique) => labelled('technique', describeTechnique(technique))),
    ...labelled('expect', describePrediction(entry)),
    ...labelled('verify', describeVerification(entry)),
    ...entry.commands.flatMap((command) => describeCommand(command, context)),
    ...paragraph(describeStanding(entry), context, { indent: INDENT, paint: context.paint.note }),
  ];
}

/** The kernel or call it is about, unless the sentences say so. */
function describeTarget({ target, title, issue, suggestion }: Recommendation, context: TextContext): string {
  if (target === null) return '';
  const label = context.kernelLabel(target);
  return [title, issue, suggestion].some((sentence) => sentence.includes(label)) ? '' : label;
}

/** What it can bring in words, unless the bound beside the title or the issue says it. */
function describeGain({ recoverable_ns: boundNs, estimated_impact: impact, issue }: Recommendation): string {
  return boundNs === null && !impact.includes(issue) ? impact : '';
}

/** `idle other 2.82 ms (80.6%); calls 26`: values of one figure in several units stand together. */
function describeEvidence(evidence: Recommendation['evidence']): string {
  const values = new Map<string, string[]>();
  for (const { metric, value, unit } of evidence) {
    const words = metricWords(metric);
    values.set(words, [...(values.get(words) ?? []), formatQuantity(value, unit)]);
  }
  const figures = [...values].map(([words, [first = '', ...others]]) =>
    others.length === 0 ? `${words} ${first}` : `${words} ${first} (${others.join(', ')})`,
  );
  return figures.join('; ');
}

/** What it is, whether it fits, and, where something could not be checked, what is missing. */
function describeTechnique({ title, status, missing_metrics: missing, preconditions, effort }: Technique): string {
  const held = preconditions.filter(({ passed }) => passed === true).length;
  const checked = preconditions.length === 0 ? '' : `; ${held} of ${preconditions.length} preconditions hold`;
  const unknown = missing.length === 0 ? '' : `, not measured: ${missing.map(metricWords).join(', ')}`;
  return `${title} (${status === 'applicable' ? 'applicable' : 'needs data'}, effort ${effort}${checked}${unknown})`;
}

function describePrediction({
  predicted_program_speedup_range: range,
  predicted_confidence: sure,
}: Recommendation): string {
  if (range === undefined) return '';
  const confidence = sure === undefined ? '' : `, confidence ${formatWholePercent(sure)}`;
  return `${range[0].toFixed(2)} to ${range[1].toFixed(2)} times as fast, the whole program${confidence}`;
}

function describeVerification({ verify }: Recommendation): string {
  return verify === undefined ? '' : `${verify.full_command}; ${verify.metrics.map(metricWords).join(', ')}`;
}

function describeCommand(command: Recommendation['commands'][number], context: TextContext): string[] {
  const place = { indent: INDENT, labelWidth: LABEL_WIDTH };
  return [
    ...paragraph(command.description, context, { ...place, label: 'run' }),
    ...commandParagraph(command.full_command, context, { indent: INDENT + LABEL_WIDTH }),
  ];
}

function describeStanding(entry: Recommendation): string {
  const sources = [...new Set(entry.evidence.map(({ source }) => source))];
  const parts = [
    `${entry.priority.toLowerCase()} priority`,
    ...(entry.subtype === 'pragma' ? ['[advanced]'] : []),
    entry.category,
    ...(entry.confidence === null ? [] : [`confidence ${formatWholePercent(entry.confidence)}`]),
    ...(entry.effort === null ? [] : [`effort ${entry.effort}`]),
    `rule ${entry.id}`,
    `source ${sources.join(', ')}`,
  ];
  return parts.join('; ');
}
