import { describe, expect, it } from '@jest/globals';
import type { Report } from '@perfxpert/agents';
import { renderRoofline } from '../../../../src/render/text/sections/roofline.js';
import { fullReport } from '../../../fixtures/full-report.js';
import { testContext } from '../../../fixtures/text-context.js';

type Roofline = NonNullable<Report['roofline']>;

function render(change: Partial<Roofline> = {}): string | null {
  const report = fullReport();
  const section = renderRoofline({ ...report, roofline: { ...report.roofline!, ...change } }, testContext());
  return section?.lines.join('\n') ?? null;
}

describe('renderRoofline', () => {
  it('has a row per kernel: intensity, rates, share of the roof and what bounds it', () => {
    const lines = render()!.split('\n');
    const gemm = lines.find((line) => line.includes('matrix bf16'));
    expect(gemm).toMatch(/bf16 +563 +810\.78 +1,439 +62\.0% +matrix bf16 +3\.15 +24\.2%/);
    expect(lines.find((line) => line.includes(' 0.00 '))).toMatch(/fp32 +0 +0\.00 +1,439 +62\.0% +memory/);
    expect(lines.find((line) => line.includes('balanced  '))).toContain('≈62.0%');
  });

  it('says how sure the figures are, and which kernels are no points', () => {
    const text = render()!.replace(/\s+/g, ' ');
    expect(text).toContain(
      '5 kernels with counters: of the 4 listed 1 compute bound, 1 memory bound, 1 balanced, 1 unknown.',
    );
    expect(text).toContain('Operations of 1 kernel are estimated from instruction counts.');
    expect(text).toContain('Inconsistent: 9000.00 GB/s is above the 5324.80 GB/s of the memory.');
    expect(text).toContain('2 kernels with counters not placed, first idle_kernel: not collected: TCC_EA0_RDREQ.');
    expect(text).toContain('Roofs: HBM 5.32 TB/s, L2 34.4 TB/s (derived), vector fp32 163 TFLOP/s.');
  });

  it('stands without peaks', () => {
    const text = render({
      sku: null,
      hbm_bandwidth_bytes_per_s: null,
      roofs: [],
      ridge_point: { ai: null, flops_per_s: null },
    })!;
    expect(text).not.toContain('ridge is');
    expect(text).not.toContain('Roofs:');
  });

  it('is left out without points', () => {
    expect(render({ kernels: [], kernel_count: 0 })).toBeNull();
    const { roofline: _, ...report } = fullReport();
    expect(renderRoofline(report, testContext())).toBeNull();
  });
});
