import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import { Host } from './scenarios/host.js';
import { onClock } from './scenarios/jobs/machine-clock.js';
import { JOBS } from './scenarios/jobs/programs.js';
import { jobNs, savedByFix, simulateJob } from './scenarios/jobs/simulate-job.js';
import { countersOf } from './scenarios/kernel-counters.js';
import { estimateKernel } from './scenarios/kernel-model.js';
import type { KernelModel } from './scenarios/kernel-model.js';
import { createNoise } from './scenarios/noise.js';
import { partitionOf, unionNs } from './scenarios/partition.js';
import { PARTS } from './scenarios/parts.js';
import type { Recording } from './scenarios/recording.js';
import { SCENARIOS } from './scenarios/scenarios.js';
import { gainOf, simulate, truthOf } from './scenarios/truth.js';
import { writeTrace } from './scenarios/write-trace.js';
import { partitionBySql, totalsBySql } from './sql-partition.js';
import { ROOT, importsOf } from './workspace.js';

const FOLDER = fs.mkdtempSync(path.join(os.tmpdir(), 'perfxpert-simulator-'));
afterAll(() => fs.rmSync(FOLDER, { recursive: true, force: true }));

const LARGE: KernelModel = { name: 'large', workgroups: 3040, fixedNs: 50_000 };
const SMALL: KernelModel = { name: 'small', workgroups: 30, fixedNs: 50_000 };
const QUIET = { seed: 1, spread: 0 };
const EMPTY = { kernels: [], copies: [], regions: [], allocations: [], stepEndsNs: [] };

describe('the simulator', () => {
  it('imports the trace writer and nothing else of the product', () => {
    const files = fs.readdirSync(path.join(ROOT, 'test/scenarios'), { recursive: true }).map(String);
    const imported = files
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => importsOf(path.join('test/scenarios', file)))
      .filter((specifier) => !specifier.startsWith('.') && !specifier.startsWith('node:'));
    expect([...new Set(imported)]).toEqual(['@perfxpert/rocpd/testing']);
  });
});

describe('partitionOf', () => {
  // Window 10..110. Kernels 10-40, 30-50 cover 40; the copy 45-70 adds 20; the call 0-15 lies under a kernel, 80-90 does
  // not; what is left of 100 is 100 - 40 - 20 - 10 = 30, of which the copy 100-110 takes 10.
  const kernels = [
    { startNs: 10, endNs: 40 },
    { startNs: 30, endNs: 50 },
  ];
  const copies = [
    { startNs: 45, endNs: 70 },
    { startNs: 100, endNs: 110 },
  ];
  const calls = [
    { startNs: 0, endNs: 15 },
    { startNs: 80, endNs: 90 },
  ];

  it('gives each nanosecond of the window to one part', () => {
    expect(partitionOf(kernels, copies, calls)).toEqual({
      ...{ wall_ns: 100, compute_ns: 40, copy_exposed_ns: 30, copy_hidden_ns: 5, gpu_busy_ns: 70, idle_ns: 30 },
      ...{ api_exposed_ns: 10, idle_other_ns: 20, kernel_sum_ns: 50, copy_sum_ns: 35 },
    });
  });

  it('counts nested and touching spans once', () => {
    const nested = [
      { startNs: 5, endNs: 10 },
      { startNs: 0, endNs: 20 },
      { startNs: 20, endNs: 21 },
    ];
    expect(unionNs(nested)).toBe(21);
  });
});

