import type { Report } from '@perfxpert/agents';
import { formatCount, formatPercent } from '../../format-number.js';
import type { HtmlContext } from '../html-context.js';
import { markup } from '../markup.js';
import type { Markup } from '../markup.js';
import { ATT_FILLS, ATT_WORDS } from '../parts/att-words.js';
import { cutText } from '../parts/cut-text.js';
import { shareOf } from '../parts/meter.js';
import { legendItem } from '../parts/swatch.js';

type AttTrace = NonNullable<Report['att_trace']>;
type Kernel = AttTrace['kernels'][number];

/** A cell of the graph: its share of all stall cycles, and what lies below it. */
interface Cell {
  readonly label: string;
  readonly cycles: number;
  readonly fill: string;
  readonly words: string;
  readonly href: string | null;
  readonly children: readonly Cell[];
}

const ROW = 26;
const DEPTH = 3;
/** Labels are drawn where they have at least this share of the width, with about so many letters per percent. */
const LABEL_FROM_PERCENT = 6;
const LETTERS_PER_PERCENT = 1.25;

/** Stall cycles from kernel to source line to instruction: a cell is as wide as its part of all stall cycles. */
export function flameGraph(att: AttTrace, context: HtmlContext): Markup | null {
  const total = att.kernels.reduce((sum, kernel) => sum + kernel.stall_cycles, 0);
  if (total === 0) return null;
  const cells = att.kernels
    .filter((kernel) => kernel.stall_cycles > 0)
    .map((kernel) => kernelCell(kernel, total, context));
  const drawn: Markup[] = [];
  let start = 0;
  for (const cell of cells) {
    draw(cell, start, 0, total, drawn);
    start += cell.cycles;
  }
  const used = new Set(
    att.kernels.flatMap((kernel) => kernel.top_stalling_instructions.map((entry) => entry.stall_category)),
  );
  const legend = [...used].map((category) => legendItem(ATT_FILLS[category], ATT_WORDS[category]));
  return markup`<div class="tools script"> <span class="button-row" role="group" aria-label="Zoom of the graph"><button type="button" data-flame-zoom="reset">Reset</button></span><label class="filter">Find <input type="search" id="flame-search" autocomplete="off" spellcheck="false" placeholder="kernel, line or instruction"/></label><span class="status" id="flame-status" role="status"></span><span class="keys">click or <kbd>Enter</kbd> zooms to a cell</span></div><div class="chart"> <svg height="${ROW * DEPTH}" role="group" aria-label="Stall cycles by kernel, source line and instruction; the tables below have the figures" data-flame-graph> ${drawn} </svg></div><ul class="legend">${legend}</ul><p class="note"> Rows from top to bottom: kernel, source line, instruction. Width is the share of all stall cycles; lines and instructions beyond those listed are left blank. </p>`;
}

function kernelCell(kernel: Kernel, total: number, context: HtmlContext): Cell {
  const lines = kernel.source_lines.filter((line) => line.stall_cycles > 0);
  const label = context.kernelLabel(kernel.name);
  const instructions = kernel.top_stalling_instructions.filter((entry) => entry.stall_cycles > 0);
  return {
    label,
    cycles: kernel.stall_cycles,
    fill: ATT_FILLS[kernel.stall_category],
    words: describe(label, kernel.stall_cycles, kernel.stall_cycles, total, ATT_WORDS[kernel.stall_category]),
    href:
      context.findingAnchor(kernel.trace_kernel ?? kernel.name) ??
      context.kernelAnchor(kernel.trace_kernel ?? kernel.name),
    children: lines.map((line) => {
      const own = instructions.filter((entry) => entry.source_line === line.source_line);
      const name = line.source_line === '' ? 'no debug information' : line.source_line;
      return {
        label: name,
        cycles: line.stall_cycles,
        fill: 'fill-same',
        words: describe(name, line.stall_cycles, kernel.stall_cycles, total, ''),
        href: null,
        children: own.map((entry) => ({
          label: entry.pc_offset,
          cycles: entry.stall_cycles,
          fill: ATT_FILLS[entry.stall_category],
          words: describe(
            entry.pc_offset,
            entry.stall_cycles,
            kernel.stall_cycles,
            total,
            ATT_WORDS[entry.stall_category],
          ),
          href: null,
          children: [],
        })),
      };
    }),
  };
}

function describe(label: string, cycles: number, ofKernel: number, total: number, kind: string): string {
  const kinds = kind === '' ? '' : `\nwaits for ${kind}`;
  return `${cutText(label, 300)}\n${formatCount(cycles)} stall cycles, ${formatPercent((100 * cycles) / total)} of all, ${formatPercent((100 * cycles) / Math.max(1, ofKernel))} of its kernel${kinds}`;
}

function draw(cell: Cell, start: number, depth: number, total: number, drawn: Markup[]): void {
  const share = (cycles: number): number => (100 * cycles) / total;
  const width = share(cell.cycles);
  const room = Math.floor(width * LETTERS_PER_PERCENT) - 1;
  const label = width >= LABEL_FROM_PERCENT ? cutText(cell.label, Math.max(4, room)) : '';
  const textFill = cell.fill.replace('fill-', 'on-').replace('on-same', 'on-compute');
  drawn.push(
    markup`<g data-flame="${start},${cell.cycles},${depth}" data-label="${cutText(cell.label, 300)}" data-tip="${cell.words}" ${cell.href === null ? null : markup` data-href="#${cell.href}"`} tabindex="0" role="button" aria-label="${cell.words.replaceAll('\n', ', ')}"><title>${cell.words}</title><rect class="flame-cell ${cell.fill}" x="${shareOf(share(start))}%" y="${depth * ROW}" width="${shareOf(width)}%" height="${ROW - 2}"/><text class="${textFill}" x="${shareOf(share(start))}%" dx="6" y="${depth * ROW + 16}">${label}</text></g>`,
  );
  let childStart = start;
  for (const child of cell.children) {
    draw(child, childStart, depth + 1, total, drawn);
    childStart += child.cycles;
  }
}
