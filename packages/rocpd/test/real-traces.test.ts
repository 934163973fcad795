import { expect, it } from '@jest/globals';
import { openTrace } from '../src/open-trace.js';
import type { ProcessColumns } from '../src/trace.js';
import { copyRows, dispatchRows, loadAll, loadOne, plainColumns, regionRows } from './__fixtures__/load-all.js';
import { describeWithTraces, exactTimes, readFacts, recording } from './__fixtures__/shared-traces.js';

const facts = readFacts();
const times = exactTimes();
const readable = Object.keys(facts).filter((name) => facts[name]!.kind === 'rocpd');

/** Calls and summed time by name, as `top_kernels` and `top_regions` have them. */
function totalsByName(rows: readonly { name: string; start: bigint; end: bigint }[]) {
  const totals = new Map<string, { calls: number; total_ns: number; min_ns: number; max_ns: number }>();
  for (const { name, start, end } of rows) {
    const duration = Number(end - start);
    const total = totals.get(name) ?? { calls: 0, total_ns: 0, min_ns: duration, max_ns: duration };
    total.calls += 1;
    total.total_ns += duration;
    total.min_ns = Math.min(total.min_ns, duration);
    total.max_ns = Math.max(total.max_ns, duration);
    totals.set(name, total);
  }
  return totals;
}

/** Counters of the first dispatch of each process, summed over hardware instances: the view's figures, as facts.json has them. */
function sumCounters(processes: readonly ProcessColumns[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { counters } of processes)
    for (let row = 0; row < counters.count; row += 1) {
      if (counters.dispatch[row] !== 0) continue;
      const name = counters.names[counters.name[row]!]!;
      sums[name] = (sums[name] ?? 0) + counters.value[row]!;
    }
  return sums;
}

describeWithTraces('recordings, held against facts.json', () => {
  it.each(readable)('%s', async (name) => {
    const fact = facts[name]!;
    const processes = await loadAll(recording(name));
    expect(processes).toHaveLength(fact.guid?.length ?? 0);
    expect(processes.map(({ badValues }) => badValues.size)).toEqual(processes.map(() => 0));
    const dispatches = processes.flatMap(dispatchRows);
    const regions = processes.flatMap(regionRows);
    const copies = processes.flatMap(copyRows);
    expect(dispatches).toHaveLength(fact.rows.kernel_dispatch!);
    expect(regions).toHaveLength(fact.rows.region!);
    expect(copies).toHaveLength(fact.rows.memory_copy!);
    expect(processes.reduce((sum, { samples }) => sum + samples.count, 0)).toBe(fact.rows.sample);
    if (fact.kernels !== undefined) {
      const durations = dispatches.map(({ start, end }) => Number(end - start));
      const starts = dispatches.map(({ start }) => start);
      const ends = dispatches.map(({ end }) => end);
      expect(durations.reduce((sum, duration) => sum + duration, 0)).toBe(fact.kernels.total_ns);
      expect(durations.filter((duration) => duration < 10_000)).toHaveLength(fact.kernels.under_10us);
      expect(dispatches.filter(({ shape }) => shape.grid === null)).toHaveLength(fact.kernels.unknown_grid);
      expect(new Set(dispatches.map((row) => row.name)).size).toBe(fact.kernels.distinct_names);
      expect(starts.reduce((a, b) => (a < b ? a : b))).toBe(times.get(name)?.first);
      expect(ends.reduce((a, b) => (a > b ? a : b))).toBe(times.get(name)?.last);
    }
    const byKernel = totalsByName(dispatches);
    for (const { name: kernel, ...totals } of fact.top_kernels ?? []) expect(byKernel.get(kernel)).toEqual(totals);
    const byRegion = totalsByName(regions);
    for (const { name: region, calls, total_ns } of fact.top_regions ?? [])
      expect(byRegion.get(region)).toMatchObject({ calls, total_ns });
    for (const [direction, { count, bytes, total_ns, size_unknown }] of Object.entries(fact.copies ?? {})) {
      const rows = copies.filter((row) => row.name === direction);
      expect(rows).toHaveLength(count);
      expect(rows.reduce((sum, row) => sum + row.bytes, 0)).toBe(bytes);
      expect(rows.reduce((sum, { start, end }) => sum + Number(end - start), 0)).toBe(total_ns);
      expect(rows.filter((row) => row.bytes === 0)).toHaveLength(size_unknown);
    }
    if (fact.dispatches_linked_to_api_call !== undefined) {
      // Correlation ids are unique within a process only.
      const linked = processes.map((columns) => {
        const calls = new Set(columns.regions.stackId);
        return [...columns.dispatches.stackId].filter((stackId) => stackId !== 0 && calls.has(stackId)).length;
      });
      expect(linked.reduce((sum, count) => sum + count, 0)).toBe(fact.dispatches_linked_to_api_call);
    }
  });

  it.each(readable.filter((name) => Object.keys(facts[name]!.counters?.first_dispatch ?? {}).length > 0))(
    'counters of the first dispatch: %s',
    async (name) => {
      const sums = sumCounters(await loadAll(recording(name)));
      expect(sums).toMatchObject(facts[name]!.counters!.first_dispatch);
    },
  );

  it.each(readable.filter((name) => facts[name]!.event_categories !== undefined))('categories: %s', async (name) => {
    const processes = await loadAll(recording(name));
    const counts: Record<string, number> = {};
    for (const { category } of processes.flatMap(regionRows)) counts[category] = (counts[category] ?? 0) + 1;
    for (const { samples } of processes)
      for (const [category, count] of samples.countByCategory) counts[category] = (counts[category] ?? 0) + count;
    const others = /KERNEL_DISPATCH|MEMORY_COPY|MEMORY_ALLOCATION|SCRATCH_MEMORY|kernel_dispatch|memory_copy/;
    const expected = Object.entries(facts[name]!.event_categories!).filter(([category]) => !others.test(category));
    expect(counts).toEqual(Object.fromEntries(expected));
  });
});

