import type { Proposal } from '@perfxpert/agents';

const MAX_ID_CHARACTERS = 48;
const BOTTLENECKS: Readonly<Record<string, string>> = {
  compute: 'compute',
  memory: 'memory_transfer',
  latency: 'latency',
};

/** What a person has to measure and write before the entry is one. */
export const UNMEASURED_FIELDS = [
  'measured_speedup_range',
  'source_citation',
  'preconditions',
  'fixture_pair',
] as const;

/** Id of an entry from a title: lower case, runs of anything else one `_`, at most 48 characters, never starting with a digit. */
export function skeletonId(title: string): string {
  const id = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, MAX_ID_CHARACTERS)
    .replace(/_+$/, '');
  if (id === '') return 'promoted_proposal';
  return /^[a-z]/.test(id) ? id : `proposal_${id}`;
}

/**
 * The skeleton of a catalogue entry as YAML. Texts are quoted as JSON, which YAML reads as one scalar whatever they hold; what
 * has to be measured stands as comments, so that the entry is invalid until somebody did.
 */
export function catalogSkeleton(proposal: Proposal, promotedBy: string | undefined): string {
  const text = (value: string): string => quoted(value);
  return [
    '# Skeleton: nothing here is proven. Measure, then fill in the four fields at the end.',
    `- id: ${skeletonId(proposal.title)}`,
    `  bottleneck_type: ${BOTTLENECKS[proposal.specialist] ?? 'mixed'}`,
    `  technique: ${text(proposal.title)}`,
    `  description: ${text(proposal.hypothesis)}`,
    `  mechanism: ${text(proposal.mechanism)}`,
    '  failure_modes:',
    ...proposal.failure_modes.map((mode) => `    - ${text(mode)}`),
    '  promoted_from:',
    `    proposal_id: ${text(proposal.proposal_id)}`,
    `    model: ${text(proposal.provenance.model)}`,
    ...(promotedBy === undefined ? [] : [`    promoted_by: ${text(promotedBy)}`]),
    ...UNMEASURED_FIELDS.map((field) => `  # ${field}: to be measured`),
    '',
  ].join('\n');
}

/** A YAML double-quoted scalar on one line. */
function quoted(value: string): string {
  return JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
