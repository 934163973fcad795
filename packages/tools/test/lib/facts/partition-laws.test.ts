import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import * as v from 'valibot';
import { apiClassOf, apiFamilyOf } from '../../../src/lib/facts/api-region.js';
import { computeFacts } from '../../../src/lib/facts/compute-facts.js';
import { ExecutionBreakdownSchema } from '../../../src/schemas/execution-breakdown.js';
import type { DeviceBreakdown, ExecutionBreakdown } from '../../../src/schemas/execution-breakdown.js';
import { processColumns, traceOf } from '../../support/process-columns.js';
import type { ProcessRows } from '../../support/process-columns.js';
import { processRows, severalProcesses } from '../../support/trace-arbitrary.js';

async function breakdownOf(processes: readonly ProcessRows[]): Promise<ExecutionBreakdown | null> {
  return (await computeFacts(traceOf(processes.map(processColumns)))).executionBreakdown;
}

interface Row {
  readonly startNs: number;
  readonly endNs: number;
}
const covers = (rows: readonly Row[], unit: number): boolean =>
  rows.some(({ startNs, endNs }) => startNs <= unit && unit < endNs);

/** The partition of one GPU of one process, counted unit by unit. */
function byCounting({ kernels = [], copies = [], regions = [] }: ProcessRows, gpu: number) {
  const gpuOf = ({ from = 'cpu', to = 0 }: (typeof copies)[number]): number | null =>
    typeof to === 'number' ? to : typeof from === 'number' ? from : null;
  const work = [...kernels, ...copies.filter((copy) => gpuOf(copy) !== null)];
  const ownKernels = kernels.filter((kernel) => kernel.gpu === gpu);
  const ownCopies = copies.filter((copy) => gpuOf(copy) === gpu);
  if (ownKernels.length + ownCopies.length === 0) return null;
  const calls = regions.filter(({ category = '', name }) => apiFamilyOf(category, name) !== null);
  const waits = calls.filter(({ category = '', name }) => apiClassOf(category, name) === 'sync');
  const start = Math.min(...work.map(({ startNs }) => startNs));
  const end = Math.max(...work.map(({ endNs }) => endNs));
  const counts = {
    wall_ns: end - start,
    compute_ns: 0,
    copy_exposed_ns: 0,
    copy_hidden_ns: 0,
    communication_exposed_ns: 0,
  };
  const host = { api_exposed_ns: 0, api_exposed_wait_ns: 0, idle_other_ns: 0 };
  for (let unit = start; unit < end; unit++) {
    const isCopying = covers(ownCopies, unit);
    if (covers(ownKernels, unit)) {
      counts.compute_ns++;
      if (isCopying) counts.copy_hidden_ns++;
      if (
        !covers(
          ownKernels.filter(({ name }) => !name.startsWith('nccl')),
          unit,
        )
      )
        counts.communication_exposed_ns++;
    } else if (isCopying) counts.copy_exposed_ns++;
    else if (covers(calls, unit)) {
      host.api_exposed_ns++;
      if (covers(waits, unit)) host.api_exposed_wait_ns++;
    } else host.idle_other_ns++;
  }
  return { ...counts, ...host };
}

function expectLaws(part: ExecutionBreakdown | DeviceBreakdown): void {
  expect(part.compute_ns + part.copy_exposed_ns + part.api_exposed_ns + part.idle_other_ns).toBe(part.wall_ns);
  expect(part.gpu_busy_ns).toBe(part.compute_ns + part.copy_exposed_ns);
  expect(part.communication_exposed_ns).toBeLessThanOrEqual(part.compute_ns);
  expect(part.api_exposed_wait_ns).toBeLessThanOrEqual(part.api_exposed_ns);
  expect(part.idle_other_ns).toBeGreaterThanOrEqual(0);
  if (part.concurrency !== null) expect(part.concurrency).toBeGreaterThanOrEqual(1);
}

describe('partition', () => {
  it('equals counting unit by unit on every device of a process', async () => {
    await fc.assert(
      fc.asyncProperty(processRows, async (rows) => {
        const breakdown = await breakdownOf([rows]);
        const expected = [0, 1].flatMap((gpu) => byCounting(rows, gpu) ?? []);
        expect(breakdown?.devices ?? []).toMatchObject(expected);
      }),
    );
  });

  it('adds up to the window per device and in total, for any processes', async () => {
    await fc.assert(
      fc.asyncProperty(severalProcesses, async (processes) => {
        const breakdown = await breakdownOf(processes);
        if (breakdown === null) return;
        v.parse(ExecutionBreakdownSchema, breakdown);
        [breakdown, ...breakdown.devices].forEach(expectLaws);
      }),
    );
  });

  it('does not depend on the order in which the processes come', async () => {
    await fc.assert(
      fc.asyncProperty(severalProcesses, async (processes) => {
        const [there, back] = [await breakdownOf(processes), await breakdownOf([...processes].reverse())];
        expect({ ...back, devices: null }).toEqual({ ...there, devices: null });
      }),
    );
  });

  it('is the same at any distance from zero', async () => {
    await fc.assert(
      fc.asyncProperty(severalProcesses, async (processes) => {
        const far = processes.map((rows) => ({
          ...rows,
          originNs: (rows.originNs ?? 0n) + 1_700_000_000_000_000_001n,
        }));
        expect(await breakdownOf(far)).toEqual(await breakdownOf(processes));
      }),
    );
  });
});
