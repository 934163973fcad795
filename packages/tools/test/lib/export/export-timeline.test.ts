import { describe, expect, it, jest } from '@jest/globals';
import { buildTrace } from '@perfxpert/rocpd/testing';
import type { TraceSpec } from '@perfxpert/rocpd/testing';
import { exportTimeline } from '../../../src/index.js';
import type { ExportSummary, TimelineFormat } from '../../../src/index.js';
import { decodeChrome } from './chrome-trace.js';
import { decodePerfetto } from './perfetto-proto.js';

// Traces are built and decoded here, which takes long on a busy machine.
jest.setTimeout(60_000);

async function exported(spec: TraceSpec, format: TimelineFormat): Promise<{ bytes: Buffer; summary: ExportSummary }> {
  const trace = buildTrace(spec);
  const chunks: Uint8Array[] = [];
  try {
    const summary = await exportTimeline(
      { database_path: trace.paths, format },
      { write: (bytes) => void chunks.push(bytes) },
    );
    return { bytes: Buffer.concat(chunks), summary };
  } finally {
    trace.dispose();
  }
}

const decode = (format: TimelineFormat, bytes: Uint8Array) =>
  format === 'perfetto' ? decodePerfetto(bytes) : decodeChrome(bytes);

/** Two streams that overlap, a copy, calls with markers around them, counters, a mark and a metric, from a late boot-time clock. */
const ORIGIN = 9_100_000_000_000_003n;
const at = (offset: number) => ORIGIN + BigInt(offset);
const PROGRAM: TraceSpec = {
  pid: 77,
  command: './app',
  kernels: [
    {
      name: 'gemm<float>(float*)',
      startNs: at(1_000),
      endNs: at(2_001),
      stream: 1,
      stackId: 5,
      counters: { SQ_WAVES: [3, 4] },
    },
    { name: 'ncclDevKernel_AllReduce_Sum_f32_RING_LL(x)', startNs: at(1_500), endNs: at(2_500), stream: 1 },
    { name: 'add', startNs: at(2_001), endNs: at(2_001), stream: 2 },
  ],
  copies: [{ startNs: at(100), endNs: at(900), bytes: 4_096, stream: 1 }],
  regions: [
    { message: 'step 1', startNs: at(0), endNs: at(3_000) },
    { name: 'hipLaunchKernel', startNs: at(10), endNs: at(20), stackId: 5 },
    { name: 'hipMemcpy', startNs: at(20), endNs: at(1_000) },
    { message: 'overlaps', startNs: at(500), endNs: at(3_500) },
  ],
  samples: [
    { timestampNs: at(-7), message: 'begin' },
    { timestampNs: at(1_600), values: { device_power: 700.5 }, units: { device_power: 'W' } },
  ],
};

