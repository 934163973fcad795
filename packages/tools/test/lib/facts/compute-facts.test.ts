import { describe, expect, it } from '@jest/globals';
import type { ProcessColumns, Trace } from '@perfxpert/rocpd';
import { computeFacts } from '../../../src/lib/facts/compute-facts.js';
import { ToolError } from '../../../src/tool/tool-errors.js';
import { processColumns, traceOf } from '../../support/process-columns.js';

const KERNELS = [{ name: 'gemm', startNs: 0, endNs: 100 }];

class RuntimeError extends Error {
  override readonly name = 'RuntimeError';
}
/** A trace whose region columns cannot be had. */
function withoutRegions(error: Error): Trace {
  const columns: ProcessColumns = {
    ...processColumns({ kernels: KERNELS }),
    get regions(): never {
      throw error;
    },
  };
  return traceOf([columns]);
}

describe('computeFacts', () => {
  it('PL-1: a section that fails is empty and says so; the others are there', async () => {
    const facts = await computeFacts(withoutRegions(new RuntimeError('synthetic SQL failure')));
    expect(facts.executionBreakdown).toBeNull();
    expect(facts.diagnostics).toContainEqual({
      code: 'SECTION_UNAVAILABLE',
      severity: 'error',
      message: 'time breakdown unavailable (RuntimeError: synthetic SQL failure)',
      section: 'execution_breakdown',
      how_to_fix: expect.any(String),
    });
    expect(facts.hotspots).toMatchObject([{ name: 'gemm', calls: 1, percent_of_total: 100 }]);
    expect(facts.kernelCategories).toHaveLength(1);
  });

  it('keeps a message on one line and short', async () => {
    const facts = await computeFacts(withoutRegions(new Error(`line\nline ${'x'.repeat(1000)}`)));
    const message = facts.diagnostics[0]?.message ?? '';
    expect(message.startsWith('time breakdown unavailable (Error: line line xxx')).toBe(true);
    expect(message.length).toBeLessThan(250);
  });

  it('throws on what makes the trace unreadable', async () => {
    const damaged = Object.assign(new Error('The file is damaged.'), {
      [Symbol.for('perfxpert.error')]: true,
      code: 'DAMAGED',
    });
    await expect(computeFacts(withoutRegions(damaged))).rejects.toBe(damaged);
  });

  it('tells its stages: each file once while it is read, then the facts', async () => {
    const stages: string[] = [];
    const trace = traceOf([
      processColumns({ kernels: KERNELS, guid: 'a', fileIndex: 0 }),
      processColumns({ kernels: KERNELS, guid: 'b', fileIndex: 0 }),
      processColumns({ kernels: KERNELS, guid: 'c', fileIndex: 1 }),
    ]);
    await computeFacts(trace, { progressCallback: (stage) => stages.push(stage) });
    expect(stages).toEqual(['reading file-0.db', 'reading file-1.db', 'facts']);
  });

  it('stops when the caller gives up', async () => {
    const run = computeFacts(traceOf([processColumns({ kernels: KERNELS })]), { signal: AbortSignal.abort() });
    await expect(run).rejects.toMatchObject({ code: 'CANCELLED' });
    await expect(run).rejects.toBeInstanceOf(ToolError);
  });

  it('gives empty sections for a trace without processes', async () => {
    const facts = await computeFacts(traceOf([]));
    expect(facts).toMatchObject({
      devices: [],
      executionBreakdown: null,
      hotspots: [],
      kernelNameCount: 0,
      kernelCategories: [],
      warmup: { has_warmup_issues: false },
      shortKernels: { total_kernels: 0, short_kernel_pct: 0, histogram: [] },
    });
  });
});
