import type { Report } from '@perfxpert/agents';
import { formatWholePercent } from '../format-number.js';
import { describePrediction, describeTechnique, evidenceFigures, figuresToWatch } from '../recommendation-words.js';
import { commandParagraph, paragraph } from './paragraph.js';
import type { TextContext } from './text-context.js';

type Recommendation = Report['recommendations'][number];

const INDENT = 5;
const LABEL_WIDTH = 10;

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
  return evidenceFigures(evidence)
    .map(({ words, value, others }) => `${words} ${value}${others.length === 0 ? '' : ` (${others.join(', ')})`}`)
    .join('; ');
}

function describeVerification({ verify }: Recommendation): string {
  return verify === undefined ? '' : `${verify.full_command}; ${figuresToWatch(verify)}`;
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
