import type { Report } from '@perfxpert/agents';
import { describeBandwidth, describeCollectiveTime, describeMatchedRanks } from '../../communication-words.js';
import { renderCollectives } from '../collective-table.js';
import { renderArrivals } from '../communication-arrivals.js';
import { renderCommunicationRanks } from '../communication-ranks.js';
import { paragraph } from '../paragraph.js';
import type { Section } from '../section.js';
import type { TextContext } from '../text-context.js';

/** Time in collectives, what of it nothing covers, and bandwidth where the trace holds message sizes. */
export function renderCommunication({ communication }: Report, context: TextContext): Section | null {
  if (communication === undefined) return null;
  if (communication.collective_count === 0 && !communication.capture_incomplete) return null;
  const { summary } = communication;
  return {
    title: 'COMMUNICATION',
    aside: summary.ranks > 1 ? `${summary.ranks} ranks` : '',
    lines: [
      ...paragraph(describeCollectiveTime(summary), context),
      ...paragraph(describeMatchedRanks(summary), context),
      ...paragraph(describeBandwidth(communication), context),
      ...renderCommunicationRanks(communication, context),
      ...renderArrivals(communication, context),
      // Without sizes the table of single ranks says nothing that the arrivals don't.
      ...(summary.measured_metrics_available || communication.arrivals.length === 0
        ? ['', ...renderCollectives(communication, context)]
        : []),
    ],
  };
}
