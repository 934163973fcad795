import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createProcessStage } from '../../../../src/lib/facts/create-process-stage.js';
import { hostFactsOf } from '../../../support/host-facts.js';
import { processColumns } from '../../../support/process-columns.js';
import type { RegionRow } from '../../../support/process-columns.js';
import { processRows, severalProcesses } from '../../../support/trace-arbitrary.js';

const nestedCall: fc.Arbitrary<RegionRow> = fc
  .tuple(fc.nat(40), fc.nat(20), fc.constantFrom('hipA', 'hipB', 'hipLaunchKernel', 'note'), fc.nat(1))
  .map(([startNs, length, name, thread]) => ({ name, startNs, endNs: startNs + length, thread }));

/** Self time by its definition: duration minus what the children cover that have no other call of theirs between. */
function selfByDefinition(rows: readonly RegionRow[]): number {
  const calls = rows
    .filter(({ name }) => name.startsWith('hip'))
    .sort((a, b) => a.startNs - b.startNs || b.endNs - a.endNs);
  const callerOf = calls.map((call, index) => {
    for (let other = index - 1; other >= 0; other--) {
      const candidate = calls[other];
      if (candidate?.thread === call.thread && candidate !== undefined && holds(candidate, call)) return other;
    }
    return -1;
  });
  return calls.reduce((sum, call, index) => {
    let selfNs = 0;
    for (let unit = call.startNs; unit < call.endNs; unit++) {
      const isCovered = calls.some(
        (child, childIndex) => callerOf[childIndex] === index && child.startNs <= unit && unit < child.endNs,
      );
      if (!isCovered) selfNs++;
    }
    return sum + selfNs;
  }, 0);
}

function holds(outer: RegionRow, inner: RegionRow): boolean {
  return outer.startNs <= inner.startNs && inner.endNs <= outer.endNs && inner.startNs < outer.endNs;
}

describe('laws of API calls', () => {
  it('self time is what the definition says, never negative, and at most the inclusive time', () => {
    fc.assert(
      fc.property(fc.array(nestedCall, { maxLength: 12 }), (regions) => {
        const { api } = hostFactsOf([createProcessStage(0, processColumns({ regions }))]);
        expect(api.total_api_ns).toBe(selfByDefinition(regions));
        for (const call of api.api_calls) expect(call.self_ns).toBeLessThanOrEqual(call.total_ns);
      }),
    );
  });

  it('exposed time of a function or class is at most that of all calls, and of one class alone equal to it', () => {
    fc.assert(
      fc.property(severalProcesses, (processes) => {
        const stages = processes.map((rows, index) => createProcessStage(index, processColumns(rows)));
        const { api, breakdown } = hostFactsOf(stages);
        // per group the mean is rounded for each: half a nanosecond of slack per group
        const slack = breakdown.group_count;
        for (const { exposed_ns: exposedNs } of [...api.api_calls, ...api.by_class])
          expect(exposedNs).toBeLessThanOrEqual(breakdown.api_exposed_ns + slack);
        const sync = api.by_class.find((row) => row.class === 'sync')?.exposed_ns ?? 0;
        expect(Math.abs(sync - breakdown.api_exposed_wait_ns)).toBeLessThanOrEqual(slack);
      }),
    );
  });

  it('exposed time of one device equals a count of its units', () => {
    fc.assert(
      fc.property(processRows, (rows) => {
        const stage = createProcessStage(0, processColumns(rows));
        const { api } = hostFactsOf([stage]);
        fc.pre(stage.devices.length === 1 && stage.window !== null);
        const { startNs, endNs } = stage.window ?? { startNs: 0, endNs: 0 };
        const gpuWork = [
          ...(rows.kernels ?? []),
          ...(rows.copies ?? []).filter(({ from, to }) => from !== 'cpu' || to !== 'cpu'),
        ];
        for (const call of api.api_calls) {
          const own = (rows.regions ?? []).filter(
            ({ name, category }) => name === call.name && category === 'HIP_RUNTIME_API_EXT',
          );
          let exposedNs = 0;
          for (let unit = startNs; unit < endNs; unit++)
            if (own.some((row) => covers(row, unit)) && !gpuWork.some((row) => covers(row, unit))) exposedNs++;
          expect([call.name, call.exposed_ns]).toEqual([call.name, exposedNs]);
        }
      }),
    );
  });
});

function covers({ startNs, endNs }: { startNs: number; endNs: number }, unit: number): boolean {
  return startNs <= unit && unit < endNs;
}