describeWithTraces('recordings with a point of their own', () => {
  it('keeps all digits of times beyond 2^53', async () => {
    // README of the recordings: the first dispatch of the first pass starts at 13386710965731450.
    const processes = await loadAll(recording('pmc_vcopy_mi300x_passes.db'));
    const first = processes.find(({ process }) => process.guid === '00031de8-ffb5-73cf-912e-107858f9d2d8');
    expect(dispatchRows(first!)[0]!.start).toBe(13386710965731450n);
  });

  it('sums hardware instances as stored: TCC_HIT 72906 over channels, TCC_HIT_sum 72935 from another pass', async () => {
    const sums = sumCounters([await loadOne(recording('pmc_vcopy_mi200.db'))]);
    expect([sums.TCC_HIT, sums.TCC_HIT_sum]).toEqual([72906, 72935]);
  });

  it.each(['variant_schema305_bert.db', 'variant_schema410_bert.db'])(
    '%s says the same as the 3.0 file',
    async (name) => {
      const plain = await loadOne(recording('torch_bert_small_mi300x.db'));
      const variant = await loadOne(recording(name));
      expect(plainColumns(variant)).toEqual(plainColumns(plain));
      const rows = Uint32Array.from({ length: plain.regions.count }, (_, row) => row);
      const withDetails = async (file: string) => {
        const trace = openTrace(recording(file));
        const { details } = await trace.loadProcess(trace.processes[0]!);
        const found = [details.markerTexts(rows), details.arguments(rows), [...details.parentStackIds(rows)]];
        trace.close();
        return found;
      };
      expect(await withDetails(name)).toEqual(await withDetails('torch_bert_small_mi300x.db'));
    },
  );

  it('reads the layout of rocprof-sys: md5 guid in spite of the placeholder, metrics on samples are no counters', async () => {
    const columns = await loadOne(recording('sys_style_mytrace.db'));
    expect(columns.process.guid).toBe('dff80ea0d24736722722db33cb6ead48');
    expect(columns.counters.count).toBe(0);
    expect([...columns.samples.countByCategory]).toEqual([['amd_smi', 81]]);
    expect(columns.process.agents.filter(({ type }) => type === 'GPU').map(({ gfxId }) => gfxId)).toEqual(
      Array.from({ length: 8 }, () => 'gfx942'),
    );
  });

  it('opens a file without records', async () => {
    const columns = await loadOne(recording('edge_empty.db'));
    expect([columns.dispatches.count, columns.copies.count, columns.regions.count, columns.counters.count]).toEqual([
      0, 0, 0, 0,
    ]);
    expect([columns.process.pid, columns.process.guid]).toEqual([null, '018bcfe5-6800-7a2e-8822-a98337283e39']);
  });
});

describeWithTraces('legacy .rpd recordings', () => {
  it.each(['legacy_mytrace.rpd', 'legacy_matmul.rpd'])(
    '%s has the operations and calls of facts.json',
    async (name) => {
      const columns = await loadOne(recording(name));
      const fact = facts[name]!;
      const byType = new Map(fact.op_types!.map(({ type, ...rest }) => [type, rest]));
      const kernels = ['KernelExecution', 'Task', 'FillBuffer'].map(
        (type) => byType.get(type) ?? { count: 0, total_ns: 0 },
      );
      const rows = dispatchRows(columns);
      expect(rows).toHaveLength(kernels.reduce((sum, { count }) => sum + count, 0));
      expect(rows.reduce((sum, { start, end }) => sum + Number(end - start), 0)).toBe(
        kernels.reduce((sum, { total_ns }) => sum + total_ns, 0),
      );
      for (const [type, { count, total_ns }] of byType) {
        if (!type.startsWith('Copy')) continue;
        const copies = copyRows(columns).filter((row) => row.name === type);
        expect(copies).toHaveLength(count);
        expect(copies.reduce((sum, { start, end }) => sum + Number(end - start), 0)).toBe(total_ns);
      }
      const regions = totalsByName(regionRows(columns));
      for (const { name: call, calls, total_ns } of fact.api_calls!)
        expect(regions.get(call)).toMatchObject({ calls, total_ns });
      expect(columns.regions.count).toBe(fact.rows.rocpd_api);
    },
  );

  it('says the same of one recording as the rocprof-sys layout does', async () => {
    const legacy = await loadOne(recording('legacy_mytrace.rpd'));
    const system = await loadOne(recording('sys_style_mytrace.db'));
    const comparable = (columns: ProcessColumns) =>
      dispatchRows(columns).map(({ name, start, end, shape }) => ({ name, start, end, shape }));
    expect(comparable(legacy)).toEqual(comparable(system));
    // An unknown size is 0 in one layout and missing in the other.
    const sizes = (columns: ProcessColumns) =>
      copyRows(columns).map(({ start, end, bytes }) => ({ start, end, bytes: bytes || 0 }));
    expect(sizes(legacy)).toEqual(sizes(system));
    const links = (columns: ProcessColumns) => {
      const starts = new Map(regionRows(columns).map(({ stackId, start }) => [stackId, start]));
      return dispatchRows(columns).map(({ stackId }) => starts.get(stackId));
    };
    expect(links(legacy)).toEqual(links(system));
  });
});
