import type { AttInstructionRow, AttKernelRow, AttSourceLine } from '../../schemas/att-trace.js';
import { RULE_THRESHOLDS } from '../diagnosis/rule-thresholds.js';
import { percentOf } from '../statistics/percent-of.js';
import { roundTo } from '../statistics/round-to.js';
import { compareText } from '../text/compare-text.js';
import { classifyInstruction } from './classify-instruction.js';
import type { StatsKernel, StatsRow } from './parse-stats-csv.js';

const TOP_INSTRUCTIONS = 10;
const TOP_LINES = 20;

/**
 * Totals of one traced kernel. The ratio of the kernel is summed stall over summed latency; instructions are ranked by
 * their stall cycles, which are totals already. Null without any execution. `stall_pct` and `trace_kernel` are set by
 * who sees all kernels.
 */
export function summarizeKernel(kernel: StatsKernel, csvFile: string): AttKernelRow | null {
  const executed = kernel.rows.flatMap((row, index) => (row.hits > 0 ? [{ row, index }] : []));
  if (executed.length === 0) return null;
  const rows = executed.map(({ row }) => row);
  const stall = sum(rows, (row) => row.stall);
  const latency = sum(rows, (row) => row.latency);
  const names = kernel.rows.map(({ instruction }) => instruction);
  const top = [...executed]
    .sort((a, b) => b.row.stall - a.row.stall || a.index - b.index)
    .slice(0, TOP_INSTRUCTIONS)
    .map(({ row, index }) => describeInstruction(row, names.slice(0, index), stall));
  const ratios = rows.flatMap((row) => (row.latency > 0 ? [Math.min(row.stall / row.latency, 1)] : []));
  const lines = sourceLines(rows, stall);
  return {
    name: kernel.name,
    trace_kernel: null,
    csv_file: csvFile,
    instruction_count: rows.length,
    traced_waves: rows[0]?.hits ?? 0,
    low_sample: (top[0]?.hitcount ?? 0) < RULE_THRESHOLDS.attHits.value,
    total_latency_cycles: latency,
    stall_cycles: stall,
    idle_cycles: idleOf(rows),
    stall_ratio: stallRatio(stall, latency),
    avg_stall_ratio: ratios.length === 0 ? null : roundTo(ratios.reduce((a, b) => a + b, 0) / ratios.length, 4),
    stall_pct: 0,
    stall_category: top[0]?.stall_category ?? 'att_unknown',
    total_weighted_stall: sum(rows, (row) => row.stall * row.hits),
    top_stalling_instructions: top,
    source_lines: lines.slice(0, TOP_LINES),
    source_line_count: lines.length,
  };
}

function describeInstruction(row: StatsRow, earlier: readonly string[], kernelStall: number): AttInstructionRow {
  const chain = row.source === '' ? [] : row.source.split(' -> ').map((place) => place.trim());
  return {
    pc_offset: row.instruction,
    address: row.address,
    hitcount: row.hits,
    total_latency_cycles: row.latency,
    stall_cycles: row.stall,
    idle_cycles: row.idle,
    stall_ratio: stallRatio(row.stall, row.latency),
    stall_pct: percentOf(row.stall, kernelStall),
    weighted_stall: row.stall * row.hits,
    stall_category: classifyInstruction(row.instruction, earlier),
    source_line: outermost(row.source),
    source_chain: chain.length > 1 ? chain : [],
  };
}

/** Source lines by stall. Inlined code counts for the line that calls it. */
function sourceLines(rows: readonly StatsRow[], kernelStall: number): AttSourceLine[] {
  const byLine = new Map<string, StatsRow[]>();
  for (const row of rows) {
    const line = outermost(row.source);
    const known = byLine.get(line);
    if (known === undefined) byLine.set(line, [row]);
    else known.push(row);
  }
  return [...byLine]
    .map(([line, own]): AttSourceLine => {
      const stall = sum(own, (row) => row.stall);
      return {
        source_line: line,
        instruction_count: own.length,
        total_latency_cycles: sum(own, (row) => row.latency),
        stall_cycles: stall,
        idle_cycles: idleOf(own),
        stall_pct: percentOf(stall, kernelStall),
      };
    })
    .sort((a, b) => b.stall_cycles - a.stall_cycles || compareText(a.source_line, b.source_line));
}

/** The last place of a chain is the outermost call site. */
function outermost(source: string): string {
  return (source.split(' -> ').at(-1) ?? '').trim();
}

function idleOf(rows: readonly StatsRow[]): number | null {
  return rows.some((row) => row.idle === null) ? null : sum(rows, (row) => row.idle ?? 0);
}

/** Rounded to 4 digits; null for a latency of 0. Never above 1: cells that say more contradict each other. */
function stallRatio(stall: number, latency: number): number | null {
  return latency === 0 ? null : roundTo(Math.min(stall / latency, 1), 4);
}

function sum(rows: readonly StatsRow[], value: (row: StatsRow) => number): number {
  return rows.reduce((total, row) => total + value(row), 0);
}
