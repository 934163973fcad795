import type { Report } from '@perfxpert/agents';
import { formatCount } from '../../format-number.js';
import { plural } from '../../plural.js';
import { commandParagraph, paragraph } from '../paragraph.js';
import type { Section } from '../section.js';
import type { Cell, Column } from '../table.js';
import { renderTable } from '../table.js';
import type { TextContext } from '../text-context.js';

type Findings = NonNullable<Report['tier0_findings']>;

const MOST_KERNELS = 20;
const MOST_PLACES = 3;

/** What a scan of the sources found: kernels, habits that cost time, and without a trace what to record first. */
export function renderSources({ tier0_findings: findings }: Report, context: TextContext): Section | null {
  if (findings === undefined) return null;
  return {
    title: 'SOURCES',
    aside: `${findings.programming_model}, ${plural(findings.kernel_count, 'kernel')}`,
    lines: [
      ...paragraph(describeScan(findings), context),
      ...renderPatterns(findings, context),
      ...renderKernels(findings, context),
      ...renderPlan(findings, context),
    ],
  };
}

function describeScan(findings: Findings): string {
  const left = [
    ...(findings.files_skipped > 0 ? [`${plural(findings.files_skipped, 'file')} left out`] : []),
    ...(findings.links_skipped > 0 ? [`${plural(findings.links_skipped, 'link')} not followed`] : []),
    ...(findings.unreadable_folders > 0 ? [`${plural(findings.unreadable_folders, 'folder')} unreadable`] : []),
    ...(findings.truncated ? ['cut at a limit'] : []),
  ];
  const models = findings.programming_models.map(({ model, files }) => `${model} in ${plural(files, 'file')}`);
  const markers = findings.already_instrumented
    ? `${plural(findings.roctx_marker_count, 'marker call')}`
    : 'no roctx markers';
  return [
    `${findings.source_dir}: ${[plural(findings.files_scanned, 'file'), ...left].join(', ')}.`,
    models.length === 0 ? 'No GPU code.' : `${models.join(', ')}.`,
    `${plural(findings.definition_count, 'definition')}, ${plural(findings.launch_count, 'launch', 'launches')}; ${markers}.`,
    findings.llm_explanation ?? '',
  ]
    .join(' ')
    .trim();
}

function renderPatterns({ detected_patterns: patterns }: Findings, context: TextContext): string[] {
  const columns: Column[] = [
    { header: 'pattern', kind: 'word' },
    { header: 'severity', kind: 'word' },
    { header: 'area', kind: 'word', isOptional: true },
    { header: 'places', kind: 'number' },
    { header: 'in loops', kind: 'number' },
    { header: 'first', kind: 'name' },
  ];
  const rows = patterns.map((pattern): Cell[] => [
    pattern.pattern_id,
    pattern.severity,
    pattern.category,
    formatCount(pattern.count),
    formatCount(pattern.in_loop_count),
    pattern.locations.slice(0, MOST_PLACES).join(', '),
  ]);
  const notes = patterns.map((pattern) => `${pattern.pattern_id}: ${pattern.description}.`);
  return [...withGap(renderTable(columns, rows, context)), ...notes.flatMap((note) => paragraph(note, context))];
}

function renderKernels(findings: Findings, context: TextContext): string[] {
  const columns: Column[] = [
    { header: 'kernel', kind: 'name' },
    { header: 'what', kind: 'word' },
    { header: 'loop', kind: 'word' },
    { header: 'place', kind: 'name' },
  ];
  const rows = findings.detected_kernels
    .slice(0, MOST_KERNELS)
    .map((kernel): Cell[] => [
      kernel.name,
      kernel.launch_type.toLowerCase().replaceAll('_', ' '),
      kernel.in_loop ? 'yes' : '',
      `${kernel.file}:${kernel.line}`,
    ]);
  const rest = findings.detected_kernel_count - rows.length;
  return [
    ...withGap(renderTable(columns, rows, context)),
    ...(rest > 0 ? paragraph(`${formatCount(rest)} more definitions and launches`, context) : []),
  ];
}

function renderPlan({ profiling_plan: plan }: Findings, context: TextContext): string[] {
  if (plan === undefined) return [];
  return [
    '',
    ...paragraph(plan.description, context),
    ...(plan.suggested_first_command === ''
      ? []
      : commandParagraph(plan.suggested_first_command, context, { label: '$' })),
    ...(plan.suggested_counters.length === 0
      ? []
      : paragraph(plan.suggested_counters.join(', '), context, { label: 'counters:' })),
    ...plan.actions.flatMap((action) => paragraph(action, context, { label: '-' })),
  ];
}

function withGap(lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', ...lines];
}
