import { afterEach, describe, expect, it } from '@jest/globals';
import { openTrace } from '@perfxpert/rocpd';
import { buildTrace } from '@perfxpert/rocpd/testing';
import type { ProcessSpec, TraceFiles, TraceSpec } from '@perfxpert/rocpd/testing';
import { computeFacts } from '../../../src/lib/facts/compute-facts.js';
import { filterTrace } from '../../../src/lib/filter/filter-trace.js';
import type { TraceFilter } from '../../../src/schemas/trace-filter.js';

const MAIN = 11;
const HELPER = 12;

/** Two steps on one thread, a launch on another, work on two GPUs. The first GPU work starts at 300. */
const PROCESS: ProcessSpec = {
  agents: [{}, {}],
  environment: { RANK: '3' },
  regions: [
    { message: 'step 1', startNs: 0, endNs: 100, thread: MAIN },
    { name: 'hipLaunchKernel', startNs: 10, endNs: 20, stackId: 1, thread: MAIN },
    { message: 'step 2', startNs: 100, endNs: 200, thread: MAIN },
    { name: 'hipLaunchKernel', startNs: 110, endNs: 120, stackId: 2, thread: MAIN },
    { name: 'hipLaunchKernel', startNs: 130, endNs: 140, stackId: 3, thread: HELPER },
    { name: 'hipDeviceSynchronize', startNs: 450, endNs: 990, stackId: 9, thread: MAIN },
  ],
  kernels: [
    { name: 'gemm', startNs: 300, endNs: 400, agent: 0, stackId: 1, counters: { SQ_WAVES: 8 } },
    { name: 'add', startNs: 500, endNs: 650, agent: 1, stackId: 2, counters: { SQ_WAVES: 4 } },
    { name: 'gemm', startNs: 700, endNs: 850, agent: 0, stackId: 3, counters: { SQ_WAVES: 16 } },
  ],
  copies: [{ startNs: 900, endNs: 950, bytes: 4096, to: 1 }],
};

const made: TraceFiles[] = [];
afterEach(() => {
  for (const files of made.splice(0)) files.dispose();
});

function pathsOf(spec: TraceSpec): readonly string[] {
  const files = buildTrace(spec);
  made.push(files);
  return files.paths;
}

async function factsWith(filter: TraceFilter, spec: ProcessSpec = PROCESS) {
  const trace = filterTrace(openTrace(pathsOf(spec)), filter);
  try {
    return await computeFacts(trace, filter.kernel === undefined ? {} : { kernelPattern: filter.kernel });
  } finally {
    trace.close();
  }
}

const calls = (facts: Awaited<ReturnType<typeof factsWith>>) =>
  Object.fromEntries(facts.hotspots.map(({ name, calls: count }) => [name, count]));

