import { describe, expect, it } from '@jest/globals';
import type { Report } from '@perfxpert/agents';
import { findingAnchorOf } from '../../../src/render/html/html-context.js';
import { renderHtml } from '../../../src/render/html/render-html.js';
import { fullReport } from '../../fixtures/full-report.js';
import { fullTraceDiff } from '../../fixtures/full-trace-diff.js';
import type { Element, ParsedPage } from '../../fixtures/html-page.js';
import { all, attribute, byId, parsePage, textOf } from '../../fixtures/html-page.js';

const draw = (report: Report): ParsedPage => parsePage(renderHtml(report));

/** Elements below another, by name. */
function within(element: Element | undefined, tagName: string): Element[] {
  if (element === undefined) return [];
  return element.childNodes.flatMap((child) =>
    'tagName' in child ? [...(child.tagName === tagName ? [child] : []), ...within(child, tagName)] : [],
  );
}

describe('the roofline', () => {
  it('has a dot for each kernel with operations (R21), none hidden by another', () => {
    const report = fullReport();
    const first = report.roofline!.kernels[0]!;
    report.roofline!.kernels = [0, 1, 2, 3, 4].map((index) => ({ ...first, name: `kernel_${String(index)}` }));
    const section = byId(draw(report), 'roofline');
    const plot = within(section, 'svg').find((svg) => attribute(svg, 'class') === 'plot wide');
    const dots = within(plot, 'circle').map((circle) => attribute(circle, 'cx'));
    expect(dots).toHaveLength(5);
    expect(new Set(dots).size).toBe(5);
  });

  it('is left out without kernels (R20)', () => {
    const report = fullReport();
    expect(byId(draw({ ...report, roofline: { ...report.roofline!, kernels: [] } }), 'roofline')).toBeUndefined();
    delete report.roofline;
    expect(byId(draw(report), 'roofline')).toBeUndefined();
  });

  it('has axes from the data: a roof of 2,614 TFLOP/s is below the top edge, in whole decades (R18)', () => {
    const report = fullReport();
    const roofline = report.roofline!;
    const fast = {
      name: 'matrix fp8',
      kind: 'compute' as const,
      bytes_per_s: null,
      flops_per_s: 2.614e15,
      source: 'tables' as const,
    };
    roofline.roofs = [...roofline.roofs, fast];
    roofline.kernels[0]!.compute_roof = 'matrix fp8';
    const plot = within(byId(draw(report), 'roofline'), 'svg').find((svg) => attribute(svg, 'class') === 'plot wide');
    // 2,614 TFLOP/s lies below 10,000 TFLOP/s: the axis ends at 10^4.
    expect(attribute(plot!, 'data-y')?.split(',')[1]).toBe('4');
  });
});

describe('the first screen', () => {
  it('says of which part of the trace it speaks, and nothing of a whole one', () => {
    const report = fullReport();
    const hero = () => textOf(all(draw(report), 'div').find((element) => attribute(element, 'class') === 'hero'));
    expect(hero()).toContain('Only a part of it: kernels that match norm; GPU 0, 1');
    delete report.metadata.filters;
    expect(hero()).not.toContain('Only a part');
  });
});

describe('a finding', () => {
  it('says how to verify it, which technique fits and what to expect', () => {
    const report = fullReport();
    const [first] = report.recommendations;
    report.recommendations = [
      {
        ...first!,
        verify: { full_command: 'perfxpert diff before.db after.db', metrics: ['execution_breakdown.wall_ns'] },
        predicted_program_speedup_range: [1.2, 1.44],
        predicted_confidence: 0.7,
      },
    ];
    const text = textOf(byId(draw(report), findingAnchorOf(first!.id))!);
    expect(text).toContain('Verifyperfxpert diff before.db after.db, watch the window');
    expect(text).toContain('Expect1.20 to 1.44 times as fast, the whole program, confidence 70%');
  });
});

