import { describe, expect, it } from '@jest/globals';
import type { CopySpec, TraceSpec } from '@perfxpert/rocpd/testing';
import { analyzePaging, analyzePagingTool } from '../../../src/catalog/unified-memory/analyze-paging.js';
import type { AnalyzePaging } from '../../../src/catalog/unified-memory/analyze-paging.js';
import { withBuiltTrace } from '../../support/built-trace.js';
import { expectOverTheWire, rejectionOf } from '../../support/expect-tool.js';

const KIB = 1024;
const MIB = 1024 ** 2;
const GIB = 1024 ** 3;
const analyse = (spec: TraceSpec): Promise<AnalyzePaging> =>
  withBuiltTrace(spec, (paths) => analyzePaging({ db_path: paths }));
const copy = (bytes: number, more: Partial<CopySpec> = {}): CopySpec => ({ startNs: 0, endNs: 1000, bytes, ...more });

describe('unified_memory.analyze_paging', () => {
  it('UM-1: explicit copies are counted by direction and are no paging', async () => {
    const result = await analyse({
      copies: [copy(2 * MIB), copy(4 * MIB, { from: 0, to: 'cpu' }), copy(512)],
    });
    expect(result).toMatchObject({
      has_data: true,
      paging_data_available: false,
      paging_events: null,
      page_faults: null,
      explicit_host_copies: {
        count: 3,
        total_bytes: 6 * MIB + 512,
        by_direction: {
          'Host-to-Device': { count: 2, total_bytes: 2 * MIB + 512 },
          'Device-to-Host': { count: 1, total_bytes: 4 * MIB },
        },
      },
      peer_bytes: 0,
    });
    expect(result.recommendations).toHaveLength(1);
    expect(result.recommendations[0]).toContain('No unified-memory');
  });

  it('UM-2: copies between GPUs, with their cost against local memory', async () => {
    // 2 GiB in 40 ms; at 5324.8 GB/s they would take 2147483648 / 5324.8 = 403298.2 ns
    const result = await analyse({
      agents: [{}, {}],
      copies: [copy(2 * GIB, { from: 0, to: 1, endNs: 40_000_000 }), copy(MIB, { from: 0, to: 0 })],
    });
    expect(result).toMatchObject({
      peer_copy_count: 1,
      peer_bytes: 2 * GIB,
      cross_die_bytes: 2 * GIB,
      estimated_penalty_ns: 40_000_000 - 403_298,
    });
    expect(result.recommendations.join(' ')).toContain('2048.0 MiB');
    expect(result.recommendations.join(' ')).toMatch(/MI300X.*XCD.*CPX/);
  });

  it('M22: 64 MiB from GPU to GPU, faster than no time', async () => {
    // 1 us is less than 64 MiB need in local memory
    const spec = { agents: [{}, {}], copies: [copy(64 * MIB, { from: 0, to: 1 })] };
    expect(await analyse(spec)).toMatchObject({ peer_bytes: 67_108_864, estimated_penalty_ns: 0 });
  });

  it('UM-3: nothing recorded', async () => {
    const result = await analyse({});
    expect(result).toMatchObject({
      has_data: false,
      reason: 'The trace holds no copies, no page events and no calls for managed memory.',
      explicit_host_copies: { count: 0, total_bytes: 0 },
      peer_bytes: 0,
      cross_die_bytes: 0,
      estimated_penalty_ns: 0,
      avoidable_bytes: 0,
      repeated_uploads: [],
    });
    expect(result.recommendations).toHaveLength(1);
    expect(result.recommendations[0]).toContain('No unified');
  });

  it('UM-4: a copy between host and GPU crosses no die', async () => {
    expect(await analyse({ copies: [copy(2 * GIB)] })).toMatchObject({ peer_bytes: 0, cross_die_bytes: 0 });
  });

  it('gives no cost where bandwidth, size or time is unknown', async () => {
    const unknown = await analyse({ agents: [{}, { name: 'gfx4242' }], copies: [copy(MIB, { from: 0, to: 1 })] });
    expect(unknown.estimated_penalty_ns).toBeNull();
    const unsized = await analyse({ agents: [{}, {}], copies: [copy(0, { from: 0, to: 1 })] });
    expect(unsized).toMatchObject({ peer_copy_count: 1, peer_bytes: 0, estimated_penalty_ns: null });
  });

  it('finds buffers that were uploaded again', async () => {
    const result = await analyse({
      copies: [
        copy(MIB, { sourceAddress: 0x7000 }),
        copy(MIB, { sourceAddress: 0x7000, startNs: 10 }),
        copy(MIB, { sourceAddress: 0x7000, startNs: 20 }),
        // another size, another direction: not the same upload
        copy(KIB, { sourceAddress: 0x7000, startNs: 30 }),
        copy(MIB, { sourceAddress: 0x7000, startNs: 40, from: 0, to: 'cpu' }),
        copy(KIB, { sourceAddress: 0x9000, startNs: 50 }),
        copy(KIB, { sourceAddress: 0x9000, startNs: 60 }),
      ],
    });
    expect(result).toMatchObject({
      avoidable_bytes: 2 * MIB + KIB,
      repeated_upload_count: 2,
      repeated_uploads: [
        { source_address_str: '0x7000', size_bytes: MIB, count: 3, avoidable_bytes: 2 * MIB },
        { source_address_str: '0x9000', size_bytes: KIB, count: 2, avoidable_bytes: KIB },
      ],
    });
    expect(result.recommendations[0]).toContain('at most avoidable');
  });

  it('says nothing of repeated uploads without addresses, and keeps those of processes apart', async () => {
    expect(await analyse({ copies: [copy(MIB), copy(MIB, { startNs: 5 })] })).toMatchObject({
      avoidable_bytes: null,
      repeated_upload_count: 0,
    });
    const own = { copies: [copy(MIB, { sourceAddress: 0x7000 })] };
    expect(await analyse({ processes: [own, own] })).toMatchObject({ avoidable_bytes: 0 });
  });

  it('counts page faults and migrations once, with their time', async () => {
    const event = (category: string, name: string, startNs: number, endNs: number) => ({
      category,
      name,
      startNs,
      endNs,
    });
    const result = await analyse({
      regions: [
        event('KFD_PAGE_FAULT', 'KFD_PAGE_FAULT_READ_FAULT_MIGRATED', 0, 10),
        event('KFD_EVENT_PAGE_FAULT', 'KFD_EVENT_PAGE_FAULT_START_READ_FAULT', 0, 0),
        event('KFD_EVENT_PAGE_FAULT', 'KFD_EVENT_PAGE_FAULT_END_PAGE_MIGRATED', 10, 10),
        event('KFD_PAGE_MIGRATE', 'KFD_PAGE_MIGRATE_PREFETCH', 20, 50),
        event('KFD_PAGE_MIGRATE', 'KFD_PAGE_MIGRATE_PAGEFAULT_GPU', 60, 65),
      ],
    });
    expect(result).toMatchObject({
      has_data: true,
      how_to_collect: null,
      paging_data_available: true,
      paging_events: 3,
      page_faults: 1,
      page_migrations: 2,
      page_migration_ns: 35,
    });
    expect(result.recommendations).toHaveLength(2);
    expect(result.recommendations.join(' ')).toContain('hipHostMallocNonCoherent');
  });

  it('counts single events where only these were recorded', async () => {
    const result = await analyse({
      regions: [
        { category: 'KFD_EVENT_PAGE_FAULT', name: 'KFD_EVENT_PAGE_FAULT_START_WRITE_FAULT', startNs: 0, endNs: 1 },
        { category: 'KFD_EVENT_PAGE_FAULT', name: 'KFD_EVENT_PAGE_FAULT_END_PAGE_UPDATED', startNs: 5, endNs: 6 },
      ],
    });
    expect(result).toMatchObject({ page_faults: 1, page_migrations: 0, page_migration_ns: 0 });
  });

  it('says how to record page events where managed memory is used', async () => {
    const result = await analyse({
      regions: [
        { name: 'hipMallocManaged', startNs: 0, endNs: 5 },
        { name: 'hipMalloc', startNs: 6, endNs: 7 },
      ],
    });
    expect(result).toMatchObject({ has_data: true, managed_memory_calls: 1, paging_data_available: false });
    expect(result.recommendations[0]).toContain('--kfd-trace');
  });

  it('refuses other input, and a trace that is not there', async () => {
    const raw: unknown = { database_path: 'x.db' };
    expect((await rejectionOf(analyzePaging(raw as { db_path: string }))).code).toBe('INVALID_ARGUMENT');
    expect((await rejectionOf(analyzePaging({ db_path: '/nowhere/trace.db' }))).code).toBe('NOT_FOUND');
  });

  it('answers the same over the wire', () =>
    withBuiltTrace({ copies: [copy(MIB, { sourceAddress: 0x7000 })] }, async (paths) => {
      await expectOverTheWire(analyzePagingTool, { db_path: paths }, await analyzePaging({ db_path: paths }));
    }));
});