describe.each(['perfetto', 'chrome'] as const)('exportTimeline as %s', (format) => {
  it('holds every kernel, copy, call and marker with exact times', async () => {
    const { bytes, summary } = await exported(PROGRAM, format);
    const { slices } = decode(format, bytes);
    // Times from the mark at -7: everything else is 7 later
    expect(
      slices
        .map(({ name, startNs, endNs }) => [name, startNs - 7, endNs - 7])
        .sort((a, b) => Number(a[1]) - Number(b[1])),
    ).toEqual([
      ['step 1', 0, 3_000],
      ['hipLaunchKernel', 10, 20],
      ['hipMemcpy', 20, 1_000],
      ['Host-to-Device', 100, 900],
      ['overlaps', 500, 3_500],
      ['gemm<float>(float*)', 1_000, 2_001],
      ['ncclDevKernel_AllReduce_Sum_f32_RING_LL(x)', 1_500, 2_500],
      ['add', 2_001, 2_001],
    ]);
    expect(summary).toMatchObject({ kernels: 3, copies: 1, regions: 4, points: 2, dropped: 0, bytes: bytes.length });
  });

  it('puts what overlaps onto tracks of its own, by device, stream and thread', async () => {
    const { slices } = decode(format, (await exported(PROGRAM, format)).bytes);
    const trackOf = (name: string) => slices.find((slice) => slice.name.startsWith(name))?.track;
    expect(trackOf('gemm')).toMatch(/^GPU 0.* \/ stream 1$/);
    expect(trackOf('nccl')).toMatch(/^GPU 0.* \/ stream 1 \(2\)$/);
    expect(trackOf('add')).toMatch(/^GPU 0.* \/ stream 2$/);
    expect(trackOf('Host')).toMatch(/^GPU 0.* \/ copies, stream 1$/);
    expect(trackOf('hipMemcpy')).toMatch(/^\.\/app, pid 77.* \/ thread 77$/);
    expect(trackOf('step 1')).toBe(trackOf('hipMemcpy'));
    expect(trackOf('overlaps')).toMatch(/thread 77 \(2\)$/);
  });

  it('holds counters, metrics and marks', async () => {
    const { values, instants, slices } = decode(format, (await exported(PROGRAM, format)).bytes);
    expect(slices.find(({ name }) => name.startsWith('gemm'))?.args).toMatchObject({
      SQ_WAVES: 7,
      'SQ_WAVES instances': '3 4',
      stream: 1,
    });
    expect(values.map(({ timeNs, value }) => [timeNs - 7, value])).toEqual(
      expect.arrayContaining([
        [1_000, 7],
        [2_001, 0],
        [1_600, 700.5],
      ]),
    );
    expect(values).toHaveLength(3);
    expect(instants).toEqual([{ track: expect.stringMatching(/thread 77$/), name: 'begin', timeNs: 0 }]);
  });

  it('names collectives as such', async () => {
    const { slices } = decode(format, (await exported(PROGRAM, format)).bytes);
    expect(slices.find(({ name }) => name.startsWith('nccl'))).toMatchObject({
      category: 'kernel,collective',
      args: { collective: 'AllReduce' },
    });
  });

  it('keeps names whole, whatever they hold', async () => {
    const name = `evil"\\\n\u202e</script>日本\u0000${'x'.repeat(100_000)}`;
    const { slices } = decode(format, (await exported({ kernels: [{ name, startNs: 0, endNs: 1 }] }, format)).bytes);
    expect(slices.map((slice) => slice.name === name.split('\u0000')[0] || slice.name === name)).toEqual([true]);
  });

  it('is a whole file for a trace without rows', async () => {
    const { bytes, summary } = await exported({}, format);
    expect(decode(format, bytes).slices).toEqual([]);
    expect(summary).toMatchObject({ kernels: 0, processes: 1 });
  });

  it('is the same for the same trace', async () => {
    expect((await exported(PROGRAM, format)).bytes.equals((await exported(PROGRAM, format)).bytes)).toBe(true);
  });

  it('places the processes of one machine on one axis, those of others at their own start', async () => {
    const process = (node: string, pid: number, start: bigint) => ({
      pid,
      node,
      kernels: [{ name: `k${pid}`, startNs: start, endNs: start + 10n }],
    });
    const { bytes } = await exported(
      { processes: [process('a', 1, ORIGIN), process('a', 2, ORIGIN + 500n), process('b', 3, 5n)] },
      format,
    );
    const { slices, tracks } = decode(format, bytes);
    expect(slices.map(({ name, startNs }) => [name, startNs]).sort()).toEqual([
      ['k1', 0],
      ['k2', 500],
      ['k3', 0],
    ]);
    expect(new Set(tracks).size).toBe(tracks.length);
  });

  it('gives each file that names no machine its own start', async () => {
    // Two .rpd files: nothing says that their clocks are one.
    const kernel = (name: string, start: bigint) => ({ kernels: [{ name, startNs: start, endNs: start + 10n }] });
    const trace = buildTrace({ processes: [kernel('k1', ORIGIN), kernel('k2', 5n)] }, { layout: 'rpd' });
    const chunks: Uint8Array[] = [];
    await exportTimeline({ database_path: trace.paths, format }, { write: (bytes) => void chunks.push(bytes) });
    trace.dispose();
    const { slices } = decode(format, Buffer.concat(chunks));
    expect(slices.map(({ name, startNs }) => [name, startNs]).sort()).toEqual([
      ['k1', 0],
      ['k2', 0],
    ]);
  });

  it('hands over chunks of bounded size', async () => {
    const kernels = Array.from({ length: 12_000 }, (_, index) => ({
      name: 'k',
      startNs: index * 10,
      endNs: index * 10 + 5,
    }));
    const trace = buildTrace({ kernels });
    const sizes: number[] = [];
    await exportTimeline({ database_path: trace.paths, format }, { write: (bytes) => void sizes.push(bytes.length) });
    trace.dispose();
    expect(sizes.length).toBeGreaterThan(1);
    expect(Math.max(...sizes)).toBeLessThan(1_200_000);
  });
});

describe('arrows from a call to its kernel', () => {
  it('have one id on both sides in Perfetto', async () => {
    const { slices } = decodePerfetto((await exported(PROGRAM, 'perfetto')).bytes);
    const linked = slices.filter(({ flows }) => flows.length > 0);
    expect(linked.map(({ name }) => name).sort()).toEqual(['gemm<float>(float*)', 'hipLaunchKernel']);
    expect(new Set(linked.map(({ flows }) => flows[0])).size).toBe(1);
  });

  it('begin and end inside their slices in trace event JSON', async () => {
    const { flows } = decodeChrome((await exported(PROGRAM, 'chrome')).bytes);
    expect(flows.map(({ ph, ts, id }) => [ph, ts, id]).sort()).toEqual([
      ['f', 1.007, '0:5'],
      ['s', 0.017, '0:5'],
    ]);
  });
});

it('stops when the caller gives up', async () => {
  const trace = buildTrace({ kernels: [{ name: 'k', startNs: 0, endNs: 1 }] });
  const run = exportTimeline(
    { database_path: trace.paths, format: 'chrome' },
    { write: () => {}, signal: AbortSignal.abort() },
  );
  await expect(run).rejects.toMatchObject({ code: 'CANCELLED' });
  trace.dispose();
});