describe('createNoise', () => {
  it('gives each key a sequence of its own', () => {
    const alone = createNoise(7);
    const expected = [alone.factor('kernel', 'a', 0.1), alone.factor('kernel', 'a', 0.1)];
    const mixed = createNoise(7);
    const first = mixed.factor('kernel', 'a', 0.1);
    mixed.factor('kernel', 'b', 0.1);
    expect([first, mixed.factor('kernel', 'a', 0.1)]).toEqual(expected);
    expect(createNoise(8).factor('kernel', 'a', 0.1)).not.toBe(first);
  });

  it('has the mean 1 and about the spread asked for', () => {
    const noise = createNoise(3);
    const values = Array.from({ length: 4000 }, () => noise.factor('kernel', 'key', 0.05));
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
    // 4000 draws: the mean is uncertain by 0.05 / sqrt(4000) = 0.0008.
    expect(Math.abs(mean - 1)).toBeLessThan(0.004);
    expect(Math.abs(deviation - 0.05)).toBeLessThan(0.004);
  });
});

describe('Host', () => {
  it('runs one stream in order', () => {
    const host = new Host(PARTS.gfx942, QUIET);
    host.launch(LARGE);
    host.launch(SMALL);
    const [first, second] = host.finish().kernels;
    expect(second?.startNs).toBeGreaterThan(first?.endNs ?? Infinity);
  });

  it('runs small kernels of two streams side by side, but not two that fill the GPU', () => {
    const overlapOf = (model: KernelModel): number => {
      const host = new Host(PARTS.gfx942, QUIET);
      host.launch(model, { stream: 1 });
      host.launch(model, { stream: 2 });
      const [first, second] = host.finish().kernels;
      return (first?.endNs ?? 0) - (second?.startNs ?? 0);
    };
    expect(overlapOf(SMALL)).toBeGreaterThan(30_000);
    expect(overlapOf(LARGE)).toBeLessThanOrEqual(0);
  });

  it('lets a pageable copy block its call, and a pinned one not', () => {
    const callNs = (pageable: boolean): number => {
      const host = new Host(PARTS.gfx90a, QUIET);
      host.copy({ direction: 'host_to_device', bytes: 26_000_000, pageable });
      const [call] = host.finish().regions;
      return (call?.endNs ?? 0) - (call?.startNs ?? 0);
    };
    // 26 MB at 26 GB/s take 1 ms pinned; a pageable copy is slower and within its call.
    expect(callNs(false)).toBeLessThan(20_000);
    expect(callNs(true)).toBeGreaterThan(1_000_000);
  });

  it('makes one stream wait for another where the program says so', () => {
    const host = new Host(PARTS.gfx942, QUIET);
    host.launch(SMALL, { stream: 1 });
    host.join(2, 1);
    host.launch(SMALL, { stream: 2 });
    const [first, second] = host.finish().kernels;
    expect(second?.startNs).toBeGreaterThan(first?.endNs ?? Infinity);
  });

  it('returns from a synchronisation after the work, and from hipFree too', () => {
    const host = new Host(PARTS.gfx942, QUIET);
    host.launch(LARGE);
    host.free(1000, 5000);
    const { kernels, regions } = host.finish();
    expect(regions.find((region) => region.name === 'hipFree')?.endNs).toBeGreaterThan(kernels[0]?.endNs ?? Infinity);
  });
});

