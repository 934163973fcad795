import { describe, expect, it } from '@jest/globals';
import type { Report } from '@perfxpert/agents';
import { renderThermal } from '../../../../src/render/text/sections/thermal.js';
import { fullReport } from '../../../fixtures/full-report.js';
import { testContext } from '../../../fixtures/text-context.js';

type Thermal = NonNullable<Report['thermal']>;

function textOf(change: Partial<Thermal>): string {
  const report = fullReport();
  return (
    renderThermal({ ...report, thermal: { ...report.thermal!, ...change } }, testContext())?.lines.join('\n') ?? ''
  );
}

describe('renderThermal', () => {
  it('shows figures by GPU and over all, and what was named as limit', () => {
    const text = textOf({});
    expect(text).toContain('2 GPUs: throttling.');
    expect(text).toMatch(/^ {2}0 +throttling +103 +81\.5 +99\.3 +71 +2 +748 +3 +2$/m);
    expect(text).toContain('All GPUs: named limits: socket_thermal; at its power cap; slowed down by power.');
  });

  it('shows a dash for what was not told', () => {
    expect(textOf({ max_temp_c: null, max_power_w: null })).toMatch(/^ {2}all +throttling +– /m);
  });

  it('shows 16 GPUs of many', () => {
    const gpus = Array.from({ length: 20 }, (_, index) => ({ ...fullReport().thermal!.per_gpu[0]!, gpu_id: index }));
    expect(textOf({ per_gpu: gpus, gpu_count: 20 })).toContain('4 GPUs more');
  });
});
