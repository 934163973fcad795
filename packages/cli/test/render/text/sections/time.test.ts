import { describe, expect, it } from '@jest/globals';
import { renderTime } from '../../../../src/render/text/sections/time.js';
import { fullReport } from '../../../fixtures/full-report.js';
import { partition } from '../../../fixtures/partition.js';
import { testContext } from '../../../fixtures/text-context.js';

type Breakdown = NonNullable<ReturnType<typeof fullReport>['execution_breakdown']>;

function reportWith(change: Partial<Breakdown>) {
  const report = fullReport();
  const { execution_breakdown: breakdown } = report;
  if (breakdown === null) throw new Error('the fixture has a breakdown');
  return { ...report, execution_breakdown: { ...breakdown, ...change } };
}

function devices(count: number): Breakdown['devices'] {
  const [first] = reportWith({}).execution_breakdown.devices;
  if (first === undefined) throw new Error('the fixture has devices');
  return Array.from({ length: count }, (_, index) => ({
    ...first,
    label: `GPU ${index}`,
    ...partition({ compute: 1_000_000 * (index + 1), communication: 0, copy: 0, api: 0, wall: 100_000_000 }),
  }));
}

const linesOf = (change: Partial<Breakdown>, width = 92) =>
  renderTime(reportWith(change), testContext({ width }))?.lines ?? [];

describe('renderTime', () => {
  it('shows one bar and one column for one device', () => {
    const lines = linesOf({ devices: devices(1) });
    expect(lines.filter((line) => line.includes('busy'))).toHaveLength(1);
    expect(lines.find((line) => line.includes('share'))?.trim()).toBe('ms  share');
  });

  it('puts few devices beside the mean and many below it', () => {
    expect(linesOf({ devices: devices(4) }).find((line) => line.includes('mean, ms'))).toMatch(
      /GPU 0 +GPU 1 +GPU 2 +GPU 3$/,
    );
    const many = linesOf({ devices: devices(6) });
    expect(many.find((line) => line.includes('mean, ms'))).toMatch(/share$/);
    expect(many.filter((line) => /^ {2}GPU \d +100\.00/.test(line))).toHaveLength(6);
  });

  it('shows the mean, the busiest and the least busy of more than eight', () => {
    const lines = linesOf({ devices: devices(64) });
    expect(lines.filter((line) => line.includes('busy ')).map((line) => line.slice(2, 12).trim())).toEqual([
      'mean of 64',
      'GPU 63',
      'GPU 0',
    ]);
    expect(lines).toContain('  the busiest and the least busy; 62 devices between them in JSON');
  });

  it('puts devices with windows of their own below, and calls their sum no mean', () => {
    const lines = linesOf({ devices: devices(2), group_count: 2 });
    expect(lines.find((line) => line.includes('share'))).toMatch(/all, ms +share$/);
    expect(lines[0]).toMatch(/^ {2}all of 2 /);
    expect(lines.filter((line) => /^ {2}GPU \d +100\.00/.test(line))).toHaveLength(2);
  });

  it('takes microseconds for a window below a millisecond', () => {
    const parts = partition({ compute: 1_200, communication: 0, copy: 0, api: 0, wall: 2_000 });
    const lines = linesOf({ ...parts, devices: [] });
    expect(lines.find((line) => line.includes('compute'))).toContain('1.2');
    expect(lines.find((line) => line.includes('share'))).toContain('µs');
  });

  it('says so where the window has no length', () => {
    const parts = partition({ compute: 0, communication: 0, copy: 0, api: 0, wall: 0 });
    expect(linesOf({ ...parts, concurrency: null })).toEqual([
      '  The window has no length: every recorded kernel and copy is of zero length.',
    ]);
  });

  it('is left out without GPU work', () => {
    expect(renderTime({ ...fullReport(), execution_breakdown: null }, testContext())).toBeNull();
  });
});