describe('estimateKernel', () => {
  it('takes the time that bytes need at a usual share of the bandwidth', () => {
    // 288 MB at 5325 GB/s are 54.1 us; simple kernels reach 75 to 90 % of that.
    const { durationNs, boundBy } = estimateKernel(
      { name: 'add', workgroups: 24_000, vgpr: 16, readBytes: 192e6, writeBytes: 96e6 },
      PARTS.gfx942,
    );
    expect(boundBy).toBe('memory');
    expect(54_100 / durationNs).toBeGreaterThan(0.75);
    expect(54_100 / durationNs).toBeLessThan(0.9);
  });

  it.each([
    // 512 registers: 256 leave 2 waves, 128 leave 4, 64 leave 8.
    ['gfx90a', { vgpr: 256 }, 2, 'registers'],
    ['gfx90a', { vgpr: 128 }, 4, 'registers'],
    ['gfx90a', { vgpr: 64 }, 8, 'none'],
    // 64 KiB of LDS hold two workgroups of 32 KiB with four waves each, on four SIMDs.
    ['gfx942', { ldsBytes: 32_768 }, 2, 'lds'],
    // 160 KiB hold five.
    ['gfx950', { ldsBytes: 32_768 }, 5, 'lds'],
  ] as const)('knows how many waves of %s fit with %j', (part, resources, waves, limiter) => {
    const estimate = estimateKernel({ name: 'k', workgroups: 100_000, ...resources }, PARTS[part]);
    expect([estimate.wavesPerSimd, estimate.occupancyLimiter]).toEqual([waves, limiter]);
  });

  it('makes strided access slower than contiguous access', () => {
    const access = { name: 'k', workgroups: 10_000, readBytes: 1e8, accessBytes: 4 };
    const contiguous = estimateKernel(access, PARTS.gfx90a);
    const strided = estimateKernel({ ...access, strided: true }, PARTS.gfx90a);
    expect(strided.durationNs).toBeGreaterThan(1.5 * contiguous.durationNs);
    // 4 bytes of 64 lanes are four requests of 64 bytes, or 64 of one lane each.
    expect(strided.requests / contiguous.requests).toBe(16);
  });
});

describe('countersOf', () => {
  const model: KernelModel = { name: 'k', workgroups: 24_000, readBytes: 192e6, writeBytes: 96e6 };
  const counters = countersOf(model, PARTS.gfx942, 66_000, createNoise(1));

  it('holds bytes in KiB and cycles summed over the eight dies', () => {
    expect(Math.abs((counters.FETCH_SIZE ?? 0) / 187_500 - 1)).toBeLessThan(0.02);
    expect(Math.abs((counters.WRITE_SIZE ?? 0) / 93_750 - 1)).toBeLessThan(0.02);
    // 66 us at 2.1 GHz are 138,600 clocks; eight dies count them.
    expect(Math.abs((counters.GRBM_GUI_ACTIVE ?? 0) / (8 * 138_600) - 1)).toBeLessThan(0.04);
    expect(counters.SQ_WAVES).toBe(24_000 * 4);
  });

  it('leaves out what a part does not count', () => {
    const names = (part: keyof typeof PARTS): string[] =>
      Object.keys(countersOf(model, PARTS[part], 66_000, createNoise(1)));
    expect(names('gfx908')).not.toContain('SQ_INSTS_VALU_FMA_F32');
    expect(names('gfx1100').some((name) => name.startsWith('TC'))).toBe(false);
    expect(names('gfx950')).toContain('TCC_EA0_RDREQ_128B_sum');
  });
});

describe.each(JOBS.map((job) => [job.id, job] as const))('job %s', (_id, job) => {
  const ranks = simulateJob(job);
  const collectives = ranks.map(({ kernels }) => kernels.filter(({ model }) => model === null));

  it('is the same each time', () => {
    expect(simulateJob(job).map(timesOf)).toEqual(ranks.map(timesOf));
  });

  it('has ranks that leave each collective together, the last one soon after it came', () => {
    const [first = []] = collectives;
    expect(first.length).toBeGreaterThanOrEqual(18);
    for (const [index] of first.entries()) {
      const own = collectives.map((kernels) => kernels[index]);
      const ends = own.map((kernel) => kernel?.endNs ?? 0);
      // Each leaves about 0.4 us after the last is through.
      expect(Math.max(...ends) - Math.min(...ends)).toBeLessThan(500);
      const lengths = own.map((kernel) => (kernel?.endNs ?? 0) - (kernel?.startNs ?? 0));
      expect(Math.min(...lengths)).toBeLessThan(300_000);
    }
  });

  it('gains by the fix where a rank is late, and is not late without the cause', () => {
    const savedNs = savedByFix(job);
    if (job.late === null) expect(savedNs).toBe(0);
    else expect(savedNs / jobNs(ranks)).toBeGreaterThan(0.1);
  });

  it('shows times that a machine could have recorded: in order on each stream, whatever its clock', () => {
    for (const machine of job.machines) {
      const { kernels } = onClock(ranks[0] ?? { ...EMPTY, part: PARTS[job.part] }, machine.clock);
      const main = kernels.filter(({ stream }) => stream === 0);
      expect(main.every(({ startNs }, index) => startNs >= (main[index - 1]?.endNs ?? -Infinity))).toBe(true);
    }
  });
});

