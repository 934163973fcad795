import type { Report } from '@perfxpert/agents';
import { formatCount, formatDuration } from '../../format-number.js';
import { filterWords } from '../../filter-words.js';
import { countGpus } from '../../gpu-counts.js';
import { plural } from '../../plural.js';
import { paragraph } from '../paragraph.js';
import type { Section } from '../section.js';
import { splitLine } from '../split-line.js';
import type { TextContext } from '../text-context.js';

/** What was analysed: inputs, GPUs, ranks, window and amounts of work. */
export function renderHeader(report: Report, context: TextContext): Section {
  const { machine, inputs, work } = headerFacts(report);
  return {
    title: null,
    lines: [
      ...splitLine('PerfXpert', machine, context, context.paint.heading),
      ...splitLine(inputs, work, context),
      ...paragraph(filterWords(report), context, { indent: 0, paint: context.paint.warning }),
    ],
  };
}

/** The same facts as words: GPUs with ranks, names of the inputs, window with amounts of work. */
export function headerFacts(report: Report): { machine: string; inputs: string; work: string } {
  return {
    machine: [describeGpus(report), describeRanks(report)].filter(Boolean).join(', '),
    inputs: describeInputs(report),
    work: describeWork(report),
  };
}

function describeGpus(report: Report): string {
  const counts = countGpus(report, ({ name, architecture }) => {
    const model = name ?? architecture ?? 'GPU of unknown model';
    return name !== null && architecture !== null && name !== architecture ? `${model} (${architecture})` : model;
  });
  if (counts.size === 0) return report.profiling_info.profiling_mode === 'source_only' ? '' : 'no GPU at work';
  return [...counts].map(([label, count]) => (count === 1 ? label : `${count} × ${label}`)).join(' + ');
}

/** `rank 0`, `ranks 0–3`, `ranks 0, 2, 5`; '' where no rank is recorded. */
function describeRanks(report: Report): string {
  const known = report.metadata.processes.flatMap(({ rank }) => rank ?? []);
  const ranks = [...new Set(known)].sort((left, right) => left - right);
  const [first] = ranks;
  const last = ranks.at(-1);
  if (first === undefined || last === undefined) return '';
  if (ranks.length === 1) return `rank ${first}`;
  return last - first === ranks.length - 1 ? `ranks ${first}–${last}` : `${ranks.length} ranks, ${first} to ${last}`;
}

function describeInputs(report: Report): string {
  const { inputs, database_file: first } = report.metadata;
  const name = baseName(first ?? inputs[0]?.path ?? report.tier0_findings?.source_dir ?? 'no trace');
  return inputs.length > 1 ? `${name} and ${inputs.length - 1} more` : name;
}

function baseName(path: string): string {
  return (
    path
      .replace(/[/\\]+$/, '')
      .split(/[/\\]/)
      .at(-1) ?? path
  );
}

function describeWork(report: Report): string {
  if (report.profiling_info.profiling_mode === 'source_only') return 'sources without a trace';
  const { dispatches, copies, api_calls: apiCalls } = report.trace_quality;
  const windowNs = report.profiling_info.total_duration_ns;
  const groups = report.execution_breakdown?.group_count ?? 0;
  const window =
    groups > 1 ? `${groups} windows of ${formatDuration(windowNs)} in all` : `window ${formatDuration(windowNs)}`;
  if (report.execution_breakdown !== null)
    return `${window}, ${plural(dispatches, 'dispatch', 'dispatches')}, ${plural(copies, 'copy', 'copies')}`;
  return apiCalls === 0 ? 'no activity recorded' : `no GPU work recorded, ${formatCount(apiCalls)} API calls`;
}
