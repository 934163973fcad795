import { describe, expect, it } from '@jest/globals';
import type { Explanation } from '@perfxpert/agents/toolkit';
import { renderExplanation } from '../../../src/render/text/render-explanation.js';
import { fullReport } from '../../fixtures/full-report.js';

const KERNEL =
  'void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>, std::array<char*, 3>>(int, float*)';
const MODULE = `Cijk_Ailk_Bljk_HHS_BH_${'MT128x128x32_SN_'.repeat(12)}end`;

/** The proof of some finding with these values as its evidence, each found again. */
function proofOf(values: Readonly<Record<string, string | number>>): Explanation {
  const [finding] = fullReport().recommendations;
  if (finding === undefined) throw new Error('no finding');
  return {
    database_path: ['trace.db'],
    finding: { ...finding, kernels: [KERNEL] },
    arithmetic: [],
    figures: Object.entries(values).map(([metric, value]) => ({
      metric,
      value,
      unit: typeof value === 'string' ? '' : 'ns',
      source: 'diagnosis.diagnose_trace',
      tool_call: { tool: 'diagnosis.diagnose_trace', arguments: { database_path: 'trace.db' } },
      formula: `hotspots[].name, where ${metric} stands`,
      recomputed: value,
      agrees: true,
    })),
    rows: [],
    row_count: 0,
    gaps: [],
    rows_reason: 'it rests on the trace as a whole',
  };
}

/** Lines of the table of figures. */
function figuresOf(proof: Explanation, width: number): string[] {
  const lines = renderExplanation(proof, { width, isUnicode: true, isColored: false }).split('\n');
  const from = lines.indexOf('FIGURES');
  return lines.slice(from + 1, lines.indexOf('', from));
}

describe('the figures of a proof', () => {
  it.each([80, 92, 100])('keep to %i columns, however long the names among them are', (width) => {
    const proof = proofOf({ kernel: KERNEL, next_kernel: MODULE, kernel_excess_ns: 1_234_567 });
    const lines = figuresOf(proof, width);
    expect(lines.filter((line) => line.length > width)).toEqual([]);
    expect(lines.join('\n')).toMatch(/kernel_excess_ns +1\.23 ms +1\.23 ms +yes/);
  });

  it('show a kernel by its short name, cut in the middle where that is long', () => {
    const table = figuresOf(proofOf({ kernel: KERNEL, next_kernel: MODULE }), 92).join('\n');
    expect(table).toMatch(/ kernel +vectoriz…_kernel +vectoriz…_kernel +yes/);
    expect(table).toMatch(/ next_kernel +Cijk_Ail…_SN_end +Cijk_Ail…_SN_end +yes/);
  });

  it('show short texts whole', () => {
    expect(figuresOf(proofOf({ call: 'hipMalloc' }), 92).join('\n')).toMatch(/call +hipMalloc +hipMalloc +yes/);
  });
});
