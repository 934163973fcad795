import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { openTrace } from '@perfxpert/rocpd';
import type { ProcessColumns } from '@perfxpert/rocpd';
import { createProcessStage } from '../../../../src/lib/facts/create-process-stage.js';
import { collectQuality } from '../../../../src/lib/facts/quality/collect-quality.js';
import { findSharedFolder } from '../../../support/shared-traces.js';

const FOLDER = findSharedFolder();
const TRACES = [
  'traces/ddp_resnet_mi300x_rank0.db',
  'traces/sys_style_mytrace.db',
  'traces/torch_owlv2_mi300x.db',
  'traces/torch_qwen05b_mi300x.db',
  'traces/torch_timesformer_mi300x.db',
  'traces/vllm_prefilldecode_mi300x.db',
  'traces/xdit_flux_mi300x.db',
  'planted/amber/trace.db',
  'planted/birch/trace.db',
  'planted/grove/trace.db',
  'planted/lotus/trace.db',
];

async function columnsOf(name: string): Promise<ProcessColumns> {
  const trace = openTrace(path.join(FOLDER ?? '', name));
  const [process] = trace.processes;
  if (process === undefined) throw new Error('no process');
  return trace.loadProcess(process);
}

/** The rows of a table that pass, in their order. */
function keepRows<T extends { readonly count: number }>(table: T, isKept: (row: number) => boolean): T {
  const rows = [...Array(table.count).keys()].filter(isKept);
  const columns = Object.entries(table).map(([key, column]: [string, unknown]) => [
    key,
    column instanceof Float64Array || column instanceof Uint32Array || column instanceof Uint16Array
      ? column.filter((_, row) => isKept(row))
      : column,
  ]);
  return { ...(Object.fromEntries(columns) as T), count: rows.length };
}

const lossOf = (columns: ProcessColumns) => {
  const { isLossy, missingDispatches, expectedDispatches } = collectQuality(createProcessStage(0, columns));
  return { isLossy, missingFrac: expectedDispatches === 0 ? 0 : missingDispatches / expectedDispatches };
};

(FOLDER === null ? describe.skip : describe)('loss in recorded traces', () => {
  it.each(TRACES)('%s: a share of dispatches taken out is estimated', async (name) => {
    const columns = await columnsOf(name);
    // two of seven, at places that repeat with no pattern of the program
    const isKept = (row: number): boolean => (row * 2_654_435_761) % 7 > 1;
    const { isLossy, missingFrac } = lossOf({ ...columns, dispatches: keepRows(columns.dispatches, isKept) });
    expect(isLossy).toBe(true);
    // 2/7 = 0.286, of a sample of at least 50 launches
    expect(missingFrac).toBeGreaterThan(0.15);
    expect(missingFrac).toBeLessThan(0.42);
  });

  it.each(TRACES)('%s: a cut to a window is no loss (hard input 35)', async (name) => {
    const columns = await columnsOf(name);
    const { dispatches, regions, copies } = columns;
    for (const share of [0.3, 0.5, 0.8]) {
      const cutNs = dispatches.startNs[Math.floor(dispatches.count * share)] ?? 0;
      const before = <T extends { readonly count: number; readonly startNs: Float64Array }>(table: T): T =>
        keepRows(table, (row) => (table.startNs[row] ?? 0) < cutNs);
      const after = <T extends { readonly count: number; readonly startNs: Float64Array }>(table: T): T =>
        keepRows(table, (row) => (table.startNs[row] ?? 0) >= cutNs);
      for (const part of [before, after])
        expect(
          lossOf({ ...columns, dispatches: part(dispatches), regions: part(regions), copies: part(copies) }).isLossy,
        ).toBe(false);
    }
  });
});
