import fc from 'fast-check';
import { EMPTY_API_BREAKDOWN, EMPTY_SHORT_KERNELS } from '../../../src/lib/facts/empty-sections.js';
import type { TraceFacts } from '../../../src/lib/facts/trace-facts.js';
import { API_CLASSES } from '../../../src/terms/api-terms.js';
import { COPY_DIRECTIONS } from '../../../src/terms/copy-directions.js';
import {
  MI300X_DEVICE,
  apiCall,
  buildFacts,
  copies,
  counters,
  hotspot,
  partition,
  quality,
  resource,
  resources,
} from '../../__fixtures__/facts.js';

const time = fc.nat(1_000_000_000);
const percent = fc.double({ min: 0, max: 110, noNaN: true });
const kernelNames = ['gemm', 'void ns::softmax<float>(int)', 'ncclDevKernel_Generic(x)', ''] as const;

const executionBreakdown = fc
  .record({ compute: time, hidden: time, copy: time, api: time, idle: time, devices: fc.integer({ min: 1, max: 4 }) })
  .chain((parts) =>
    fc.record({ communication: fc.nat(parts.compute), wait: fc.nat(parts.api) }).map(({ communication, wait }) =>
      partition({
        wall: parts.compute + parts.copy + parts.api + parts.idle,
        communication,
        copy: parts.copy,
        copyHidden: parts.hidden,
        api: parts.api,
        wait,
        idle: parts.idle,
        devices: parts.devices,
      }),
    ),
  );

const kernels = fc
  .record({
    names: fc.uniqueArray(fc.constantFrom(...kernelNames)),
    exclusive: fc.array(time, { minLength: 4, maxLength: 4 }),
    blocks: fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 4, maxLength: 4 }),
    hasCounters: fc.boolean(),
    metrics: fc.array(
      fc.record(
        {
          MfmaUtil: percent,
          VALUBusy: percent,
          hbm_bw_utilization: fc.double({ min: 0, max: 1.1, noNaN: true }),
          OccupancyPercent: percent,
          L1MissRate: fc.double({ min: 0, max: 1, noNaN: true }),
          LdsBankConflictPerAccess: fc.double({ min: 0, max: 40, noNaN: true }),
        },
        { requiredKeys: [] },
      ),
      { minLength: 4, maxLength: 4 },
    ),
  })
  .map(({ names, exclusive, blocks, hasCounters, metrics }): Partial<TraceFacts> => {
    const share = 100 / Math.max(1, names.length);
    return {
      hotspots: names.map((name, index) =>
        hotspot(name, share, {
          rank: index + 1,
          exclusive_ns: exclusive[index] ?? 0,
          category: name.startsWith('nccl') ? 'NCCL' : name === 'gemm' ? 'GEMM' : 'Other',
        }),
      ),
      kernelResources: resources(...names.map((name, index) => resource(name, { blocks: blocks[index] ?? 1 }))),
      devices: [MI300X_DEVICE],
      ...(hasCounters
        ? {
            hardwareCounters: counters(
              {},
              Object.fromEntries(names.map((name, index) => [name, metrics[index] ?? {}])),
            ),
          }
        : {}),
    };
  });

const memoryAnalysis = fc.uniqueArray(fc.constantFrom(...COPY_DIRECTIONS)).chain((directions) =>
  fc
    .array(fc.record({ gbps: fc.option(percent), total: time }), {
      minLength: directions.length,
      maxLength: directions.length,
    })
    .map((rows) =>
      Object.fromEntries(
        directions.map((direction, index) => {
          const { gbps = null, total = 0 } = rows[index] ?? {};
          const efficiency = gbps === null ? null : (100 * gbps) / 63;
          return [
            direction,
            copies({
              bandwidth_gbps: gbps,
              efficiency_pct: efficiency,
              total_duration_ns: total,
              sized_duration_ns: total,
            }),
          ];
        }),
      ),
    ),
);

const apiBreakdown = fc
  .array(
    fc.record({
      name: fc.constantFrom('hipLaunchKernel', 'hipMalloc', 'hipDeviceSynchronize'),
      kind: fc.constantFrom(...API_CLASSES),
      exposed: time,
    }),
  )
  .map((calls) => ({
    ...EMPTY_API_BREAKDOWN,
    has_api_data: calls.length > 0,
    by_class: API_CLASSES.map((kind) => ({
      class: kind,
      calls: 1,
      self_ns: 1,
      exposed_ns: calls.find((call) => call.kind === kind)?.exposed ?? 0,
    })),
    api_calls: calls.map(({ name, kind, exposed }) => apiCall(name, { class: kind, exposed_ns: exposed })),
  }));

const shortKernels = fc.record({ total: fc.nat(5000), share: fc.nat(100), gap: time }).map(({ total, share, gap }) => ({
  ...EMPTY_SHORT_KERNELS,
  total_kernels: total,
  short_kernel_count: Math.floor((total * share) / 100),
  short_kernel_pct: total === 0 ? 0 : share,
  gap_after_short_ns: gap,
}));

const traceQuality = fc
  .record({
    dispatches: fc.nat(5000),
    zeros: fc.nat(100),
    lossy: fc.boolean(),
    missing: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    offset: fc.option(time, { freq: 1 }),
  })
  .map(({ dispatches, zeros, lossy, missing, offset }) =>
    quality({
      dispatches,
      zero_duration_dispatches: Math.min(zeros, dispatches),
      lossy,
      missing_frac: missing,
      clock_offset_ns: offset === null ? null : -offset,
    }),
  );

/** Facts of any trace: sections agree with themselves, not with each other, so rules must not rely on that. */
export const randomFacts: fc.Arbitrary<TraceFacts> = fc
  .tuple(fc.option(executionBreakdown), kernels, memoryAnalysis, apiBreakdown, shortKernels, traceQuality)
  .map(([breakdown, kernelSections, memory, api, short, qualityOfTrace]) =>
    buildFacts({
      executionBreakdown: breakdown,
      ...kernelSections,
      memoryAnalysis: memory,
      apiBreakdown: api,
      shortKernels: short,
      traceQuality: qualityOfTrace,
    }),
  );
