import type { Report } from '@perfxpert/agents';
import { formatWholePercent } from './format-number.js';

type Proposal = NonNullable<Report['exploratory_proposals']>[number];

/** Said wherever proposals are shown: they are kept apart from what the trace proves. */
export const PROPOSALS_WARNING =
  'From a language model, not from the trace: nothing here is verified. A reference to a kernel or a tool was checked, what ' +
  'is said about it was not. Measure before you believe; the recommendations above do not rest on these.';

/** A proposal in words, label by label, in the order in which it is read. Nothing is left out but identities. */
export function proposalWords(
  proposal: Proposal,
  kernelLabel: (name: string) => string,
): (readonly [label: string, text: string])[] {
  const { target_kernel: kernel, verification, provenance } = proposal;
  const lines: (readonly [string, string])[] = [
    ['about', kernel === null ? '' : kernelLabel(kernel)],
    ['idea', proposal.hypothesis],
    ['because', proposal.mechanism],
    ...proposal.evidence.map(
      ({ kind, ref, observation }) => ['seen', `[${kind}] ${ref}: ${observation} (unverified)`] as const,
    ),
    ['expects', proposal.expected_effects.map(({ metric, direction }) => `${metric}: ${direction}`).join('; ')],
    ['assumes', proposal.assumptions.join('; ')],
    ['can fail', proposal.failure_modes.join('; ')],
    ['measure', verification.metrics.join('; ')],
    [
      'accept if',
      [
        ...verification.success_criteria.map(({ metric, op, baseline }) => `${metric} ${op} ${baseline}`),
        ...(verification.requires_full_gate_cascade ? ['all five gates pass'] : []),
      ].join('; '),
    ],
    [
      'origin',
      [
        proposal.status,
        `confidence ${formatWholePercent(proposal.confidence)}`,
        `${proposal.specialist} specialist`,
        `${provenance.provider}, model ${provenance.model}`,
        proposal.proposal_id,
      ].join('; '),
    ],
  ];
  return lines.filter(([, text]) => text !== '');
}
