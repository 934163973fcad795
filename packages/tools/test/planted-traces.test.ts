import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { computeFacts, openTrace } from '../src/index.js';
import { findSharedFolder } from './support/shared-traces.js';

/** The part of a planted trace's truth that is about time. */
interface Truth {
  readonly kind: string;
  readonly db: string;
  readonly partition: {
    readonly per_device: readonly Readonly<Record<string, number>>[];
    readonly concurrency: number;
  };
  readonly per_kernel: readonly {
    readonly name: string;
    readonly calls: number;
    readonly total_ns: number;
    readonly min_ns: number;
    readonly max_ns: number;
    readonly median_ns: number;
  }[];
}
const PLANTED = path.join(findSharedFolder() ?? '', 'planted');
const truths = (fs.existsSync(PLANTED) ? fs.readdirSync(PLANTED) : [])
  .filter((name) => fs.existsSync(path.join(PLANTED, name, 'truth.json')))
  .map((name) => [name, JSON.parse(fs.readFileSync(path.join(PLANTED, name, 'truth.json'), 'utf8')) as Truth] as const)
  .filter(([, { kind }]) => kind === 'single')
  .sort();
const suite = truths.length === 0 ? describe.skip : describe;

suite('planted traces', () => {
  it.each(truths.length === 0 ? [['none', {} as Truth] as const] : truths)(
    '%s: partition per device and kernels as the simulator knows them',
    async (name, truth) => {
      const trace = openTrace(path.join(PLANTED, name, truth.db));
      const { executionBreakdown, hotspots } = await computeFacts(trace, { topKernels: 100_000 });
      trace.close();
      const byWork = (a: { compute_ns?: number }, b: { compute_ns?: number }): number =>
        (a.compute_ns ?? 0) - (b.compute_ns ?? 0);
      const devices = [...(executionBreakdown?.devices ?? [])].sort(byWork);
      const expected = [...truth.partition.per_device].sort(byWork);
      expect(devices).toHaveLength(expected.length);
      for (const [index, device] of devices.entries()) {
        const { wall_ns, compute_ns, copy_exposed_ns, copy_hidden_ns, gpu_busy_ns, api_exposed_ns, idle_other_ns } =
          expected[index] ?? {};
        expect(device).toMatchObject({
          wall_ns,
          compute_ns,
          copy_exposed_ns,
          copy_hidden_ns,
          gpu_busy_ns,
          api_exposed_ns,
          idle_other_ns,
          kernel_time_ns: expected[index]?.['kernel_sum_ns'],
        });
      }
      for (const kernel of truth.per_kernel)
        expect(hotspots.find((hotspot) => hotspot.name === kernel.name)).toMatchObject({
          calls: kernel.calls,
          total_duration: kernel.total_ns,
          min_duration: kernel.min_ns,
          max_duration: kernel.max_ns,
          median_duration: kernel.median_ns,
        });
    },
  );
});
