import { plural } from '../../plural.js';
import { PROPOSALS_WARNING, proposalWords } from '../../proposal-words.js';
import type { HtmlContext } from '../html-context.js';
import { markup } from '../markup.js';
import type { HtmlSection } from '../section.js';

/** Ideas of a model that nothing has proven, in a section of their own that says so. */
export function proposalsSection(context: HtmlContext): HtmlSection | null {
  const { exploratory_proposals: proposals = [] } = context.report;
  if (proposals.length === 0) return null;
  return {
    id: 'proposals',
    title: 'Unproven ideas of a model',
    count: String(proposals.length),
    take: `${plural(proposals.length, 'idea')} of a language model, unverified.`,
    body: markup`<p class="note">▲ ${PROPOSALS_WARNING}</p><ul class="others">${proposals.map(
      (proposal) =>
        markup`<li><h3>${proposal.title}</h3>${proposalWords(proposal, context.kernelLabel).map(
          ([label, text]) => markup`<p class="note"><b>${label}</b> ${text}</p>`,
        )}</li>`,
    )}</ul>`,
  };
}
