import { describe, expect, it } from '@jest/globals';
import type { ProcessSpec } from '@perfxpert/rocpd/testing';
import { diagnosedTrace } from '../../support/diagnosed-trace.js';

const STEP_NS = 250_000;
const STEPS = 24;

/**
 * A kernel of 10 us, a pause of the host outside any call, then 24 steps of 250 us, each a product of 200 us and a sum of
 * 50 us that fill it. Launch calls lie under kernels, but for the first one of the loop.
 */
function pausedStart(pauseNs: number): ProcessSpec {
  const kernels = [{ name: 'fill', startNs: 0, endNs: 10_000 }];
  const regions = [{ name: 'hipLaunchKernel', startNs: -5_000, endNs: -1_000 }];
  for (let step = 0; step < STEPS; step++) {
    const start = 10_000 + pauseNs + step * STEP_NS;
    kernels.push({ name: 'product', startNs: start, endNs: start + 200_000 });
    kernels.push({ name: 'sum', startNs: start + 200_000, endNs: start + STEP_NS });
    regions.push({ name: 'hipLaunchKernel', startNs: start - 5_000, endNs: start - 1_000 });
  }
  return { kernels, regions, copies: [{ startNs: 2_000, endNs: 3_000, bytes: 4096 }] };
}

const figures = (evidence: readonly { readonly metric: string; readonly value: unknown }[] | undefined) =>
  Object.fromEntries((evidence ?? []).map(({ metric, value }) => [metric, value]));

describe('the steady state', () => {
  it('decides where the loop by itself is judged otherwise than the whole', async () => {
    const { facts, verdict, recommendations } = await diagnosedTrace(pausedStart(4_000_000));
    // The window is 10 us + 4 ms + 24 x 250 us = 10.01 ms; 4 ms of it, 40 %, have no GPU work.
    expect(facts.executionBreakdown).toMatchObject({ wall_ns: 10_010_000, compute_ns: 6_010_000 });
    const own = figures(verdict.evidence);
    expect(own['gpu_empty_pct']).toBeCloseTo(39.96, 2);
    expect(own['steady_gpu_empty_pct']).toBe(0);
    expect(own['steady_compute_pct']).toBe(100);
    expect(verdict).toMatchObject({ primary_bottleneck: 'mixed', driver: 'gpu_bound' });
    expect(verdict.overall_assessment).toContain('of the steady state');
    expect(verdict.key_findings.at(-1)).toMatch(
      /^The main loop without its warm-up is judged: 5\.\d\d ms, 5\d\.\d% of the window\. .* the driver would be cpu_bound_host\.$/,
    );
    // Advice on the pause would not make a longer run faster; the product takes 80 % of the kernel time.
    expect(recommendations.map(({ name }) => name)).toEqual(['kernel_hotspot']);
  });

  it('has shares of its own, beside those of the whole', async () => {
    const { facts } = await diagnosedTrace(pausedStart(4_000_000));
    const [loop] = facts.steps?.loops ?? [];
    expect(loop).toMatchObject({
      step_kernels: 2,
      median_ns: STEP_NS,
      compute_pct: 100,
      copy_exposed_pct: 0,
      api_exposed_pct: 0,
      idle_other_pct: 0,
    });
    expect(loop?.loop_time).toMatchObject({ compute_ns: loop?.steady_ns, idle_other_ns: 0, api_exposed_ns: 0 });
    expect(facts.executionBreakdown?.idle_other_pct).toBeGreaterThan(39);
  });

  it('does not decide where it is less than half of the window', async () => {
    // 7 of 13.01 ms are pause.
    const { verdict, recommendations } = await diagnosedTrace(pausedStart(7_000_000));
    expect(verdict).toMatchObject({ primary_bottleneck: 'latency', driver: 'cpu_bound_host' });
    expect(figures(verdict.evidence)).not.toHaveProperty('steady_wall_ns');
    expect(recommendations[0]?.id).toBe('ROCPD-UTILIZATION-002');
  });

  it('says nothing else where loop and whole agree', async () => {
    // 1 of 7.01 ms is pause: 14.3 % decide nothing.
    const { verdict } = await diagnosedTrace(pausedStart(1_000_000));
    expect(verdict.driver).toBe('gpu_bound');
    expect(verdict.key_findings.join(' ')).not.toContain('main loop without its warm-up');
  });
});
