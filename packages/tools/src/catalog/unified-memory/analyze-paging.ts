import type { Trace } from '@perfxpert/rocpd';
import * as v from 'valibot';
import { readStages } from '../../lib/facts/read-stages.js';
import { advisePaging } from '../../lib/paging/advise-paging.js';
import { collectPaging } from '../../lib/paging/collect-paging.js';
import type { CopyAmount, PagingPart } from '../../lib/paging/collect-paging.js';
import { mergePaging } from '../../lib/paging/merge-paging.js';
import type { Paging } from '../../lib/paging/merge-paging.js';
import { DatabasePathSchema } from '../../schemas/database-path.js';
import { bytes, count, nanoseconds, text } from '../../schemas/numbers.js';
import { callTool } from '../../tool/call-tool.js';
import { defineTool } from '../../tool/define-tool.js';
import type { ReadonlyInput } from '../../tool/readonly-input.js';
import type { ToolContext, ToolOptions } from '../../tool/tool-context.js';
import { withTrace } from '../../tool/with-trace.js';

/** Repeatedly uploaded buffers that are listed. */
const MAX_REPEATED = 20;

export const AnalyzePagingInputSchema = v.strictObject({ db_path: DatabasePathSchema });

const CopyAmountSchema = v.object({ count: count('Copies'), total_bytes: bytes('Of the copies of known size') });

export const AnalyzePagingOutputSchema = v.object({
  has_data: v.pipe(v.boolean(), v.description('Whether copies, page events or calls for managed memory were recorded')),
  reason: v.nullable(text('Why there is nothing; null where there is')),
  how_to_collect: v.nullable(text('How to record page events, where none were; null where they were')),
  paging_data_available: v.pipe(v.boolean(), v.description('Whether page faults or migrations were recorded')),
  paging_events: v.nullable(count('Page faults and migrations; null where none were recorded')),
  page_faults: v.nullable(count('Page faults; null likewise')),
  page_migrations: v.nullable(count('Page migrations; null likewise')),
  page_migration_ns: v.nullable(nanoseconds('Summed duration of migrations; null likewise')),
  explicit_host_copies: v.object({
    ...CopyAmountSchema.entries,
    by_direction: v.object({ 'Host-to-Device': CopyAmountSchema, 'Device-to-Host': CopyAmountSchema }),
  }),
  peer_copy_count: count('Copies from one GPU (or partition) to another'),
  peer_bytes: bytes('Moved from one GPU to another'),
  cross_die_bytes: bytes('The same as peer_bytes'),
  estimated_penalty_ns: v.nullable(
    nanoseconds('Time of those copies beyond that of the same bytes in local memory; null where it cannot be told'),
  ),
  avoidable_bytes: v.nullable(
    bytes('Uploaded again from the same buffer with the same size, at most; null without source addresses'),
  ),
  repeated_upload_count: count('Buffers uploaded more than once'),
  repeated_uploads: v.pipe(
    v.array(
      v.object({
        source_address_str: text('Host address, hexadecimal'),
        size_bytes: bytes('Size of the buffer'),
        count: count('Uploads'),
        avoidable_bytes: bytes('(count - 1) * size'),
      }),
    ),
    v.description('At most 20, most avoidable bytes first'),
  ),
  managed_memory_calls: count('Calls that allocate managed memory, prefetch it or advise on it'),
  recommendations: v.pipe(v.array(text('Advice with the figure behind it')), v.minLength(1)),
});

export type AnalyzePagingInput = ReadonlyInput<v.InferInput<typeof AnalyzePagingInputSchema>>;
export type AnalyzePaging = v.InferOutput<typeof AnalyzePagingOutputSchema>;

/**
 * Memory that moves between host and GPUs: page faults and migrations where they were recorded, explicit copies by
 * direction, copies between GPUs, and host buffers that were uploaded again. An explicit copy is no paging, whatever its
 * size; a copy between host and GPU crosses no die.
 *
 * @throws ToolError INVALID_ARGUMENT, CANCELLED; RocpdError for a trace that cannot be read.
 */
export function analyzePaging(input: AnalyzePagingInput, options: ToolOptions = {}): Promise<AnalyzePaging> {
  return callTool(analyzePagingTool, input, options);
}

export const analyzePagingTool = defineTool({
  key: 'unified_memory.analyze_paging',
  description:
    'Memory that moves between host and GPUs in a rocpd trace: page faults and migrations of unified memory, explicit ' +
    'host copies, bytes from GPU to GPU with their cost, and buffers uploaded again and again. Use when copies or ' +
    'managed memory are suspected. ' +
    'Example: db_path "trace.db".',
  toolClass: 'read_only',
  inputSchema: AnalyzePagingInputSchema,
  outputSchema: AnalyzePagingOutputSchema,
  run: (input, context) => withTrace(context, input.db_path, (trace) => analyze(trace, context)),
});

async function analyze(trace: Trace, context: ToolContext): Promise<AnalyzePaging> {
  const parts: PagingPart[] = [];
  await readStages(trace, (stage) => parts.push(collectPaging(stage)), context);
  return describe(mergePaging(parts));
}

function describe(paging: Paging): AnalyzePaging {
  const { hostToDevice, deviceToHost, peer, pages, repeated } = paging;
  const hasData = paging.copyCount > 0 || pages !== null || paging.managedCalls > 0;
  return {
    has_data: hasData,
    reason: hasData ? null : 'The trace holds no copies, no page events and no calls for managed memory.',
    how_to_collect:
      pages === null ? 'rocprofv3 --memory-copy-trace --kfd-trace --output-format rocpd -- <application>' : null,
    paging_data_available: pages !== null,
    paging_events: pages === null ? null : pages.faults + pages.migrations,
    page_faults: pages?.faults ?? null,
    page_migrations: pages?.migrations ?? null,
    page_migration_ns: pages?.migrationNs ?? null,
    explicit_host_copies: {
      count: hostToDevice.count + deviceToHost.count,
      total_bytes: hostToDevice.totalBytes + deviceToHost.totalBytes,
      by_direction: { 'Host-to-Device': toWire(hostToDevice), 'Device-to-Host': toWire(deviceToHost) },
    },
    peer_copy_count: peer.count,
    peer_bytes: peer.totalBytes,
    cross_die_bytes: peer.totalBytes,
    estimated_penalty_ns: paging.peerPenaltyNs,
    avoidable_bytes: paging.avoidableBytes,
    repeated_upload_count: repeated.length,
    repeated_uploads: repeated.slice(0, MAX_REPEATED).map(({ address, sizeBytes, count: uploads, avoidableBytes }) => ({
      source_address_str: `0x${BigInt.asUintN(64, address).toString(16)}`,
      size_bytes: sizeBytes,
      count: uploads,
      avoidable_bytes: avoidableBytes,
    })),
    managed_memory_calls: paging.managedCalls,
    recommendations: advisePaging(paging),
  };
}

function toWire({ count: copies, totalBytes }: CopyAmount): { count: number; total_bytes: number } {
  return { count: copies, total_bytes: totalBytes };
}
