import type { Report } from '@perfxpert/agents';
import { formatCount, formatFixed, formatPercent } from '../../format-number.js';
import { plural } from '../../plural.js';
import { paragraph } from '../paragraph.js';
import type { Section } from '../section.js';
import type { Cell, Column } from '../table.js';
import { renderTable } from '../table.js';
import type { TextContext } from '../text-context.js';

type AttTrace = NonNullable<Report['att_trace']>;
type AttKernel = AttTrace['kernels'][number];

const MOST_KERNELS = 5;
const MOST_INSTRUCTIONS = 5;
const MOST_LINES = 3;

/** Where waves stall, kernel by kernel: instructions and source lines; or why the thread trace tells nothing. */
export function renderThreadTrace({ att_trace: att }: Report, context: TextContext): Section | null {
  if (att === undefined) return null;
  const where = att.is_discovered ? `${att.directory}, found beside the trace` : att.directory;
  if (!att.has_att_data)
    return { title: 'THREAD TRACE', lines: paragraph(`${where}: ${att.reason ?? 'no data'}.`, context) };
  const { summary } = att;
  const rest = summary.kernel_count - MOST_KERNELS;
  return {
    title: 'THREAD TRACE',
    aside: `${plural(summary.kernel_count, 'kernel')}, ${formatCount(summary.high_stall_kernels)} with a dominant stall`,
    lines: [
      ...att.kernels.slice(0, MOST_KERNELS).flatMap((kernel) => renderKernel(kernel, context)),
      ...(rest > 0 ? paragraph(`${plural(rest, 'kernel')} more`, context) : []),
      ...paragraph(`${where}: ${describeFiles(att)}. ${summary.note}`, context, { paint: context.paint.note }),
    ],
  };
}

function describeFiles({ summary, skipped_files: skipped }: AttTrace): string {
  const parts = [plural(summary.csv_files, 'file')];
  if (summary.skipped_rows > 0) parts.push(`${plural(summary.skipped_rows, 'row')} left out`);
  if (summary.unexecuted_kernels > 0) parts.push(`${plural(summary.unexecuted_kernels, 'kernel')} not executed`);
  for (const { csv_file: file, reason } of skipped) parts.push(`${file}: ${reason}`);
  return parts.join('; ');
}

function renderKernel(kernel: AttKernel, context: TextContext): string[] {
  const match = kernel.trace_kernel === null ? ', not in the trace' : '';
  const label = context.kernelLabel(kernel.trace_kernel ?? kernel.name);
  const columns: Column[] = [
    { header: 'instruction', kind: 'name' },
    { header: 'kind', kind: 'word' },
    { header: 'source', kind: 'name' },
    { header: 'hits', kind: 'number' },
    { header: 'stall', kind: 'number' },
    { header: 'ratio', kind: 'number' },
    { header: 'idle', kind: 'number', isOptional: true },
    { header: 'share', kind: 'number' },
  ];
  const rows = kernel.top_stalling_instructions
    .slice(0, MOST_INSTRUCTIONS)
    .map((row): Cell[] => [
      row.pc_offset,
      kindOf(row.stall_category),
      row.source_line,
      formatCount(row.hitcount),
      formatCount(row.stall_cycles),
      row.stall_ratio === null ? null : formatPercent(100 * row.stall_ratio),
      row.idle_cycles === null ? null : formatCount(row.idle_cycles),
      formatPercent(row.stall_pct),
    ]);
  return [
    ...paragraph(`${label}${match}: ${describeKernel(kernel)}`, context),
    ...renderTable(columns, rows, context),
    ...describeLines(kernel, context),
    '',
  ];
}

function describeKernel(kernel: AttKernel): string {
  const ratio = kernel.stall_ratio === null ? '' : ` (${formatPercent(100 * kernel.stall_ratio)})`;
  const idle = kernel.idle_cycles === null ? '' : `, ${formatCount(kernel.idle_cycles)} idle`;
  const low = kernel.low_sample ? '; few executions, so a weak sample' : '';
  return (
    `${formatCount(kernel.stall_cycles)} of ${formatCount(kernel.total_latency_cycles)} cycles stalled${ratio}${idle}, ` +
    `${formatPercent(kernel.stall_pct)} of all stalls, mostly ${kindOf(kernel.stall_category)}; ` +
    `${plural(kernel.instruction_count, 'instruction')}, ${plural(kernel.traced_waves, 'wave')}, ${kernel.csv_file}${low}`
  );
}

function describeLines(kernel: AttKernel, context: TextContext): string[] {
  const lines = kernel.source_lines
    .filter((line) => line.source_line !== '')
    .slice(0, MOST_LINES)
    .map(
      (line) => `${line.source_line} ${formatPercent(line.stall_pct)} (${formatFixed(line.stall_cycles, 0)} cycles)`,
    );
  if (lines.length === 0) return [];
  return paragraph(lines.join(', '), context, {
    label: `lines (${formatCount(kernel.source_line_count)}):`,
  });
}

/** `att_vmem_latency` is `vmem latency`. */
function kindOf(category: string): string {
  return category.replace(/^att_/, '').replaceAll('_', ' ');
}
