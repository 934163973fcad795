import { describe, expect, it } from '@jest/globals';
import type { Report } from '@perfxpert/agents';
import { renderCommunication } from '../../../../src/render/text/sections/communication.js';
import { fullReport } from '../../../fixtures/full-report.js';
import { testContext } from '../../../fixtures/text-context.js';

type Communication = NonNullable<Report['communication']>;

function textOf(change: Partial<Communication>, summary: Partial<Communication['summary']> = {}): string | null {
  const report = fullReport();
  const full = report.communication!;
  const communication = { ...full, ...change, summary: { ...full.summary, ...summary } };
  return renderCommunication({ ...report, communication }, testContext())?.lines.join('\n') ?? null;
}

const unsized = (): Communication['collectives'] =>
  fullReport().communication!.collectives.map((entry) => ({ ...entry, msg_bytes: null, effective_bw_gbps: null }));

describe('renderCommunication', () => {
  it('shows bandwidth where sizes were recorded', () => {
    expect(textOf({})).toContain('bus GB/s');
    expect(textOf({})).toContain('117.44');
  });

  // R13: drawn without any collective where the capture is incomplete
  it('R13: is drawn for an incomplete capture without collectives', () => {
    const text = textOf(
      { collectives: [], collective_count: 0, capture_incomplete: true },
      { measured_metrics_available: false, fallback_kernel_count: 3 },
    );
    expect(text).toContain('Capture incomplete: no RCCL calls recorded.');
    expect(text).toContain('3 kernels recognised by name only');
  });

  it('R14: has no bandwidth for an incomplete capture', () => {
    const text = textOf({ collectives: unsized(), capture_incomplete: true }, { measured_metrics_available: false });
    expect(text).toContain('Capture incomplete');
    expect(text).not.toContain('bus GB/s');
  });

  it('R15: says that metrics are unavailable where the capture is complete', () => {
    const text = textOf(
      { collectives: unsized() },
      { measured_metrics_available: false, incomplete_reason: undefined as never, reason: 'sizes are not recorded' },
    );
    expect(text).toContain('Metrics unavailable: sizes are not recorded.');
    expect(text).not.toContain('Capture incomplete');
  });

  it('puts collectives that read the same into one row and counts them', () => {
    const [one] = fullReport().communication!.collectives;
    const longer = { ...one!, duration_ns: 9_000_000 };
    const lines = textOf({ collectives: [longer, one!, one!], collective_count: 5, arrivals: [] })!.split('\n');
    const rows = lines.filter((line) => line.startsWith('  AllReduce'));
    expect(rows.map((line) => line.trim().split(/ +/).at(-1))).toEqual(['1', '2']);
    expect(lines).toContain('  2 collectives more');
  });

  it('says who waited for whom', () => {
    const text = textOf({})!;
    expect(text).toContain('16 collectives matched across ranks: transfer without waiting 29.1');
    expect(text.replace(/\s+/g, ' ')).toContain('6 ranks are not in the trace: 2, 3, 4, 5, 6, 7.');
    expect(text).toMatch(/^ +1 {2}GPU 1, rank 1 .* 15$/m);
    expect(text).toMatch(/^ {2}AllReduce +1\.234 .* rank 1$/m);
  });

  it('tells lateness from lengths where ranks have no common clock', () => {
    const ranks = fullReport().communication!.ranks.map((entry) => ({ ...entry, delay_ns: null, wait_ns: null }));
    expect(textOf({ ranks })).toMatch(/^ +1 {2}GPU 1, rank 1 .* 34\.90 +15$/m);
  });

  it('leaves the table of single ranks out where arrivals say more', () => {
    const text = textOf({ collectives: unsized() }, { measured_metrics_available: false });
    expect(text).not.toContain('overlap  count');
    expect(text).toContain('spread µs');
  });

  it('is left out without collectives', () => {
    expect(textOf({ collectives: [], collective_count: 0 })).toBeNull();
  });
});
