import type { Report } from '@perfxpert/agents';
import { formatBytes, formatCount, formatDuration } from '../../format-number.js';
import { plural } from '../../plural.js';
import { paragraph } from '../paragraph.js';
import type { Section } from '../section.js';
import type { Cell, Column } from '../table.js';
import { renderTable } from '../table.js';
import type { TextContext } from '../text-context.js';

type Process = Report['metadata']['processes'][number];

const MOST_ROWS = 8;

/** What was read: files, processes, and how much of each kind of record. */
export function renderInputs(report: Report, context: TextContext): Section | null {
  if (report.metadata.inputs.length === 0) return null;
  return {
    title: 'INPUTS',
    lines: [
      ...renderFiles(report, context),
      '',
      ...renderProcesses(report, context),
      ...paragraph(describeRecords(report), context),
    ],
  };
}

function renderFiles({ metadata: { inputs } }: Report, context: TextContext): string[] {
  const columns: Column[] = [
    { header: '#', kind: 'number' },
    { header: 'file', kind: 'name' },
    { header: 'size', kind: 'number' },
    { header: 'layout', kind: 'word' },
    { header: 'schema', kind: 'name' },
  ];
  const rows = inputs
    .slice(0, MOST_ROWS)
    .map((input, index): Cell[] => [
      String(index + 1),
      input.path,
      formatBytes(input.size_bytes),
      input.layout,
      input.schema_versions.join(', '),
    ]);
  return [...renderTable(columns, rows, context), ...more(inputs.length, 'file', 'files', context)];
}

function renderProcesses({ metadata: { processes } }: Report, context: TextContext): string[] {
  const columns: Column[] = [
    { header: 'file', kind: 'number' },
    { header: 'rank', kind: 'number' },
    { header: 'pid', kind: 'number' },
    { header: 'node', kind: 'name' },
    { header: 'command', kind: 'name' },
  ];
  const rows = [...processes]
    .sort(byPlace)
    .slice(0, MOST_ROWS)
    .map((process): Cell[] => [
      String(process.input + 1),
      process.rank === null ? null : String(process.rank),
      process.pid === null ? null : String(process.pid),
      process.node,
      process.command,
    ]);
  return [...renderTable(columns, rows, context), ...more(processes.length, 'process', 'processes', context)];
}

/** In order of file, rank and process number, as people count them; the report has them in order of identity. */
function byPlace(left: Process, right: Process): number {
  return left.input - right.input || (left.rank ?? -1) - (right.rank ?? -1) || (left.pid ?? -1) - (right.pid ?? -1);
}

function more(total: number, singular: string, several: string, context: TextContext): string[] {
  return total > MOST_ROWS ? paragraph(`${plural(total - MOST_ROWS, singular, several)} more`, context) : [];
}

function describeRecords({ trace_quality: quality, profiling_info: info }: Report): string {
  const launches = quality.launch_calls === null ? '' : ` of which ${formatCount(quality.launch_calls)} launch kernels`;
  return (
    `${plural(quality.processes, 'process', 'processes')}, ${plural(quality.dispatches, 'dispatch', 'dispatches')}, ` +
    `${plural(quality.copies, 'copy', 'copies')}, ${plural(quality.api_calls, 'API call')}${launches}, ` +
    `${plural(quality.markers, 'marker')}, ${plural(quality.other_regions, 'other region')}; ` +
    `${formatDuration(quality.total_kernel_ns)} of summed kernel time. ` +
    `Recorded as ${info.profiling_mode}, tier ${info.analysis_tier}.`
  );
}
