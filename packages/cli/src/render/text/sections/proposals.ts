import type { Report } from '@perfxpert/agents';
import { plural } from '../../plural.js';
import { PROPOSALS_WARNING, proposalWords } from '../../proposal-words.js';
import { paragraph } from '../paragraph.js';
import type { Section } from '../section.js';
import type { TextContext } from '../text-context.js';

const INDENT = 5;
const LABEL_WIDTH = 10;

/** Ideas of a model that nothing has proven, far from the recommendations and under a heading that says so. */
export function renderProposals(
  { exploratory_proposals: proposals = [] }: Report,
  context: TextContext,
): Section | null {
  if (proposals.length === 0) return null;
  return {
    title: 'UNPROVEN IDEAS OF A MODEL',
    aside: `${plural(proposals.length, 'idea')}, unverified`,
    lines: [
      ...paragraph(PROPOSALS_WARNING, context),
      ...proposals.flatMap((proposal) => [
        '',
        ...paragraph(proposal.title, context, { label: '?' }),
        ...proposalWords(proposal, context.kernelLabel).flatMap(([label, text]) =>
          paragraph(text, context, { indent: INDENT, label, labelWidth: LABEL_WIDTH }),
        ),
      ]),
    ],
  };
}