describe('links', () => {
  it('use one anchor for a recommendation everywhere (R19)', () => {
    const report = fullReport();
    const kernel = report.hotspots[0]!.name;
    report.recommendations[0]!.target = kernel;
    const anchor = findingAnchorOf(report.recommendations[0]!.id);
    const page = draw(report);
    expect(byId(page, anchor)).toBeDefined();
    const links = within(byId(page, 'k1'), 'a').map((link) => attribute(link, 'href'));
    expect(links).toContain(`#${anchor}`);
  });
});

describe('communication', () => {
  const unmeasured = (isIncomplete: boolean): Report => {
    const report = fullReport();
    const communication = report.communication!;
    communication.summary = {
      ...communication.summary,
      measured_metrics_available: false,
      fallback_kernel_count: 3,
      capture_incomplete: isIncomplete,
    };
    communication.capture_incomplete = isIncomplete;
    return report;
  };

  it('without sizes, capture incomplete, has no bandwidth (R14)', () => {
    const text = textOf(byId(draw(unmeasured(true)), 'communication'));
    expect(text).toContain('Capture incomplete');
    expect(text).not.toContain('Bus BW');
  });

  it('without sizes, capture complete, says metrics are unavailable (R15)', () => {
    const text = textOf(byId(draw(unmeasured(false)), 'communication'));
    expect(text).toContain('Metrics unavailable');
    expect(text).not.toContain('Capture incomplete');
  });

  it('is drawn without collectives where the capture is incomplete (R13)', () => {
    const report = unmeasured(true);
    Object.assign(report.communication!, { collectives: [], collective_count: 0, arrivals: [], ranks: [] });
    expect(textOf(byId(draw(report), 'communication'))).toContain('3 kernels recognised by name only');
  });
});

describe('the thread trace', () => {
  it('says why there is none, and draws no graph (R22)', () => {
    const report = fullReport();
    report.att_trace = { ...report.att_trace!, has_att_data: false, reason: 'no stats_*.csv', kernels: [] };
    const section = byId(draw(report), 'att');
    expect(textOf(section)).toContain('no stats_*.csv');
    expect(within(section, 'svg')).toEqual([]);
  });

  it('is as wide as the stall of each kernel, line and instruction', () => {
    const report = fullReport();
    const cells = within(byId(draw(report), 'att'), 'g').filter((cell) => attribute(cell, 'data-flame') !== null);
    const kernels = cells.filter((cell) => attribute(cell, 'data-flame')?.endsWith(',0'));
    const stall = report.att_trace!.kernels.map((kernel) => kernel.stall_cycles).filter((cycles) => cycles > 0);
    expect(kernels.map((cell) => Number(attribute(cell, 'data-flame')?.split(',')[1]))).toEqual(stall);
  });
});

describe('kernels', () => {
  it('tell that no source was found where a scan found none (R5), and nothing where none ran', () => {
    const report = fullReport();
    report.hotspots[0]!.source_locations = [];
    expect(textOf(byId(draw(report), 'k1'))).toContain('No definition or launch of it was found.');
    delete report.hotspots[0]!.source_locations;
    expect(textOf(byId(draw(report), 'k1'))).not.toContain('No definition or launch');
  });
});

describe('sources', () => {
  it('have a share of kernel time only beside a trace (R33)', () => {
    const report = fullReport();
    report.tier0_findings!.detected_kernels[0]!.name = 'batch_norm_backward_kernel';
    expect(textOf(byId(draw(report), 'sources'))).toContain('Of kernel time');
    expect(textOf(byId(draw({ ...report, hotspots: [] }), 'sources'))).not.toContain('Of kernel time');
  });
});

describe('the baseline', () => {
  it('stands between ranks and temperatures, with its verdict first', () => {
    const page = draw({ ...fullReport(), trace_diff: fullTraceDiff() });
    const ids = all(page, 'section').map((section) => attribute(section, 'id'));
    expect(ids.slice(ids.indexOf('ranks'), ids.indexOf('thermal') + 1)).toEqual(['ranks', 'baseline', 'thermal']);
    const text = textOf(byId(page, 'baseline'));
    expect(text).toContain('Regressed: the GPU window changed by +3.85\u00a0ms, +10.9%');
    expect(text).toContain('▲ slower');
    expect(text).toContain('−0.1%');
  });
});
