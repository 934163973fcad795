import type { Report } from '@perfxpert/agents';
import { formatCount, formatPercent, formatPlain } from '../../format-number.js';
import { plural } from '../../plural.js';
import { renderCounterTables } from '../counter-tables.js';
import { commandParagraph, paragraph } from '../paragraph.js';
import type { Section } from '../section.js';
import type { TextContext } from '../text-context.js';

type Counters = Report['hardware_counters'];
type Metrics = NonNullable<Counters['metrics']>;
type Escalation = NonNullable<Counters['escalation']>;

/** What the counters tell, the counters themselves, and the passes that would tell more. */
export function renderCounters({ hardware_counters: counters }: Report, context: TextContext): Section | null {
  const { escalation } = counters;
  const next = escalation === undefined ? [] : describeEscalation(escalation, context);
  if (!counters.has_counters && next.length === 0) return null;
  const summary = counters.metrics === null ? '' : describeUse(counters.metrics);
  return {
    title: 'HARDWARE COUNTERS',
    aside: counters.has_counters ? 'per dispatch' : 'none recorded',
    lines: [...paragraph(summary, context), ...renderCounterTables(counters, context), ...next],
  };
}

function describeUse(metrics: Metrics): string {
  const { gpu_utilization_pct: utilization, avg_waves, min_waves, max_waves, waves_launched: launched } = metrics;
  const waves = [
    avg_waves === null ? '' : `mean ${formatPlain(avg_waves)}`,
    min_waves === null ? '' : `least ${formatPlain(min_waves)}`,
    max_waves === null ? '' : `most ${formatPlain(max_waves)}`,
    launched === null ? '' : `${formatCount(launched)} in all`,
  ].filter((part) => part !== '');
  const facts = [
    utilization === null ? '' : `GPU active ${formatPercent(utilization)} of the counted cycles.`,
    waves.length === 0 ? '' : `Waves launched per dispatch: ${waves.join(', ')}.`,
  ];
  return facts.filter((fact) => fact !== '').join(' ');
}

function describeEscalation(escalation: Escalation, context: TextContext): string[] {
  if (!escalation.required && escalation.commands.length === 0) return [];
  const architecture = escalation.gpu_arch === null ? '' : ` on ${escalation.gpu_arch}`;
  return [
    '',
    ...paragraph(`${plural(escalation.pass_count, 'further run')}${architecture}: ${escalation.reason}`, context),
    ...escalation.passes.flatMap(({ index, counters }) =>
      paragraph(counters.join(' '), context, { indent: 4, label: `pass ${index}:` }),
    ),
    ...escalation.commands.flatMap((command) => [
      ...paragraph(command.description, context, { indent: 4, label: `${command.tool}:` }),
      ...commandParagraph(command.full_command, context, { indent: 6 }),
    ]),
  ];
}
