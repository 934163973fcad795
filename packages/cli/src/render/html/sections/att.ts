import type { Report } from '@perfxpert/agents';
import { formatCount, formatPercent } from '../../format-number.js';
import { plural } from '../../plural.js';
import { flameGraph } from '../charts/flame-graph.js';
import type { HtmlContext } from '../html-context.js';
import { markup } from '../markup.js';
import type { Markup } from '../markup.js';
import { ATT_WORDS } from '../parts/att-words.js';
import { headers } from '../parts/headers.js';
import { kernelName } from '../parts/kernel-name.js';
import { table } from '../parts/table.js';
import type { HtmlSection } from '../section.js';

type AttTrace = NonNullable<Report['att_trace']>;
type Kernel = AttTrace['kernels'][number];

const MOST_KERNELS = 50;

/** Thread trace: what waves wait for, by kernel, source line and instruction. */
export function attSection(context: HtmlContext): HtmlSection | null {
  const { att_trace: att } = context.report;
  if (att === undefined) return null;
  const base = { id: 'att', title: 'Thread trace' };
  if (!att.has_att_data || att.kernels.length === 0)
    return { ...base, take: att.reason ?? 'The folder holds no thread trace.', body: markup`${skipped(att)}` };
  const [first] = att.kernels;
  return {
    ...base,
    count: formatCount(att.summary.kernel_count),
    take: `${plural(att.summary.kernel_count, 'kernel')} traced; ${first === undefined ? '' : `${context.kernelLabel(first.name)} holds ${formatPercent(first.stall_pct)} of all stall cycles, mostly ${ATT_WORDS[first.stall_category]}.`}`,
    body: markup`${flameGraph(att, context)}${kernels(att, context)}${att.kernels.slice(0, MOST_KERNELS).map((kernel) => details(kernel, context))}<p class="note">${att.summary.note} ${plural(att.summary.csv_files, 'file')} in ${att.directory}${att.is_discovered ? ', found beside the trace' : ''}; ${plural(att.summary.high_stall_kernels, 'kernel')} with a heavily stalling instruction, ${plural(att.summary.unexecuted_kernels, 'kernel')} without an execution, ${plural(att.summary.skipped_rows, 'row')} left out. </p>${skipped(att)}`,
  };
}

function kernels({ kernels: list }: AttTrace, context: HtmlContext): Markup | null {
  return table(
    headers(
      [
        'Kernel',
        'Stall cycles',
        'Of all stall',
        'Stall / latency',
        'Mean of instructions',
        'Idle cycles',
        'Instructions',
        'Waves',
        'Mostly',
      ],
      [8],
    ),
    list
      .slice(0, MOST_KERNELS)
      .map((kernel) => [
        markup`${kernelName(kernel.trace_kernel ?? kernel.name, context)}<small>${kernel.csv_file}${kernel.low_sample ? ', few samples' : ''}</small>`,
        formatCount(kernel.stall_cycles),
        formatPercent(kernel.stall_pct),
        ratio(kernel.stall_ratio),
        ratio(kernel.avg_stall_ratio),
        kernel.idle_cycles === null ? null : formatCount(kernel.idle_cycles),
        formatCount(kernel.instruction_count),
        formatCount(kernel.traced_waves),
        ATT_WORDS[kernel.stall_category],
      ]),
    { caption: 'Kernels of the thread trace', sortable: true },
  );
}

function ratio(value: number | null): string | null {
  return value === null ? null : formatPercent(100 * value);
}

function details(kernel: Kernel, context: HtmlContext): Markup {
  const instructions = table(
    headers(['Instruction', 'Source', 'Kind', 'Executed', 'Latency', 'Stall', 'Of kernel', 'Stall / latency'], [1, 2]),
    kernel.top_stalling_instructions.map((entry) => [
      markup`<code>${entry.pc_offset}</code>${entry.address === null ? null : markup`<small>${entry.address}</small>`}`,
      markup`${entry.source_line === '' ? null : markup`<code>${entry.source_line}</code>`}${entry.source_chain.length === 0 ? null : markup`<small>${entry.source_chain.join(', ')}</small>`}`,
      ATT_WORDS[entry.stall_category],
      formatCount(entry.hitcount),
      formatCount(entry.total_latency_cycles),
      formatCount(entry.stall_cycles),
      formatPercent(entry.stall_pct),
      ratio(entry.stall_ratio),
    ]),
    { caption: 'Instructions with the most stall' },
  );
  const lines = table(
    headers(['Source line', 'Instructions', 'Latency', 'Stall', 'Idle', 'Of kernel']),
    kernel.source_lines.map((line) => [
      markup`<code>${line.source_line === '' ? 'no debug information' : line.source_line}</code>`,
      formatCount(line.instruction_count),
      formatCount(line.total_latency_cycles),
      formatCount(line.stall_cycles),
      line.idle_cycles === null ? null : formatCount(line.idle_cycles),
      formatPercent(line.stall_pct),
    ]),
    { caption: 'Source lines with the most stall' },
  );
  return markup`<details class="fold"><summary>${context.kernelLabel(kernel.name)}</summary>${instructions}${lines}<p class="note">${String(kernel.source_lines.length)} of ${plural(kernel.source_line_count, 'source line')}.</p></details>`;
}

function skipped({ skipped_files: files }: AttTrace): Markup | null {
  if (files.length === 0) return null;
  return markup`<ul class="actions">${files.slice(0, MOST_KERNELS).map(({ csv_file: file, reason }) => markup`<li><code>${file}</code>: <span class="dim">${reason}</span></li>`)}</ul>`;
}
