import { describe, expect, it } from '@jest/globals';
import { SECTIONS } from '../../../../src/render/text/sections.js';
import { renderCopies } from '../../../../src/render/text/sections/copies.js';
import { renderKernelResources } from '../../../../src/render/text/sections/kernel-resources.js';
import { renderKernels } from '../../../../src/render/text/sections/kernels.js';
import { renderTraceQuality } from '../../../../src/render/text/sections/trace-quality.js';
import { renderVerdict } from '../../../../src/render/text/sections/verdict.js';
import { emptyReport } from '../../../fixtures/empty-report.js';
import { fullReport } from '../../../fixtures/full-report.js';
import { testContext } from '../../../fixtures/text-context.js';

describe('sections without data', () => {
  it('are left out', () => {
    const titles = SECTIONS.map((render) => render(emptyReport(), testContext())?.title ?? null);
    expect(titles.filter((title) => title !== null)).toEqual(['WHAT TO DO FIRST', 'INPUTS']);
  });
});

describe('renderCopies', () => {
  it('shows no size and no rate where none is recorded', () => {
    const report = fullReport();
    const unknown = report.memory_analysis['Peer-to-Peer']!;
    const lines = renderCopies({ ...report, memory_analysis: { 'Peer-to-Peer': unknown } }, testContext())?.lines;
    const text = lines?.join('\n') ?? '';
    expect(text).toContain('550 of unknown size');
    expect(text).not.toContain('GB/s');
    expect(text).not.toContain('0 B');
  });
});

describe('renderKernels', () => {
  it('counts what the list leaves out, of summed kernel time', () => {
    const lines = renderKernels(fullReport(), testContext())?.lines ?? [];
    // 12,412 - (68 + 320 + 528 + 1) = 11,495 calls; 316.30 - (210.97 + 15.74 + 3.03 + 2.00) = 84.56 ms; 26.7%
    expect(lines.find((line) => line.includes('the rest'))).toMatch(/11,495 +84\.56 +26\.7%$/);
  });

  it('R6: shows where a kernel is defined, with its severity', () => {
    expect(renderKernels(fullReport(), testContext())?.lines).toContain('  #2 source: norm.hip:42 (definition) [HOT]');
  });
});

describe('renderKernelResources', () => {
  it('leaves out columns and tables that no recording filled', () => {
    const report = fullReport();
    const bare = report.kernel_resources.kernels[1]!;
    const resources = { ...report.kernel_resources, kernels: [{ ...bare, block: '64x1x1' }] };
    const text =
      renderKernelResources({ ...report, kernel_resources: resources }, testContext())?.lines.join('\n') ?? '';
    expect(text).toContain('64x1x1');
    expect(text).not.toMatch(/VGPR {2}|occupancy {2}/);
    expect(text).toContain('No occupancy for 1 kernel: register counts are not recorded');
  });
});

describe('renderTraceQuality', () => {
  it('is silent about a clean trace', () => {
    expect(renderTraceQuality(emptyReport(), testContext())).toBeNull();
  });

  it('says one row in the singular', () => {
    const report = emptyReport();
    report.trace_quality.null_times = 1;
    expect(renderTraceQuality(report, testContext())?.lines).toEqual([
      '  - 1 row without a usable start or end left out',
    ]);
  });
});

describe('renderVerdict', () => {
  it.each([
    ['a model wrote them', { provider: 'ollama', custom_prompt: null }, true],
    ['they answer a question', { provider: null, custom_prompt: 'help' }, true],
    ['neither', { provider: null, custom_prompt: null }, false],
  ])('shows the narrative where it says more than the figures: %s', (_when, made, isShown) => {
    const report = fullReport();
    const { lines } = renderVerdict({ ...report, metadata: { ...report.metadata, ...made } }, testContext());
    expect(lines.includes(report.narrative)).toBe(isShown);
  });

  it('does not say the verdict twice', () => {
    const report = fullReport();
    const metadata = { ...report.metadata, provider: null, custom_prompt: 'why is it slow?' };
    const narrative = `${report.summary.overall_assessment} And so on.`;
    const { lines } = renderVerdict({ ...report, metadata, narrative }, testContext());
    expect(lines.join(' ')).not.toContain('And so on.');
  });

  it('names the scores of those that lost', () => {
    expect(renderVerdict(fullReport(), testContext()).lines.join(' ')).toContain(
      'memory_transfer, rccl_exposed: 49.0%. Confidence 29%. Also weighed: compute 30.4%, latency 9.5%.',
    );
  });
});