describe('filterTrace', () => {
  it('keeps the work of a GPU and the calls that caused it', async () => {
    const facts = await factsWith({ gpu: [1] });
    expect(calls(facts)).toEqual({ add: 1 });
    expect(Object.keys(facts.memoryAnalysis)).toEqual(['Host-to-Device']);
    expect(facts.devices.map(({ label }) => label)).toEqual(['GPU 1, rank 3']);
    // From the start of add to the end of the copy
    expect(facts.executionBreakdown?.wall_ns).toBe(950 - 500);
    expect(facts.traceQuality).toMatchObject({
      launch_calls: 1,
      launches_without_dispatch: 0,
      dispatches_without_launch: 0,
      lossy: false,
    });
  });

  it('counts a window from the first GPU work and keeps what starts in it, whole', async () => {
    // 200 to 500 after 300: add (500 to 650) and the second gemm (700 to 850)
    const facts = await factsWith({ from_ns: 200, to_ns: 500 });
    expect(calls(facts)).toEqual({ add: 1, gemm: 1 });
    expect(facts.executionBreakdown?.wall_ns).toBe(850 - 500);
    expect(facts.traceQuality).toMatchObject({ dispatches_without_launch: 0, copies: 0 });
    // Waiting that overlaps the window is there
    expect(facts.apiBreakdown.api_calls.map(({ name }) => name).sort()).toEqual([
      'hipDeviceSynchronize',
      'hipLaunchKernel',
    ]);
  });

  it('adjoining windows add up to the whole', async () => {
    const whole = (await factsWith({})).traceQuality;
    const first = (await factsWith({ to_ns: 400 })).traceQuality;
    const second = (await factsWith({ from_ns: 400 })).traceQuality;
    expect(first.dispatches + second.dispatches).toBe(whole.dispatches);
    expect(first.copies + second.copies).toBe(whole.copies);
    expect(first.total_kernel_ns + second.total_kernel_ns).toBe(whole.total_kernel_ns);
  });

  it('keeps what was launched inside marker ranges, on their own thread only', async () => {
    const facts = await factsWith({ roctx: '^step 2$' });
    // The second gemm was launched during step 2, by another thread; the copy names no call and starts in no range
    expect(calls(facts)).toEqual({ add: 1 });
    expect(facts.memoryAnalysis).toEqual({});
    expect(facts.traceQuality).toMatchObject({ launch_calls: 1, markers: 1 });
  });

  it('takes several conditions together', async () => {
    expect(calls(await factsWith({ gpu: [0], from_ns: 100 }))).toEqual({ gemm: 1 });
  });

  it('follows counters to the dispatches that are kept', async () => {
    const { hardwareCounters } = await factsWith({ from_ns: 200 });
    // add and the second gemm
    expect(hardwareCounters.counters?.['SQ_WAVES']).toMatchObject({ sample_count: 2, total_value: 20 });
  });

  it('leaves nothing where the filter meets no work', async () => {
    const facts = await factsWith({ from_ns: 1e9 });
    expect(facts.executionBreakdown).toBeNull();
    expect(facts.hotspots).toEqual([]);
  });

  it('keeps the processes of a rank, on the window that they share', async () => {
    const other = { ...PROCESS, environment: { RANK: '5' }, pid: 77 };
    const trace = filterTrace(openTrace(pathsOf({ processes: [PROCESS, other] })), { rank: [5], to_ns: 100 });
    expect(trace.processes.map(({ pid }) => pid)).toEqual([77]);
    expect(calls(await computeFacts(trace))).toEqual({ gemm: 1 });
    trace.close();
  });

  it('counts the window of several processes from the first work of all', async () => {
    const later: ProcessSpec = { pid: 78, kernels: [{ name: 'late', startNs: 600, endNs: 860 }] };
    const trace = filterTrace(openTrace(pathsOf({ processes: [PROCESS, later] })), { to_ns: 350 });
    // Starts before 650: gemm, add, late
    expect(calls(await computeFacts(trace))).toEqual({ gemm: 1, add: 1, late: 1 });
    trace.close();
  });

  it.each([
    [{ rank: [4] }, /no process of rank 4; ranks of the trace: 3/],
    [{ gpu: [2] }, /no GPU 2; GPUs of the trace: 0, 1/],
    [{ from_ns: 5, to_ns: 5 }, /window ends at 5 ns, before it begins/],
    [{ roctx: '(' }, /roctx \(: give a JavaScript regular expression/],
    [{ kernel: '(' }, /kernel \(: give a JavaScript regular expression/],
  ])('refuses %j', async (filter, message) => {
    await expect(factsWith(filter)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringMatching(message),
    });
  });
});

describe('kernelPattern', () => {
  it('narrows what is told kernel by kernel; times and shares stay those of all work', async () => {
    const all = await factsWith({});
    const facts = await factsWith({ kernel: 'gem+$' });
    expect(calls(facts)).toEqual({ gemm: 2 });
    // 250 of 400 ns of kernel time
    expect(facts.hotspots[0]?.percent_of_total).toBe(62.5);
    expect(facts.executionBreakdown).toEqual(all.executionBreakdown);
    expect(facts.traceQuality).toEqual(all.traceQuality);
    expect(facts.kernelResources.kernels.map(({ name }) => name)).toEqual(['gemm']);
    expect(facts.hardwareCounters.counters?.['SQ_WAVES']).toMatchObject({ total_value: 24 });
    expect(facts.shortKernels.top_offenders.map(({ name }) => name)).toEqual(['gemm']);
    expect({ ...facts.shortKernels, top_offenders: all.shortKernels.top_offenders }).toEqual(all.shortKernels);
  });

  it('stops a pattern that tries too many ways', async () => {
    const name = `${'a'.repeat(60)}!`;
    const spec: ProcessSpec = { kernels: [{ name, startNs: 0, endNs: 10 }] };
    await expect(factsWith({ kernel: '^(a+)+$' }, spec)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });
});
