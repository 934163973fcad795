import { afterEach, describe, expect, it } from '@jest/globals';
import { openTrace } from '../../src/open-trace.js';
import { buildTrace, generateTrace } from '../../src/testing/index.js';
import type { TraceFileLayout, TraceFiles, TraceSpec } from '../../src/testing/index.js';
import type { ProcessColumns } from '../../src/trace.js';

const LAYOUTS: readonly TraceFileLayout[] = ['3.0', '3.0.5', '4.1', 'rpd'];
const OFFSET = 1_700_000_000_000_000_003n;
const SPEC: TraceSpec = {
  regions: [
    { name: 'hipLaunchKernel', startNs: 0, endNs: 5, stackId: 2, thread: 7 },
    { name: 'hipMemcpyAsync', startNs: 6, endNs: 8, stackId: 3, thread: 7 },
  ],
  kernels: [
    { name: 'gemm', startNs: 20, endNs: 50, stackId: 2, queue: 4, workgroup: [64, 1, 1], grid: [640, 1, 1] },
    { name: 'add', startNs: 60, endNs: 70, queue: 4 },
  ],
  copies: [{ startNs: 51, endNs: 58, bytes: 4096, stackId: 3 }],
};

const made: TraceFiles[] = [];
afterEach(() => {
  for (const files of made.splice(0)) files.dispose();
});

async function load(files: TraceFiles): Promise<ProcessColumns[]> {
  made.push(files);
  const trace = openTrace(files.paths);
  try {
    return await Promise.all(trace.processes.map((process) => trace.loadProcess(process)));
  } finally {
    trace.close();
  }
}

describe.each(LAYOUTS)('a trace built in layout %s', (layout) => {
  it('comes back through openTrace', async () => {
    const [columns] = await load(buildTrace(SPEC, { layout, timeOffsetNs: OFFSET }));
    const { originNs, dispatches, copies, regions, kernels } = columns!;
    const absolute = (time: number | undefined): bigint => originNs + BigInt(time!) - OFFSET;
    expect([...dispatches.startNs].map(absolute)).toEqual([20n, 60n]);
    expect([...dispatches.endNs].map(absolute)).toEqual([50n, 70n]);
    expect([...dispatches.kernel].map((index) => kernels[index]!.name)).toEqual(['gemm', 'add']);
    expect([...dispatches.stackId]).toEqual([2, 0]);
    expect(dispatches.shapes[dispatches.shape[0]!]).toMatchObject({ workgroup: [64, 1, 1], grid: [640, 1, 1] });
    expect([absolute(copies.startNs[0]), copies.sizeBytes[0], copies.stackId[0]]).toEqual([51n, 4096, 3]);
    expect([...regions.name].map((index) => regions.names[index])).toEqual(['hipLaunchKernel', 'hipMemcpyAsync']);
    expect([...regions.stackId]).toEqual([2, 3]);
    expect(regions.threads).toEqual([7]);
  });

  it('comes back whole when generated', async () => {
    const files = generateTrace({ layout, dispatches: 400, processes: 2, dispatchesPerStep: 200 });
    const loaded = await load(files);
    let [dispatchCount, regionCount, copyCount] = [0, 0, 0];
    for (const { dispatches, regions, copies } of loaded) {
      dispatchCount += dispatches.count;
      regionCount += regions.count;
      copyCount += copies.count;
    }
    expect(dispatchCount).toBe(files.dispatchCount);
    expect(copyCount).toBe(files.copyCount);
    expect(regionCount).toBe(files.regionCount);
  });
});