describe.each(SCENARIOS.map((scenario) => [scenario.id, scenario] as const))('scenario %s', (id, scenario) => {
  const recording = simulate(scenario);
  const truth = truthOf(scenario, recording);

  it('is the same each time', () => {
    expect(timesOf(simulate(scenario))).toBe(timesOf(recording));
  });

  it('has parts that add up to the window', () => {
    const { wall_ns, compute_ns, copy_exposed_ns, api_exposed_ns, idle_other_ns } = truth.partition;
    expect(compute_ns + copy_exposed_ns + api_exposed_ns + idle_other_ns).toBe(wall_ns);
  });

  it('is written as it was recorded: the truth follows from the rows of the file', () => {
    const database = path.join(FOLDER, `${id}.db`);
    writeTrace(recording, scenario, database);
    const file = new Database(database, { readonly: true, fileMustExist: true });
    try {
      expect(partitionBySql(file)).toEqual(truth.partition);
      expect(totalsBySql(file, 'kernels')).toEqual([...truth.per_kernel].sort(byName));
      expect(totalsBySql(file, 'calls')).toEqual([...truth.api_calls].sort(byName));
    } finally {
      file.close();
    }
  });

  it('gains what the truth says by the fix alone, with the same noise', () => {
    const { cause } = scenario;
    if (cause === null || cause.removes.length === 0) {
      expect(truth.speedup).toBeNull();
      return;
    }
    const fixed = simulate(scenario, { without: cause.removes });
    expect(truth.speedup).toMatchObject(gainOf(recording, fixed));
    expect(truth.speedup?.program).toBeGreaterThan(1.15);
    const before = durationsByName(recording);
    const after = durationsByName(fixed);
    // Kernels that the fix does not touch take the same times; rounding of start and end may add or take one nanosecond.
    const changed = [...before].filter(([name, durations]) => {
      const others = after.get(name);
      if (others === undefined || others.length !== durations.length) return false;
      return durations.some((duration, index) => Math.abs(duration - (others[index] ?? 0)) > 1);
    });
    const guilty = recording.kernels.filter((kernel) => kernel.model?.guilty === true).map((kernel) => kernel.name);
    expect(changed.map(([name]) => name).filter((name) => !guilty.includes(name))).toEqual([]);
  });

  it('has distractors that bring far less than the fix, in all and in the steady state', () => {
    const savedNs = truth.speedup?.saved_ns ?? Infinity;
    expect(truth.not_first.filter(({ whatif }) => (whatif?.saved_ns ?? 0) > (2 / 3) * savedNs)).toEqual([]);
    const gains = truth.not_first.map(({ whatif }) => whatif?.steady_state ?? whatif?.program ?? 1);
    expect(gains.filter((gain) => gain > 1.13)).toEqual([]);
  });
});

/** All times of a recording as one text. */
function timesOf({ kernels, copies, regions }: Recording): string {
  return [...kernels, ...copies, ...regions].map(({ startNs, endNs }) => `${startNs} ${endNs}`).join('\n');
}

/** Durations of each kernel, in ascending order. */
function durationsByName({ kernels }: Recording): Map<string, number[]> {
  const result = new Map<string, number[]>();
  for (const { name, startNs, endNs } of kernels) {
    const own = result.get(name) ?? [];
    own.push(endNs - startNs);
    result.set(name, own);
  }
  for (const own of result.values()) own.sort((left, right) => left - right);
  return result;
}

function byName(left: { readonly name: string }, right: { readonly name: string }): number {
  return left.name < right.name ? -1 : left.name > right.name ? 1 : 0;
}
