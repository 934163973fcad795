import type { Explanation } from '@perfxpert/agents/toolkit';
import { escapeStrings } from '../escape-strings.js';
import { formatBytes, formatCount, formatDuration, NO_BREAK_SPACE } from '../format-number.js';
import { formatQuantity } from '../format-quantity.js';
import { NO_NEXT_KERNEL } from '../idle-cause-words.js';
import { cutMiddle } from './cut-middle.js';
import { commandParagraph, paragraph } from './paragraph.js';
import { recommendationLines } from './recommendation-lines.js';
import type { Section } from './section.js';
import { splitLine } from './split-line.js';
import { renderTable } from './table.js';
import type { Cell, Column } from './table.js';
import { createTextContext } from './text-context.js';
import type { TextContext, TextOptions } from './text-context.js';

type ProvenValue = Explanation['figures'][number]['value'];

/** Two of it and the least widths of the other columns fit into 80 columns. */
const VALUE_WIDTH = 16;

/** The proof of a finding for a terminal. Ends in a line break; no line ends in spaces. */
export function renderExplanation(explanation: Explanation, options: TextOptions): string {
  const safe = escapeStrings(explanation);
  const texts = safe.figures.flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
  const kernels = [safe.finding.target ?? '', ...(safe.finding.kernels ?? []), ...safe.rows.map(({ name }) => name)];
  const names = [...kernels, ...texts];
  const context = createTextContext(options, [...new Set(names)]);
  const sections = [finding(safe, context), arithmetic(safe, context), figures(safe, context), ...rows(safe, context)];
  const lines = sections.flatMap(({ title, aside = '', lines: body }, index) => [
    ...(index === 0 ? [] : ['']),
    ...(title === null ? [] : splitLine(title, aside, context, context.paint.heading)),
    ...body,
  ]);
  return `${lines.map((line) => line.replaceAll(NO_BREAK_SPACE, ' ').trimEnd()).join('\n')}\n`;
}

function finding({ finding: entry }: Explanation, context: TextContext): Section {
  return {
    title: entry.id,
    aside: entry.recoverable_ns === null ? 'no bound' : `at most ${formatDuration(entry.recoverable_ns)}`,
    lines: [
      ...paragraph(entry.title, context, { paint: context.paint.verdict }),
      ...recommendationLines(entry, context),
    ],
  };
}

function arithmetic({ arithmetic: calculations }: Explanation, context: TextContext): Section {
  const lines = calculations.flatMap(({ formula, operands, value, unit, result }) => [
    ...paragraph(formula, context),
    ...operands.flatMap(({ name, value: operand, unit: operandUnit }) =>
      paragraph(`${name} = ${exactly(operand, operandUnit)}`, context, { indent: 4 }),
    ),
    ...paragraph(`${result} = ${exactly(value, unit)}`, context, { indent: 4 }),
  ]);
  return { title: 'ARITHMETIC', lines: lines.length > 0 ? lines : paragraph('Nothing bounds it.', context) };
}

function figures({ figures: proven }: Explanation, context: TextContext): Section {
  const columns: Column[] = [
    { header: 'figure', kind: 'name' },
    { header: 'shown', kind: 'number' },
    { header: 'computed again', kind: 'number' },
    { header: 'equal', kind: 'word' },
    { header: 'from', kind: 'name' },
  ];
  const table = proven.map(({ metric, value, unit, recomputed, agrees, formula }): Cell[] => [
    metric,
    shownValue(value, unit, context),
    agrees === null ? null : shownValue(recomputed, unit, context),
    agrees === null ? null : agrees ? 'yes' : 'NO',
    formula,
  ]);
  const calls = new Map(
    proven.flatMap(({ tool_call: call }) =>
      call === null ? [] : [[call.tool, `${call.tool} ${JSON.stringify(call.arguments)}`] as const],
    ),
  );
  return {
    title: 'FIGURES',
    lines: [
      ...renderTable(columns, table, context),
      ...[...calls.values()].flatMap((call) => commandParagraph(call, context, { label: 'call' })),
    ],
  };
}

/** A figure as it stands in a table: numbers whole; names, which may be those of kernels, short and cut in the middle. */
function shownValue(value: ProvenValue, unit: string, context: TextContext): string {
  if (typeof value !== 'string') return formatQuantity(value, unit);
  return cutMiddle(context.encode(context.kernelLabel(value)), VALUE_WIDTH, context.ellipsis);
}

function rows(explanation: Explanation, context: TextContext): Section[] {
  const { rows: found, row_count: count, gaps, rows_reason: reason } = explanation;
  if (reason !== null) return [{ title: 'ROWS', lines: paragraph(`None: ${reason}.`, context) }];
  const sections: Section[] = [];
  if (found.length > 0)
    sections.push({
      title: 'ROWS',
      aside: `the ${formatCount(found.length)} longest of ${formatCount(count)}`,
      lines: renderTable(
        [
          { header: 'table', kind: 'word' },
          { header: 'name', kind: 'name' },
          { header: 'start ns', kind: 'number' },
          { header: 'length', kind: 'number' },
          { header: 'place', kind: 'word', isOptional: true },
          { header: 'stack id', kind: 'number', isOptional: true },
          { header: 'size', kind: 'number', isOptional: true },
        ],
        found.map((row): Cell[] => [
          row.table,
          context.kernelLabel(row.name),
          row.start,
          formatDuration(row.duration_ns),
          row.place,
          row.correlation_id === null ? '' : String(row.correlation_id),
          row.size_bytes === null ? '' : formatBytes(row.size_bytes),
        ]),
        context,
      ),
    });
  if (gaps.length > 0)
    sections.push({
      title: 'GAPS',
      aside: 'the largest',
      lines: renderTable(
        [
          { header: 'device', kind: 'word' },
          { header: 'start ns', kind: 'number' },
          { header: 'length', kind: 'number' },
          { header: 'cause', kind: 'word' },
          { header: 'next kernel', kind: 'name' },
        ],
        gaps.map((gap): Cell[] => [
          gap.device,
          String(gap.start_ns),
          formatDuration(gap.duration_ns),
          gap.cause,
          gap.next_kernel === null ? NO_NEXT_KERNEL : context.kernelLabel(gap.next_kernel),
        ]),
        context,
      ),
    });
  return sections;
}

/** A proof shows whole nanoseconds, not rounded ones. */
function exactly(value: number, unit: string): string {
  return `${String(value)} ${unit}`;
}
